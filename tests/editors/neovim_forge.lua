-- An agent of Forge in Neovim: a problem with its range, a hover, a completion; and a YAML file that is none of Forge's.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local seen = {}
local WAIT = 60000 -- milliseconds; only a failure takes that long

local function wait(what, found)
  if not vim.wait(WAIT, found, 20) then
    error('timed out: ' .. what)
  end
end

local function floating_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
end

local function clients(buffer)
  return vim.tbl_map(function(each)
    return { each.name, each.config.root_dir }
  end, vim.lsp.get_clients({ bufnr = buffer }))
end

local function session()
  vim.cmd.edit(page)
  local buffer = vim.api.nvim_get_current_buf()
  seen.filetype = vim.bo[buffer].filetype
  wait('the problem', function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  seen.clients = clients(buffer)
  seen.problems = vim.tbl_map(function(each)
    return { each.code, each.lnum, each.col, each.end_col }
  end, vim.diagnostic.get(buffer))

  vim.fn.search('temperature')
  vim.lsp.buf.hover()
  wait('the hover', function()
    seen.hover = floating_text()
    return seen.hover ~= nil
  end)
  vim.cmd.fclose({ bang = true })

  local line = vim.fn.search('provider:')
  vim.api.nvim_buf_set_lines(buffer, line - 1, line, true, { '  provider: ' })
  local client = vim.lsp.get_clients({ bufnr = buffer })[1]
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.position = { line = line - 1, character = 12 }
  local reply = vim.lsp.buf_request_sync(buffer, 'textDocument/completion', params, WAIT)
  seen.completion = vim.tbl_map(function(each)
    return each.label
  end, reply[client.id].result.items)

  vim.cmd.edit({ vim.fs.dirname(page) .. '/../../outside.yaml', bang = true })
  seen.outside = { vim.bo.filetype, #clients(vim.api.nvim_get_current_buf()) }
end

local fine, why = pcall(session)
if not fine then
  seen.failure = tostring(why)
  local log = vim.lsp.get_log_path()
  seen.log = vim.uv.fs_stat(log) and table.concat(vim.fn.readfile(log), '\n') or ''
end
vim.fn.writefile({ vim.json.encode(seen) }, answer)
vim.cmd.qall({ bang = true })
