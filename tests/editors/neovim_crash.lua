-- The server is killed: another one starts and checks the page as it is by then. A server that is stopped stays stopped.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local result = {}
local WAIT = 60000 -- milliseconds

local function wait(what, found)
  assert(vim.wait(WAIT, found, 20), 'waited in vain for ' .. what)
end

local function client()
  return vim.lsp.get_clients({ bufnr = 0, name = 'refrakt' })[1]
end

local function process_id()
  local id
  require('refrakt.client').call(client(), 'request', 'refrakt/status', nil, function(_, status)
    id = status and status.pid
  end)
  wait('the status', function()
    return id ~= nil
  end)
  return id
end

local function run()
  vim.cmd.edit(page)
  wait('the problem', function()
    return #vim.diagnostic.get(0) == 1
  end)
  local first = process_id()
  vim.uv.kill(first, 'sigkill')
  wait('the client to end', function()
    return client() == nil
  end)
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '{% anohter /%}' })
  wait('another client', function()
    return client() ~= nil and client().initialized
  end)
  wait('the problems after the crash', function()
    return #vim.diagnostic.get(0) == 2
  end)
  result.isAnother = process_id() ~= first

  local stopped = client()
  require('refrakt.client').call(stopped, 'stop')
  wait('the server to stop', function()
    return client() == nil
  end)
  vim.wait(1000)
  result.afterStop = #vim.lsp.get_clients({ name = 'refrakt' })
end

local ok, failure = xpcall(run, debug.traceback)
if not ok then
  result.failure, result.log = failure, vim.fn.execute('messages')
end
vim.fn.writefile({ vim.json.encode(result) }, answer)
vim.cmd.qall({ bang = true })
