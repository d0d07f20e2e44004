-- A plan in Neovim: a problem in an entity, the card of an id, and another id for what it names, in all files and in the name of one.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local seen = {}
local WAIT = 60000 -- milliseconds; only a failure takes that long

local function wait(what, found)
  if not vim.wait(WAIT, found, 20) then
    error('waited in vain for ' .. what)
  end
end

local function floating_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
end

local function stand_on(text)
  local line, column = unpack(vim.fn.searchpos([[\V]] .. text, 'cnw'))
  vim.api.nvim_win_set_cursor(0, { line, column })
end

local function session()
  vim.cmd.edit(page)
  local buffer = vim.api.nvim_get_current_buf()
  wait('the problem', function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  seen.problems = vim.tbl_map(function(each)
    return { each.code, each.lnum, each.col, each.end_col }
  end, vim.diagnostic.get(buffer))

  stand_on('WORK-002')
  vim.lsp.buf.hover()
  wait('the card', function()
    seen.card = floating_text()
    return seen.card ~= nil
  end)
  vim.cmd.fclose({ bang = true })

  vim.lsp.buf.rename('WORK-900')
  wait('the new id', function()
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find('WORK-900', 1, true) ~= nil
  end)
  vim.cmd.wall()
end

local fine, why = pcall(session)
if not fine then
  seen.failure = tostring(why)
  local log = vim.lsp.get_log_path()
  seen.log = vim.uv.fs_stat(log) and table.concat(vim.fn.readfile(log), '\n') or ''
end
vim.fn.writefile({ vim.json.encode(seen) }, answer)
vim.cmd.qall({ bang = true })
