--- `:RefraktPreview`: the page in a browser, with unsaved text. Editor and browser scroll together.

local client_of = require('refrakt.client')

local M = {}

local PAUSE = 40 -- milliseconds between two notifications while scrolling

---@type table<integer, true> the clients whose preview is open
local previewed = {}
local is_scheduled = false
--- The first line that the browser scrolled a buffer to: it is not sent back.
---@type table<integer, integer>
local set_by_browser = {}

local function send_scroll()
  is_scheduled = false
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of.of_buffer(buffer)
  local line = vim.fn.line('w0') - 1
  if client and previewed[client.id] and set_by_browser[buffer] ~= line then
    client_of.call(client, 'notify', 'refrakt/previewScroll', {
      textDocument = vim.lsp.util.make_text_document_params(buffer),
      line = line,
    })
  end
  set_by_browser[buffer] = nil
end

local function follow_scrolling()
  vim.api.nvim_create_autocmd('WinScrolled', {
    group = vim.api.nvim_create_augroup('refrakt_preview', {}),
    callback = function()
      if not is_scheduled then
        is_scheduled = true
        vim.defer_fn(send_scroll, PAUSE)
      end
    end,
  })
end

--- The handler of `refrakt/scrollEditor`: the reader has scrolled in the browser.
function M.scroll_editor(_, params)
  local buffer = vim.uri_to_bufnr(params.uri)
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local last = vim.api.nvim_buf_line_count(buffer)
    vim.api.nvim_win_call(window, function()
      local view = vim.fn.winsaveview()
      local top = math.max(1, math.min(params.line + 1, last))
      if view.topline ~= top then
        set_by_browser[buffer] = top - 1
        local cursor = math.min(math.max(view.lnum, top), top + vim.api.nvim_win_get_height(window) - 1, last)
        vim.fn.winrestview({ topline = top, lnum = cursor })
      end
    end)
  end
end

--- Open the page of the current buffer in the browser.
---@param show? fun(url: string) how the URL is opened; the browser of the system by default
function M.open(show)
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of.get(buffer)
  if not client then
    return
  end
  local is_attached = client_of.of_buffer(buffer) ~= nil
  local params = is_attached and { textDocument = vim.lsp.util.make_text_document_params(buffer) } or vim.empty_dict()
  client_of.request(client, 'refrakt/previewServer', params, function(result)
    previewed[client.id] = true
    follow_scrolling()
    if show then
      show(result.url)
      return
    end
    local _, failure = vim.ui.open(result.url)
    if failure then
      -- The URL opens the preview on this machine for anyone who knows it, so it is not written to a log.
      vim.api.nvim_echo({ { 'refrakt: open ' .. result.url } }, false, {})
    end
  end, buffer)
end

return M
