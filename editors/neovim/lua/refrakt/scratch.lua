--- A window with text that is made by refrakt, beside the page.

local M = {}

--- The window and buffer of a name, which are made unless they exist. The current window stays current.
---@param name string
---@param filetype string
---@return integer buffer, integer window
function M.open(name, filetype)
  local buffer = M.find(name)
  if not buffer then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].modifiable = false
    vim.bo[buffer].filetype = filetype
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  end
  local window = vim.fn.win_findbuf(buffer)[1]
  if not window then
    local current = vim.api.nvim_get_current_win()
    vim.cmd('botright vertical sbuffer ' .. buffer)
    window = vim.api.nvim_get_current_win()
    vim.wo[window].wrap = false
    vim.api.nvim_set_current_win(current)
  end
  return buffer, window
end

---@param name string
---@return integer?
function M.find(name)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_valid(buffer) and vim.endswith(vim.api.nvim_buf_get_name(buffer), name) then
      return buffer
    end
  end
end

---@param buffer integer
---@param lines string[]
function M.set_lines(buffer, lines)
  local whole = {}
  for _, line in ipairs(lines) do
    vim.list_extend(whole, vim.split(line, '\n', { plain = true }))
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, whole)
  vim.bo[buffer].modifiable = false
end

return M
