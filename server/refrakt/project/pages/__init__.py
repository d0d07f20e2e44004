"""The pages of a site, one at a time: files (`ContentTree`), URLs (`Routes`) and facts (`PageFacts`)."""
