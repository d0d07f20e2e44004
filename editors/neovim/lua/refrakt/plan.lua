--- `:RefraktPlan`: the items of the plan that are ready, in the quickfix list; `:RefraktPlan status` shows the state of the whole plan.

local client_of = require('refrakt.client')
local scratch = require('refrakt.scratch')

local M = {}

local NAME = 'refrakt://plan'

local function show_ready(client)
  client_of.run(client, { 'plan', 'next', '--count', '200', '--format', 'json' }, function(output)
    local found = vim.json.decode(output)
    client_of.run(client, { 'detect', '--format', 'json' }, function(project)
      local folder = vim.json.decode(project).context.plan.dir
      local entries = vim.tbl_map(function(item)
        local details = vim.tbl_filter(function(each)
          return type(each) == 'string'
        end, { item.type, item.priority, item.complexity })
        return {
          filename = vim.fs.joinpath(client.config.root_dir, folder, item.file),
          lnum = 1,
          text = ('%s %s (%s)'):format(item.id, item.title, table.concat(details, ', ')),
        }
      end, found.items)
      if #entries == 0 then
        client_of.warn('no item of the plan is ready')
        return
      end
      vim.fn.setqflist({}, ' ', { title = 'Plan: ready items', items = entries })
      vim.cmd('botright copen')
    end)
  end)
end

local function show_status(client)
  client_of.run(client, { 'plan', 'status', '--format', 'text' }, function(output)
    local buffer = scratch.open(NAME, 'markdown')
    scratch.set_lines(buffer, { (output:gsub('\n$', '')) })
  end)
end

---@param what? string `next` or `status`
function M.open(what)
  local client = client_of.get()
  if not client then
    return
  end
  if what == 'status' then
    show_status(client)
  elseif what == nil or what == '' or what == 'next' then
    show_ready(client)
  else
    client_of.warn("unknown argument '" .. what .. "'; use `next` or `status`")
  end
end

return M
