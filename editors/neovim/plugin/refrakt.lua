-- Which files are Markdoc, and how they are parsed for colours: as Markdown.

vim.filetype.add({
  extension = { mdoc = 'markdoc', markdoc = 'markdoc' },
  pattern = { ['.*%.markdoc%.md'] = { 'markdoc', { priority = 10 } } }, -- before Markdown's own `.md`
})
vim.treesitter.language.register('markdown', 'markdoc')
