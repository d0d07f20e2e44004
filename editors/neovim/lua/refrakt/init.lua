--- Starts `refrakt lsp` for the pages of a project: Markdoc files anywhere, Markdown files inside a project.
---
--- From Neovim 0.11 on the editor manages the server itself (`vim.lsp.enable`), and `lsp/refrakt.lua` hands it what
--- is written here. Neovim 0.10 has no such manager, so `setup` does its part there.

local M = {}

-- The server finds the top of a project by the same marks (server/refrakt/project/roots.py).
local MARKS = {
  'refrakt.config.json',
  'markdoc.config.json',
  'plan/specs',
  'plan/work',
  'plan/bugs',
  'plan/decisions',
  'plan/milestones',
}

local function exists(folder, name)
  return vim.uv.fs_stat(vim.fs.joinpath(folder, name)) ~= nil
end

local function is_project(folder)
  for _, name in ipairs(MARKS) do
    if exists(folder, name) then
      return true
    end
  end
  -- In the user's home it holds what all projects share.
  return exists(folder, '.fractary') and folder ~= vim.uv.os_homedir()
end

--- The folder that the server works in for a buffer, or nil where the buffer is none of its business.
---@param buffer integer
---@return string?
function M.root(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then
    return nil
  end
  for folder in vim.fs.parents(file) do
    if is_project(folder) then
      return folder
    end
  end
  if vim.bo[buffer].filetype == 'markdoc' then
    return vim.fs.root(buffer, '.git') or vim.fs.dirname(file)
  end
  return nil
end

--- What is the same for every version of Neovim.
---@return vim.lsp.ClientConfig
function M.config()
  -- The server may name a command of ours (plugin/refrakt.lua) in its lenses. What the editor can do by itself is not said here:
  -- said twice, it would count more than what a user sets for all servers.
  local can = { experimental = { commands = { commands = { 'refrakt.showReferences' } } } }
  return {
    name = 'refrakt',
    cmd = { 'refrakt', 'lsp' },
    -- The allocator of the system returns the memory of closed files; Python's own keeps most of it.
    cmd_env = { PYTHONMALLOC = vim.env.PYTHONMALLOC or 'malloc' },
    filetypes = { 'markdoc', 'markdown' },
    capabilities = can,
  }
end

local function start_where_it_belongs(config)
  local function start(buffer)
    local root = M.root(buffer)
    if root then
      -- A client of this name and root that runs already is used for this buffer, too.
      vim.lsp.start(vim.tbl_extend('force', config, { root_dir = root }), { bufnr = buffer })
    end
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('refrakt', {}),
    pattern = config.filetypes,
    callback = function(event)
      start(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.list_contains(config.filetypes, vim.bo[buffer].filetype) then
      start(buffer)
    end
  end
end

--- Has the server started for every fitting buffer, open ones and later ones.
---@param options? vim.lsp.ClientConfig what to change of `config`: `cmd`, `settings`, `on_attach` and the like
function M.setup(options)
  if vim.lsp.enable then
    vim.lsp.config('refrakt', options or {})
    vim.lsp.enable('refrakt')
  else
    local usual = { capabilities = vim.lsp.protocol.make_client_capabilities() }
    start_where_it_belongs(vim.tbl_deep_extend('force', usual, M.config(), options or {}))
  end
end

return M
