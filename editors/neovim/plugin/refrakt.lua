-- File types, highlighting, and the command of the server's code lenses.

vim.filetype.add({
  extension = { mdoc = 'markdoc', markdoc = 'markdoc' },
  pattern = { ['.*%.markdoc%.md'] = { 'markdoc', { priority = 10 } } }, -- takes precedence over Markdown's `.md`
})
vim.treesitter.language.register('markdown', 'markdoc')

-- Semantic token types of the server that have no default highlight group.
for kind, group in pairs({ constant = '@boolean', key = '@property', link = '@markup.link.url' }) do
  vim.api.nvim_set_hl(0, '@lsp.type.' .. kind, { default = true, link = group })
end

-- Shows the references of a code lens in the quickfix list.
vim.lsp.commands['refrakt.showReferences'] = function(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client then
    local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
    vim.fn.setqflist({}, ' ', { title = command.title, items = items })
    vim.cmd('botright copen')
  end
end

vim.api.nvim_create_autocmd('LspAttach', {
  group = vim.api.nvim_create_augroup('refrakt_schema_sources', {}),
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'refrakt' then
      require('refrakt.schema_sources').send_to(client)
    end
  end,
})
