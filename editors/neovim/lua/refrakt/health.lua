--- `:checkhealth refrakt`

local M = {}

local WAIT = 3000 -- milliseconds

local function check_program(command)
  local health = vim.health
  if type(command) ~= 'table' then
    health.info('`cmd` is a function')
    return
  end
  local program = command[1]
  local path = vim.fn.exepath(program)
  if path == '' then
    health.error(("`%s` is not executable"):format(program), {
      'Install refrakt, for example with `pipx install` or `uv tool install`, so that it is on the PATH of Neovim.',
      "Or name the program: require('refrakt').setup({ cmd = { '/path/to/refrakt', 'lsp' } })",
    })
    return
  end
  local done = vim.system({ path, '--version' }, { text = true }):wait(WAIT)
  local version = vim.trim(done.stdout or '')
  if done.code == 0 then
    health.ok(('%s (%s)'):format(version, path))
  else
    local lines = vim.split(vim.trim(done.stderr or ''), '\n')
    health.error(('%s --version failed: %s'):format(path, lines[#lines]))
  end
end

local function check_root(root)
  local health = vim.health
  health.ok(
    ('%s: %s, %d agents connected'):format(
      root.root,
      type(root.indexing) == 'string' and 'indexing, ' .. root.indexing
        or ('%s files indexed'):format(type(root.pages) == 'number' and root.pages or 'no'),
      root.clients
    )
  )
  for _, site in ipairs(root.sites) do
    health.info('plain Markdoc site: ' .. vim.inspect(site, { newline = ' ', indent = '' }))
  end
  if root.socket == 'waiting' then
    health.info('another editor has this project open; agents connect to it until it exits')
  elseif root.socket == 'off' then
    health.info('agents cannot connect: the setting `mcp` is off, or the socket cannot be made')
  end
end

local function check_client(client)
  local done, failure = nil, nil
  require('refrakt.client').call(client, 'request', 'refrakt/status', nil, function(problem, status)
    done, failure = status or {}, problem
  end)
  vim.wait(WAIT, function()
    return done ~= nil
  end, 20)
  if failure or not done then
    vim.health.warn(('client %d does not answer'):format(client.id), { 'See :lua =vim.lsp.log.get_filename()' })
    return
  end
  vim.health.ok(('client %d, server %s, process %d'):format(client.id, done.version, done.pid))
  for _, root in ipairs(done.roots) do
    check_root(root)
  end
end

function M.check()
  local health = vim.health
  health.start('refrakt: installation')
  if vim.fn.has('nvim-0.10') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.error('Neovim 0.10 or newer is required')
  end
  local config = require('refrakt').resolved()
  if not config then
    health.error('the server is not set up', { "Call require('refrakt').setup() in init.lua." })
    return
  end
  check_program(config.cmd)
  if not pcall(vim.treesitter.language.inspect, 'markdown') then
    health.info('no Tree-sitter parser for Markdown: pages are highlighted by syntax rules')
  end
  health.start('refrakt: running servers')
  local clients = vim.lsp.get_clients({ name = 'refrakt' })
  if #clients == 0 then
    health.info('none; the server starts when a page of a Markdoc project is opened')
  end
  for _, client in ipairs(clients) do
    check_client(client)
  end
end

return M
