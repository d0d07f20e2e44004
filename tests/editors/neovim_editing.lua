-- What a writer does in Neovim besides typing: going to what a link means, renaming, mending, tidying. The page and the file that
-- takes what was seen (JSON) are named by the environment; whether it is right is the test's to say.

local page, answer = vim.env.REFRAKT_PAGE, vim.env.REFRAKT_ANSWER
local seen = {}
local WAIT = 60000 -- milliseconds; only a failure takes that long

local function wait(what, found)
  if not vim.wait(WAIT, found, 20) then
    error('waited in vain for ' .. what)
  end
end

-- Versions differ in how they tell of nothing.
local function is_there(value)
  return value ~= nil and value ~= vim.NIL
end

local function stand_on(text)
  local line, column = unpack(vim.fn.searchpos([[\V]] .. text, 'cw'))
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
end

local function text_of(name)
  local buffer = vim.fn.bufadd(vim.fs.joinpath(vim.fs.dirname(page), name))
  vim.fn.bufload(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

local function session()
  vim.cmd.edit(page)
  local buffer = vim.api.nvim_get_current_buf()
  local client
  wait('the server', function()
    client = vim.lsp.get_clients({ bufnr = buffer, name = 'refrakt' })[1]
    return client and client.initialized
  end)

  seen.commands = client.config.capabilities.experimental.commands.commands
  seen.progress = (client.capabilities or client.config.capabilities).window.workDoneProgress

  local function ask(method, params)
    local reply = client.request_sync and client:request_sync(method, params, WAIT, buffer)
    return reply and reply.result
  end
  if vim.fn.has('nvim-0.11') == 0 then
    ask = function(method, params)
      local reply = client.request_sync(method, params, WAIT, buffer)
      return reply and reply.result
    end
  end

  wait('the pages', function()
    local status = ask('refrakt/status', vim.empty_dict())
    local root = status.roots[1]
    return is_there(root.pages) and not is_there(root.indexing) and not root.busy
  end)

  -- Where a link leads.
  stand_on('setup#linux')
  vim.cmd('normal! f#l')
  vim.lsp.buf.definition()
  wait('the other page', function()
    return vim.api.nvim_buf_get_name(0):find('setup%.md$') ~= nil
  end)
  seen.definition = { vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.api.nvim_win_get_cursor(0)[1] }
  vim.cmd.edit(page)

  -- A heading gets another name, from a link to it.
  stand_on('setup#linux')
  vim.cmd('normal! f#l')
  vim.lsp.buf.rename('Debian')
  wait('the new name', function()
    return text_of('index.md'):find('setup#debian', 1, true) ~= nil
  end)
  seen.renamed = { text_of('index.md'), text_of('docs/setup.md') }

  -- A mistake is mended by the first action that is offered for it.
  stand_on('hnit')
  wait('the problem', function()
    return #vim.diagnostic.get(buffer, { lnum = vim.api.nvim_win_get_cursor(0)[1] - 1 }) > 0
  end)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.isPreferred
    end,
  })
  wait('the mended word', function()
    return not text_of('index.md'):find('hnit', 1, true)
  end)
  seen.mended = text_of('index.md')

  -- The page is tidied up.
  vim.lsp.buf.format({ name = 'refrakt', timeout_ms = WAIT })
  seen.formatted = text_of('index.md')

  -- The name of a rune is taken away and another one typed: the closing tag follows. Nobody is there to press keys, so the
  -- editor is told what has happened.
  if vim.lsp.linked_editing_range then
    vim.lsp.linked_editing_range.enable(true, { client_id = client.id })
    stand_on('hint type')
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    local function linked(length)
      wait('both names to be linked', function()
        local found = {}
        for name, space in pairs(vim.api.nvim_get_namespaces()) do
          if name:find('linked_editing_range', 1, true) then
            vim.list_extend(found, vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true }))
          end
        end
        return #found == 2 and found[1][4].end_col - found[1][3] == length
      end)
    end
    local function type_over(length, word)
      linked(length)
      vim.api.nvim_buf_set_text(buffer, row - 1, column, row - 1, column + length, { word })
      vim.api.nvim_exec_autocmds('TextChanged', { buffer = buffer })
    end
    vim.api.nvim_exec_autocmds('CursorMoved', { buffer = buffer })
    type_over(#'hint', '')
    seen.emptied = text_of('index.md')
    type_over(0, 'card')
    seen.retyped = text_of('index.md')
    type_over(#'card', 'hint')
  end

  -- Colours come from the server: Neovim has no grammar for tags.
  stand_on('hint type')
  wait('colours', function()
    seen.tokens = vim.tbl_map(function(each)
      return each.type
    end, vim.lsp.semantic_tokens.get_at_pos() or {})
    return #seen.tokens > 0
  end)

  -- The outline.
  local document = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  seen.symbols = vim.tbl_map(function(each)
    return each.name
  end, ask('textDocument/documentSymbol', document))
end

local fine, why = pcall(session)
if not fine then
  seen.failure = tostring(why)
  local log = vim.lsp.get_log_path()
  seen.log = vim.uv.fs_stat(log) and table.concat(vim.fn.readfile(log), '\n') or ''
end
vim.fn.writefile({ vim.json.encode(seen) }, answer)
vim.cmd.qall({ bang = true })
