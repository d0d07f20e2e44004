-- A Markdoc buffer behaves like a Markdown buffer.
vim.cmd('runtime! ftplugin/markdown.vim ftplugin/markdown.lua')
