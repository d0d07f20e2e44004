--- Starts the server again after a crash, for the buffers it was attached to.
---
--- A server that was stopped on request is not started again, and neither is one that crashes more than three times in three minutes.

local M = {}

local WINDOW = 3 * 60 -- seconds
local CRASHES = 3
local DELAY = 200 -- milliseconds, after which Neovim has removed the old client
local SIGTERM = 15 -- how Neovim stops a server by force

---@type table<integer, table<integer, true>> by client: the buffers it was attached to
local attached = {}
---@type integer[] when the server crashed
local crashes = {}

--- Whether to start a server again that has ended. One that never ran would not run then either.
local function is_restarted(client_id, code, signal)
  local is_crash = (code ~= 0 or signal ~= 0) and signal ~= SIGTERM
  if not is_crash or not attached[client_id] or vim.v.exiting ~= vim.NIL then
    return false
  end
  local now = os.time()
  crashes = vim.tbl_filter(function(each)
    return now - each < WINDOW
  end, crashes)
  crashes[#crashes + 1] = now
  return #crashes <= CRASHES
end

--- A client is attached to a buffer.
---@param client_id integer
---@param buffer integer
function M.attached(client_id, buffer)
  attached[client_id] = attached[client_id] or {}
  attached[client_id][buffer] = true
end

--- The handler `on_exit` of the client.
M.on_exit = vim.schedule_wrap(function(code, signal, client_id)
  local buffers, start = attached[client_id], is_restarted(client_id, code, signal)
  attached[client_id] = nil
  if not start then
    return
  end
  vim.defer_fn(function()
    local refrakt = require('refrakt')
    for buffer in pairs(buffers) do
      local root = vim.api.nvim_buf_is_loaded(buffer) and refrakt.root(buffer)
      if root then
        vim.lsp.start(vim.tbl_extend('force', refrakt.resolved(), { root_dir = root }), { bufnr = buffer })
      end
    end
  end, DELAY)
end)

return M
