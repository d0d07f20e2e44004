-- Opens a page of a plain Markdoc site, which has no configuration for refrakt: diagnostics, hover, completion, definition.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local result = {}
local WAIT = 20000 -- milliseconds

local function request(buffer, client, method)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  for _, each in pairs(vim.lsp.buf_request_sync(buffer, method, params, WAIT) or {}) do
    return each.result
  end
end

local function run()
  vim.cmd.edit(page)
  local buffer = vim.api.nvim_get_current_buf()
  local client
  assert(vim.wait(WAIT, function()
    client = vim.lsp.get_clients({ bufnr = buffer, name = 'refrakt' })[1]
    return client and client.initialized and #vim.diagnostic.get(buffer) > 0
  end, 20), 'no diagnostics')
  result.root = client.config.root_dir
  result.diagnostics = vim.tbl_map(function(each)
    return { code = each.code, line = each.lnum + 1 }
  end, vim.diagnostic.get(buffer))

  vim.api.nvim_win_set_cursor(0, vim.fn.searchpos([[\Vtides harbour]], 'cnw'))
  result.hover = request(buffer, client, 'textDocument/hover').contents.value
  local definition = request(buffer, client, 'textDocument/definition')[1]
  local range = definition.targetSelectionRange or definition.range
  result.definition = { uri = definition.targetUri or definition.uri, line = range.start.line + 1 }

  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { '', '{% ' })
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buffer), 3 })
  local completion = request(buffer, client, 'textDocument/completion')
  result.completion = vim.tbl_map(function(item)
    return item.label
  end, completion.items or completion)
end

local ok, failure = xpcall(run, debug.traceback)
if not ok then
  result.failure, result.log = failure, ''
end
vim.fn.writefile({ vim.json.encode(result) }, answer)
vim.cmd.qall({ bang = true })
