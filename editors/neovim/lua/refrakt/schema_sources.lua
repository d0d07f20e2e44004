--- Sends the schema sources of plain Markdoc sites to the server, so that a tag that is added to `tags.js` is known before the file is
--- saved.
---
--- Neovim does not support the server's registration of these files. The client is not attached to their buffers: that would run the user's
--- `LspAttach` handlers, map keys, and have every request for JavaScript also sent to refrakt. Only the texts are sent.

local call = require('refrakt.client').call

local M = {}

local FILETYPES = { 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'json', 'jsonc' }

---@type table<integer, table<integer, string>> by client and buffer: the URI that is open in the server
local opened = {}

local function text_of(buffer)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  return table.concat(lines, '\n') .. (vim.bo[buffer].endofline and '\n' or '')
end

local function close(client_id, buffer)
  local client, uri = vim.lsp.get_client_by_id(client_id), opened[client_id][buffer]
  opened[client_id][buffer] = nil
  if client and uri then
    call(client, 'notify', 'textDocument/didClose', { textDocument = { uri = uri } })
  end
end

local function send_text(client_id, buffer)
  local client, uri = vim.lsp.get_client_by_id(client_id), opened[client_id][buffer]
  if client and uri and vim.api.nvim_buf_is_loaded(buffer) then
    call(client, 'notify', 'textDocument/didChange', {
      textDocument = { uri = uri, version = vim.api.nvim_buf_get_changedtick(buffer) },
      contentChanges = { { text = text_of(buffer) } },
    })
  end
end

--- Open a buffer in the server, and send its text after each edit until it is unloaded or renamed.
local function open(client, buffer)
  local id, uri = client.id, vim.uri_from_bufnr(buffer)
  opened[id][buffer] = uri
  call(client, 'notify', 'textDocument/didOpen', {
    textDocument = {
      uri = uri,
      languageId = vim.bo[buffer].filetype,
      version = vim.api.nvim_buf_get_changedtick(buffer),
      text = text_of(buffer),
    },
  })
  local is_scheduled = false
  local function changed()
    if opened[id][buffer] ~= uri or not vim.lsp.get_client_by_id(id) then
      return true -- ends the subscription
    end
    if not is_scheduled then
      is_scheduled = true
      vim.schedule(function()
        is_scheduled = false
        send_text(id, buffer)
      end)
    end
  end
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = changed,
    on_reload = changed,
    on_detach = function()
      if opened[id][buffer] == uri then
        close(id, buffer)
      end
    end,
  })
end

--- Open those of the buffers that the server reads schemas from.
local function open_sources(client, buffers)
  call(client, 'request', 'refrakt/status', nil, function(_, status)
    local sources = {}
    for _, root in ipairs(status and status.roots or {}) do
      for _, path in ipairs(root.sources) do
        sources[path] = true
      end
    end
    for _, buffer in ipairs(buffers) do
      local is_new = vim.api.nvim_buf_is_loaded(buffer) and not opened[client.id][buffer]
      if is_new and sources[vim.api.nvim_buf_get_name(buffer)] and not vim.lsp.buf_is_attached(buffer, client.id) then
        open(client, buffer)
      end
    end
  end)
end

local function may_be_source(buffer)
  return vim.api.nvim_buf_is_loaded(buffer)
    and vim.bo[buffer].buftype == ''
    and vim.list_contains(FILETYPES, vim.bo[buffer].filetype)
end

--- Send the sources that are open, and those that are opened later, to a client. Repeated calls have no effect.
---@param client vim.lsp.Client
function M.send_to(client)
  if opened[client.id] then
    return
  end
  opened[client.id] = {}
  open_sources(client, vim.tbl_filter(may_be_source, vim.api.nvim_list_bufs()))
  local group = vim.api.nvim_create_augroup('refrakt_schema_sources_' .. client.id, {})
  -- On entry, too: a file may have become a source since it was opened.
  vim.api.nvim_create_autocmd({ 'FileType', 'BufEnter', 'BufFilePost' }, {
    group = group,
    callback = function(event)
      if not vim.lsp.get_client_by_id(client.id) then
        return true -- removes the autocommand
      end
      local uri = opened[client.id][event.buf]
      if uri and uri ~= vim.uri_from_bufnr(event.buf) then
        close(client.id, event.buf)
        uri = nil
      end
      if not uri and may_be_source(event.buf) then
        open_sources(client, { event.buf })
      end
    end,
  })
end

return M
