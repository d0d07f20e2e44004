--- `:RefraktMcp [CLIENT]`: the entry that registers refrakt in an MCP client, in a window and in the unnamed register.

local client_of = require('refrakt.client')
local scratch = require('refrakt.scratch')

local M = {}

M.CLIENTS = { 'claude-code', 'claude-desktop', 'codex', 'cursor', 'vscode', 'zed' }

---@param name? string a client that `refrakt mcp --print-config` knows
function M.open(name)
  local client = client_of.get()
  if not client then
    return
  end
  name = name ~= '' and name or 'claude-code'
  client_of.run(client, { 'mcp', '--print-config', name }, function(output)
    local buffer = scratch.open('refrakt://mcp', name == 'codex' and 'toml' or 'json')
    scratch.set_lines(buffer, { (output:gsub('\n$', '')) })
    vim.fn.setreg('"', output)
  end)
end

return M
