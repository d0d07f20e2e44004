-- The commands of the plugin on a page of the example site: inspector, preview with scrolling both ways, plan, registration, health.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local result = { notices = {} }
local WAIT = 60000 -- milliseconds

local function wait(what, found)
  assert(vim.wait(WAIT, found, 20), 'waited in vain for ' .. what)
end

vim.notify = function(message)
  table.insert(result.notices, message)
end

local function lines_of(name)
  local buffer = require('refrakt.scratch').find(name)
  return buffer and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') or ''
end

local function inspect()
  local window = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_cursor(0, { vim.fn.search('This one has', 'cnw'), 0 })
  vim.cmd.RefraktInspect()
  wait('the inspector', function()
    return lines_of('refrakt://inspector'):find('warning', 1, true) ~= nil
  end)
  result.inspected = lines_of('refrakt://inspector')
  assert(vim.api.nvim_get_current_win() == window, 'the page stays the current window')
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.cmd.doautocmd('CursorMoved')
  wait('the inspector to follow the cursor', function()
    return lines_of('refrakt://inspector') == 'No rune is at the cursor.'
  end)
  vim.cmd.bwipeout(require('refrakt.scratch').find('refrakt://inspector'))
  vim.cmd.doautocmd('CursorMoved')
end

local function curl(...)
  return vim.system({ 'curl', '--silent', '--no-buffer', '--max-time', '60', ... }, { text = true })
end

--- Connects to the preview as the browser does, and scrolls in both directions.
local function preview()
  vim.ui.open = function(url)
    result.url = url
    return nil, nil
  end
  vim.cmd.RefraktPreview()
  wait('the URL', function()
    return result.url ~= nil
  end)
  local base, path = result.url:match('^(.*)/%?page=(.*)$')
  result.shown = curl(base .. '/page?path=' .. path):wait().stdout
  local events = ''
  local stream = vim.system(
    { 'curl', '--silent', '--no-buffer', '--max-time', '60', base .. '/events?path=' .. path .. '&layout=auto' },
    {
      text = true,
      stdout = function(_, data)
        events = events .. (data or '')
      end,
    }
  )
  wait('the first event', function()
    return events:find('event: page', 1, true) ~= nil
  end)
  -- The editor scrolls: the browser gets the line.
  vim.api.nvim_buf_set_lines(0, -1, -1, false, vim.split(('text\n\n'):rep(100), '\n'))
  vim.fn.winrestview({ topline = 40, lnum = 45 })
  vim.cmd.redraw()
  vim.cmd.doautocmd('WinScrolled')
  wait('the line in the browser', function()
    return events:find('"line": 40', 1, true) ~= nil or events:find('"line":40', 1, true) ~= nil
  end)
  -- The browser scrolls: the editor follows, and does not report it back.
  local body = vim.json.encode({ path = vim.uri_decode(path), line = 90 })
  local origin = base:match('^(http://[^/]+)')
  local json = 'Content-Type: application/json'
  local posted = curl('--data', body, '-H', json, '-H', 'Origin: ' .. origin, '-w', '%{http_code}', base .. '/scroll')
  result.posted = posted:wait().stdout
  wait('the editor to scroll', function()
    return vim.fn.line('w0') == 90
  end)
  vim.cmd.doautocmd('WinScrolled')
  vim.wait(300)
  result.echoed = events:find('"line": 90', 1, true) ~= nil or events:find('"line":90', 1, true) ~= nil
  stream:kill('sigterm')
end

local function run()
  vim.cmd.edit(page)
  local buffer = vim.api.nvim_get_current_buf()
  wait('the server', function()
    local client = vim.lsp.get_clients({ bufnr = buffer, name = 'refrakt' })[1]
    return client and client.initialized and #vim.diagnostic.get(buffer) > 0
  end)
  inspect()
  preview()

  vim.cmd.RefraktPlan()
  wait('the plan', function()
    return #vim.fn.getqflist() > 0
  end)
  result.plan = vim.tbl_map(function(entry)
    return { file = vim.api.nvim_buf_get_name(entry.bufnr), text = entry.text }
  end, vim.fn.getqflist())
  vim.cmd.wincmd('p')
  vim.cmd('RefraktPlan status')
  wait('the status', function()
    return lines_of('refrakt://plan') ~= ''
  end)
  result.status = lines_of('refrakt://plan')

  vim.cmd('RefraktMcp vscode')
  wait('the registration', function()
    return lines_of('refrakt://mcp') ~= ''
  end)
  result.registration = lines_of('refrakt://mcp')

  vim.cmd.RefraktPlan('never')
  vim.cmd.checkhealth('refrakt')
  result.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local ok, failure = xpcall(run, debug.traceback)
if not ok then
  result.failure, result.log = failure, table.concat(result.notices, '\n')
end
vim.fn.writefile({ vim.json.encode(result) }, answer)
vim.cmd.qall({ bang = true })
