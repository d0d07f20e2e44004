-- Opens a page of a plain Markdoc site, which has no configuration for refrakt: diagnostics, hover, completion, definition. Then edits the
-- schema of its tags without saving.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local result = {}
local WAIT = 60000 -- milliseconds

local function request(buffer, client, method)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  for _, each in pairs(vim.lsp.buf_request_sync(buffer, method, params, WAIT) or {}) do
    return each.result
  end
end

local function has_unknown_tag(buffer)
  return vim.iter(vim.diagnostic.get(buffer)):any(function(each)
    return each.code == 'unknown-rune'
  end)
end

local function wait(what, found)
  assert(vim.wait(WAIT, found, 20), 'waited in vain for ' .. what)
end

--- The tag `buoy` is used on the page, then defined in the buffer of `tags.js`, which is never saved.
local function edit_schema(page_buffer)
  vim.api.nvim_buf_set_lines(page_buffer, -2, -1, false, { '{% buoy /%}' })
  wait('the unknown tag', function()
    return has_unknown_tag(page_buffer)
  end)
  vim.cmd.edit(vim.uri_to_fname(result.definition.uri))
  local tags = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(tags, -1, -1, false, { 'export const buoy = { selfClosing: true };' })
  wait('the tag to be known', function()
    return not has_unknown_tag(page_buffer)
  end)
  result.schema = {
    modified = vim.bo[tags].modified,
    clients = #vim.lsp.get_clients({ bufnr = tags }),
    diagnostics = #vim.diagnostic.get(tags),
    keywordprg_map = vim.fn.maparg('K', 'n'),
    omnifunc = vim.bo[tags].omnifunc,
    tagfunc = vim.bo[tags].tagfunc,
    formatexpr = vim.bo[tags].formatexpr,
  }
  vim.cmd.undo()
  wait('the tag to be unknown after undo', function()
    return has_unknown_tag(page_buffer)
  end)
  vim.cmd.redo()
  wait('the tag to be known after redo', function()
    return not has_unknown_tag(page_buffer)
  end)
  vim.cmd.edit({ bang = true })
  wait('the tag to be unknown after the file was read again', function()
    return has_unknown_tag(page_buffer)
  end)
  vim.api.nvim_buf_set_lines(tags, 0, 0, false, { 'export const buoy = { selfClosing: true };' })
  wait('the tag to be known after another edit', function()
    return not has_unknown_tag(page_buffer)
  end)
  vim.cmd.bdelete({ bang = true })
  wait('the tag to be unknown after the buffer was closed', function()
    return has_unknown_tag(page_buffer)
  end)
  vim.cmd.edit(vim.uri_to_fname(result.definition.uri))
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'export const buoy = { selfClosing: true };' })
  wait('the tag to be known after the file was opened again', function()
    return not has_unknown_tag(page_buffer)
  end)
end

local function run()
  -- The schema is opened and edited before there is a server.
  vim.cmd.edit(vim.fs.joinpath(vim.fs.root(page, 'package.json'), 'markdoc/tags.js'))
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'export const gull = { selfClosing: true };' })
  vim.cmd.edit(page)
  local buffer = vim.api.nvim_get_current_buf()
  local client
  wait('diagnostics', function()
    client = vim.lsp.get_clients({ bufnr = buffer, name = 'refrakt' })[1]
    return client and client.initialized and #vim.diagnostic.get(buffer) > 0
  end)
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
  edit_schema(buffer)
end

local ok, failure = xpcall(run, debug.traceback)
if not ok then
  result.failure, result.log = failure, ''
end
vim.fn.writefile({ vim.json.encode(result) }, answer)
vim.cmd.qall({ bang = true })
