const withMarkdoc = require("@markdoc/next.js");

module.exports = withMarkdoc()({
  pageExtensions: ["js", "jsx", "md"],
  async redirects() {
    return [{ source: "/start", destination: "/docs/visit", permanent: false }];
  },
});
