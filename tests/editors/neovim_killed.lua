-- Opens a page, writes the answer when it is checked, and goes on until it is killed.

vim.cmd.edit(vim.env.REFRAKT_PAGE)
local timer = vim.uv.new_timer()
timer:start(0, 50, vim.schedule_wrap(function()
  if #vim.diagnostic.get(0) > 0 and timer:is_active() then
    timer:stop()
    vim.fn.writefile({ '{}' }, vim.env.REFRAKT_ANSWER)
  end
end))
