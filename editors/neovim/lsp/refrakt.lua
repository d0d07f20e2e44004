-- The config for `vim.lsp.enable('refrakt')` (Neovim 0.11 and later).

local refrakt = require('refrakt')

return vim.tbl_extend('error', refrakt.config(), {
  root_dir = function(buffer, start)
    local root = refrakt.root(buffer)
    if root then
      start(root)
    end
  end,
})
