--- Starts `refrakt lsp` for Markdoc files, for Markdown files inside a project, and for YAML and JSON files below `.fractary`.
---
--- From Neovim 0.11 on, `vim.lsp.enable` manages the server with the config in `lsp/refrakt.lua`. For 0.10, `setup` starts it.

local M = {}

--- The client config in Neovim 0.10, where `vim.lsp.config` does not have it.
---@type vim.lsp.ClientConfig?
M.current = nil

-- The server uses the same root markers (server/refrakt/project/project_root.py).
local ROOT_MARKERS = {
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
  for _, name in ipairs(ROOT_MARKERS) do
    if exists(folder, name) then
      return true
    end
  end
  -- `~/.fractary` is shared by all projects.
  return exists(folder, '.fractary') and folder ~= vim.uv.os_homedir()
end

local PAGE_FILETYPES = { 'markdoc', 'markdown' }
local DEFINITION_FILETYPES = { 'yaml', 'json', 'jsonc' }

--- Whether a file may be one of Forge: its definitions and configuration are below `.fractary`.
local function is_below_fractary(file)
  return vim.fs.normalize(file):find('/.fractary/', 1, true) ~= nil
end

local SCHEMA_FILES = { 'markdoc.config.mjs', 'markdoc.config.js', 'markdoc.config.mts', 'markdoc.config.ts' }
local MARKDOC_PACKAGES = {
  '@markdoc/markdoc',
  '@markdoc/next.js',
  '@astrojs/markdoc',
  '@astrojs/starlight-markdoc',
  'markdoc-svelte',
  'svelte-markdoc-preprocess',
  '@keystatic/core',
}

--- Whether a folder is an npm package that uses Markdoc.
local function is_markdoc_package(folder)
  for _, name in ipairs(SCHEMA_FILES) do
    if exists(folder, name) then
      return true
    end
  end
  local file = io.open(vim.fs.joinpath(folder, 'package.json'), 'r')
  local text = file and file:read(1048576) or ''
  if file then
    file:close()
  end
  for _, name in ipairs(MARKDOC_PACKAGES) do
    if text and text:find('"' .. name .. '"', 1, true) then
      return true
    end
  end
  return false
end

--- The root folder of the server for a buffer, or nil if the server does not handle the buffer.
---@param buffer integer
---@return string?
function M.root(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then
    return nil
  end
  local filetype = vim.bo[buffer].filetype
  if vim.list_contains(DEFINITION_FILETYPES, filetype) and not is_below_fractary(file) then
    return nil
  end
  local package, repository
  for folder in vim.fs.parents(file) do
    if is_project(folder) then
      return folder
    end
    if not package and not repository and is_markdoc_package(folder) then
      package = folder
    end
    repository = repository or exists(folder, '.git')
  end
  if package then
    return package
  end
  if filetype == 'markdoc' then
    return vim.fs.root(buffer, '.git') or vim.fs.dirname(file)
  end
  return nil
end

--- The client config for all versions of Neovim.
---@return vim.lsp.ClientConfig
function M.config()
  -- The client-side command for code lenses (plugin/refrakt.lua). Neovim's own capabilities are not repeated here: they would override
  -- what the user configures for all servers.
  local capabilities = {
    experimental = { commands = { commands = { 'refrakt.showReferences' } }, scrollEditor = true },
  }
  return {
    name = 'refrakt',
    cmd = { 'refrakt', 'lsp' },
    -- The system allocator returns the memory of closed files; Python's own keeps most of it.
    cmd_env = { PYTHONMALLOC = vim.env.PYTHONMALLOC or 'malloc' },
    filetypes = vim.list_extend(vim.deepcopy(PAGE_FILETYPES), DEFINITION_FILETYPES),
    capabilities = capabilities,
    on_exit = function(...)
      require('refrakt.restart').on_exit(...)
    end,
    handlers = {
      ['refrakt/scrollEditor'] = function(...)
        require('refrakt.preview').scroll_editor(...)
      end,
    },
  }
end

local has_warned = false

--- Whether the program of the server can be started. If not, a message says so once.
local function is_installed(command)
  if type(command) ~= 'table' or vim.fn.executable(command[1]) == 1 then
    return true
  end
  if not has_warned then
    has_warned = true
    local message = 'refrakt: `%s` is not installed or not on the PATH; see :checkhealth refrakt'
    vim.notify(message:format(command[1]), vim.log.levels.WARN)
  end
  return false
end

--- Call a function with the root folder of each matching buffer, current and future.
local function for_matching_buffers(filetypes, use)
  local function visit(buffer)
    local root = M.root(buffer)
    if root then
      use(buffer, root)
    end
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('refrakt', {}),
    pattern = filetypes,
    callback = function(event)
      visit(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.list_contains(filetypes, vim.bo[buffer].filetype) then
      visit(buffer)
    end
  end
end

--- The client config with the overrides of the user; nil before `setup` in Neovim 0.10.
---@return vim.lsp.ClientConfig?
function M.resolved()
  return vim.lsp.enable and vim.lsp.config.refrakt or M.current
end

--- Start the server for all matching buffers, current and future.
---@param options? vim.lsp.ClientConfig overrides of `config`: `cmd`, `settings`, `on_attach` …
function M.setup(options)
  local enable = vim.lsp.enable
  if enable then
    vim.lsp.config('refrakt', options or {})
    enable('refrakt')
  else
    local defaults = { capabilities = vim.lsp.protocol.make_client_capabilities() }
    M.current = vim.tbl_deep_extend('force', defaults, M.config(), options or {})
  end
  local config = M.resolved()
  for_matching_buffers(config.filetypes, function(buffer, root)
    if is_installed(config.cmd) and not enable then
      -- Reuses a running client with the same name and root.
      vim.lsp.start(vim.tbl_extend('force', config, { root_dir = root }), { bufnr = buffer })
    end
  end)
end

return M
