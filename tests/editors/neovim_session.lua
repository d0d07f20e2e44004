-- What a writer would do in Neovim with one page, and what they would see. The page and the file that takes what was
-- seen (JSON) are named by the environment; whether it is right is the test's to say.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local seen = { version = tostring(vim.version()), way = vim.lsp.enable and 'enable' or 'start' }
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

local function find(text)
  local line, column = unpack(vim.fn.searchpos([[\V]] .. text, 'cnw'))
  return { line, column - 1 }
end

local function write()
  vim.cmd.edit(page)
  local buffer = vim.api.nvim_get_current_buf()
  seen.filetype = vim.bo[buffer].filetype
  wait('the server', function()
    local client = vim.lsp.get_clients({ bufnr = buffer, name = 'refrakt' })[1]
    return client and client.initialized
  end)
  local client = vim.lsp.get_clients({ bufnr = buffer, name = 'refrakt' })[1]
  seen.root, seen.encoding = client.config.root_dir, client.offset_encoding

  wait('diagnostics', function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  seen.diagnostics = vim.tbl_map(function(each)
    return {
      code = each.code,
      line = each.lnum,
      start = each.col,
      stop = each.end_col,
      severity = each.severity,
      source = each.source,
      message = each.message,
    }
  end, vim.diagnostic.get(buffer))

  vim.api.nvim_win_set_cursor(0, find('hint type'))
  vim.lsp.buf.hover()
  wait('hover', function()
    seen.hover = floating_text()
    return seen.hover ~= nil
  end)
  vim.cmd.fclose({ bang = true })

  -- A tag is begun in a new last line, and the built-in completion (CTRL-X CTRL-O) is asked what could follow.
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { '', '{% hin' })
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buffer), 6 })
  seen.omnifunc = vim.bo[buffer].omnifunc
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/completion', place, WAIT) or {}
  for _, each in pairs(answers) do
    local items = each.result and (each.result.items or each.result) or {}
    seen.completion = vim.tbl_map(function(item)
      return item.label
    end, items)
  end

  -- The mistake is mended as a writer would do it, by typing.
  vim.cmd('%substitute/hnit/hint/g')
  vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})
  wait('the diagnostics to go', function()
    return #vim.diagnostic.get(buffer) == 0
  end)

  if vim.lsp.enable then
    vim.lsp.enable('refrakt', false)
  else
    client.stop()
  end
  wait('the server to end', function()
    return #vim.lsp.get_clients({ name = 'refrakt' }) == 0
  end)
end

local fine, why = pcall(write)
if not fine then
  seen.failure = tostring(why)
  local log = vim.lsp.get_log_path()
  seen.log = vim.uv.fs_stat(log) and table.concat(vim.fn.readfile(log), '\n') or ''
end
vim.fn.writefile({ vim.json.encode(seen) }, answer)
vim.cmd.qall({ bang = true })
