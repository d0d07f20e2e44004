" Where no tree-sitter parser colours the buffer, Markdown's rules do.
runtime! syntax/markdown.vim
