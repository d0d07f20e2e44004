-- Opens pages where the server is not installed: one message.

local notices = {}
vim.notify = function(message)
  table.insert(notices, message)
end

local ok, failure = xpcall(function()
  vim.cmd.edit(vim.env.REFRAKT_PAGE)
  vim.cmd.edit(vim.fs.joinpath(vim.fs.dirname(vim.env.REFRAKT_PAGE), 'index.md'))
  vim.wait(500)
  vim.cmd.checkhealth('refrakt')
end, debug.traceback)
local result = {
  failure = not ok and failure or nil,
  log = '',
  notices = notices,
  clients = #vim.lsp.get_clients(),
  health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'),
}
vim.fn.writefile({ vim.json.encode(result) }, vim.env.REFRAKT_ANSWER)
vim.cmd.qall({ bang = true })
