-- How the language server is started: the form of Neovim 0.11, which `plugin/puzzle.lua` reads for
-- older ones.
return {
  cmd = { 'puzzle', 'lsp' },
  filetypes = { 'puzzle' },
  root_markers = { '.git' },
}
