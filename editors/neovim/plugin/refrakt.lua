-- File types, highlighting, commands, and the command of the server's code lenses.

vim.filetype.add({
  extension = { mdoc = 'markdoc', markdoc = 'markdoc' },
  pattern = { ['.*%.markdoc%.md'] = { 'markdoc', { priority = 10 } } }, -- takes precedence over Markdown's `.md`
})
vim.treesitter.language.register('markdown', 'markdoc')

-- Semantic token types of the server that have no default highlight group, and those that the default color scheme shows as plain text.
local GROUPS = {
  constant = '@boolean',
  key = '@property',
  link = '@markup.link.url',
  ['class.markdoc'] = '@tag',
  ['class.markdown'] = '@tag',
  ['keyword.markdoc'] = '@keyword',
  ['keyword.markdown'] = '@keyword',
  ['property.markdoc'] = '@tag.attribute',
  ['property.markdown'] = '@tag.attribute',
  ['operator.markdoc'] = '@tag.delimiter',
  ['operator.markdown'] = '@tag.delimiter',
}
for kind, group in pairs(GROUPS) do
  vim.api.nvim_set_hl(0, '@lsp.type.' .. kind, { default = true, link = group })
end

vim.api.nvim_create_user_command('RefraktPreview', function()
  require('refrakt.preview').open()
end, { desc = 'Show the page in a browser' })
vim.api.nvim_create_user_command('RefraktInspect', function()
  require('refrakt.inspector').open()
end, { desc = 'Show how the rune at the cursor is read' })
vim.api.nvim_create_user_command('RefraktPlan', function(call)
  require('refrakt.plan').open(call.args)
end, {
  desc = 'List the ready items of the plan, or show its status',
  nargs = '?',
  complete = function(prefix)
    return vim.tbl_filter(function(word)
      return vim.startswith(word, prefix)
    end, { 'next', 'status' })
  end,
})
vim.api.nvim_create_user_command('RefraktMcp', function(call)
  require('refrakt.mcp').open(call.args)
end, {
  desc = 'Show the entry that registers refrakt in an MCP client',
  nargs = '?',
  complete = function(prefix)
    return vim.tbl_filter(function(name)
      return vim.startswith(name, prefix)
    end, require('refrakt.mcp').CLIENTS)
  end,
})

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
  group = vim.api.nvim_create_augroup('refrakt_attached', {}),
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'refrakt' then
      require('refrakt.restart').attached(client.id, event.buf)
      require('refrakt.schema_sources').send_to(client)
    end
  end,
})
