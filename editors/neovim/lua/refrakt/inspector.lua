--- `:RefraktInspect`: a window that shows how the rune at the cursor is read. It follows the cursor until it is closed.

local client_of = require('refrakt.client')
local scratch = require('refrakt.scratch')

local M = {}

local NAME = 'refrakt://inspector'
local REASONS = {
  skipped = 'a required field is expected there',
  ['left-over'] = 'no field is left for it',
  ['extra-zone'] = 'after the last zone',
  preamble = 'before the first section',
  ['not-taken'] = 'the rune does not use it',
}

local function value_text(value)
  return type(value) == 'string' and value or vim.json.encode(value)
end

local function add_attributes(lines, attributes)
  for _, each in ipairs(attributes) do
    if each.range then
      lines[#lines + 1] = ('  %s = %s%s'):format(
        each.name,
        value_text(each.value),
        each.origin == 'unknown' and '  (unknown)' or ''
      )
    elseif each.default ~= nil then
      lines[#lines + 1] = ('  %s = %s  (default)'):format(each.name, value_text(each.default))
    end
  end
end

local function add_body(lines, body)
  lines[#lines + 1] = ''
  lines[#lines + 1] = ('## %s: %s'):format(body.rune, body.kind)
  for _, field in ipairs(body.fields) do
    local name = table.concat(vim.list_extend(vim.deepcopy(field.path), { field.name }), '.')
    local state = field.missing and 'missing' or field.optional and #field.parts == 0 and 'not used' or nil
    lines[#lines + 1] = ('- %s (%s)%s'):format(name, field.takes, state and ': ' .. state or '')
    for _, part in ipairs(field.parts) do
      lines[#lines + 1] = ('  %d: %s %s'):format(part.range.start.line + 1, part.kind, part.text or '')
    end
  end
  for _, section in ipairs(body.sections) do
    lines[#lines + 1] = ('- section %s%s'):format(section.name, section.becomes and ': ' .. section.becomes or '')
    for name, value in vim.spairs(section.values or {}) do
      lines[#lines + 1] = ('  %s = %s'):format(name, value)
    end
  end
  for _, lost in ipairs(body.lost) do
    local part = lost.part
    lines[#lines + 1] = ('- line %d is not rendered: %s, %s'):format(
      part.range.start.line + 1,
      part.kind,
      REASONS[lost.reason] or lost.reason
    )
  end
end

--- The lines of the inspector for a result of `refrakt/inspect`.
---@param found table?
---@return string[]
function M.lines(found)
  if not found then
    return { 'No rune is at the cursor.' }
  end
  local lines = { ('# %s (%s)'):format(found.rune, found.package), found.about, '' }
  if #found.attributes > 0 then
    lines[#lines + 1] = '## Attributes'
    add_attributes(lines, found.attributes)
  end
  if found.content and found.content ~= '' then
    vim.list_extend(lines, { '', '## Content', '  expects ' .. found.content })
  end
  for _, body in ipairs(found.bodies) do
    add_body(lines, body)
  end
  if #found.problems > 0 then
    vim.list_extend(lines, { '', '## Problems' })
    for _, each in ipairs(found.problems) do
      local text = ('- line %d: %s (%s)'):format(each.range.start.line + 1, each.message, each.code)
      lines[#lines + 1] = text
    end
  end
  return lines
end

local function show(page)
  local client = client_of.of_buffer(page)
  local buffer = scratch.find(NAME)
  if not client or not buffer then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  client_of.request(client, 'refrakt/inspect', params, function(found)
    if vim.api.nvim_buf_is_valid(buffer) then
      scratch.set_lines(buffer, M.lines(found))
    end
  end, page)
end

--- Open the inspector.
function M.open()
  local page = vim.api.nvim_get_current_buf()
  if not client_of.get(page) then
    return
  end
  local buffer = scratch.open(NAME, 'markdown')
  local group = vim.api.nvim_create_augroup('refrakt_inspector', {})
  vim.api.nvim_create_autocmd({ 'CursorHold', 'CursorMoved', 'InsertLeave' }, {
    group = group,
    callback = function(event)
      if not vim.api.nvim_buf_is_valid(buffer) then
        return true -- removes the autocommand
      end
      show(event.buf)
    end,
  })
  show(page)
end

return M
