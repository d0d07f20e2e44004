-- Which files are Markdoc, how they get their colours, and what a lens of the server does.

vim.filetype.add({
  extension = { mdoc = 'markdoc', markdoc = 'markdoc' },
  pattern = { ['.*%.markdoc%.md'] = { 'markdoc', { priority = 10 } } }, -- before Markdown's own `.md`
})
vim.treesitter.language.register('markdown', 'markdoc')

-- What Markdown's parser does not know, the server colours; these have no name among the usual kinds.
for kind, group in pairs({ constant = '@boolean', key = '@property', link = '@markup.link.url' }) do
  vim.api.nvim_set_hl(0, '@lsp.type.' .. kind, { default = true, link = group })
end

-- What a lens counts, as a list to go through.
vim.lsp.commands['refrakt.showReferences'] = function(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client then
    local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
    vim.fn.setqflist({}, ' ', { title = command.title, items = items })
    vim.cmd('botright copen')
  end
end
