-- How the language server is started: the form of Neovim 0.11, which `plugin/puzzle.lua` reads for
-- older ones.
return {
  cmd = { 'puzzle', 'lsp' },
  filetypes = { 'puzzle', 'maze', 'dots-and-boxes', 'dimacs', 'qdimacs', 'davis-putnam', 'qcir', 'tptp' },
  root_markers = { '.git' },
}
