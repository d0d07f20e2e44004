--- The client of refrakt for a buffer. Neovim 0.10 has functions where later versions have methods.

local M = {}

--- Call a method of a client.
---@param client vim.lsp.Client
---@param method string
function M.call(client, method, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[method](client, ...)
  end
  return client[method](...)
end

--- The client of a buffer; else any client of refrakt, with a message if there is none.
---@param buffer? integer
---@return vim.lsp.Client?
function M.get(buffer)
  local client = M.of_buffer(buffer or 0) or vim.lsp.get_clients({ name = 'refrakt' })[1]
  if not client then
    M.warn('no language server is running; open a page of a Markdoc project, or see :checkhealth refrakt')
  end
  return client
end

--- The client that a buffer is attached to.
---@param buffer integer
---@return vim.lsp.Client?
function M.of_buffer(buffer)
  return vim.lsp.get_clients({ bufnr = buffer, name = 'refrakt' })[1]
end

--- Send a request. Errors are shown, and `use` gets the result only if there is none.
---@param client vim.lsp.Client
---@param method string
---@param params any
---@param use fun(result: any)
---@param buffer? integer
function M.request(client, method, params, use, buffer)
  M.call(client, 'request', method, params, function(failure, result)
    if failure then
      M.warn(failure.message)
    else
      use(result)
    end
  end, buffer)
end

--- Run the program of a client with other arguments in the project folder, without a shell.
---@param client vim.lsp.Client
---@param arguments string[]
---@param use fun(output: string)
function M.run(client, arguments, use)
  local command = client.config.cmd
  if type(command) ~= 'table' then
    M.warn('`cmd` is a function; commands of refrakt need a command line')
    return
  end
  -- The command line ends with `lsp` and its options.
  local program = {}
  for _, word in ipairs(command) do
    if word == 'lsp' then
      break
    end
    program[#program + 1] = word
  end
  local options = { cwd = client.config.root_dir, text = true }
  local ok, failure = pcall(vim.system, vim.list_extend(program, arguments), options, vim.schedule_wrap(function(done)
    if done.code == 0 then
      use(done.stdout)
    else
      local message = vim.trim(done.stderr ~= '' and done.stderr or done.stdout)
      M.warn((message:gsub('^refrakt: ', '')))
    end
  end))
  if not ok then
    M.warn(tostring(failure))
  end
end

function M.warn(message)
  vim.notify('refrakt: ' .. message, vim.log.levels.WARN)
end

return M
