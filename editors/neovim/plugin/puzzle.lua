-- Starts the language server for each file of Puzzle, and adds the command `:Puzzle`, which asks the
-- server about the declaration or the query under the cursor. For Neovim 0.7 and later.

local function start_server(buffer)
  if vim.lsp.enable then -- Neovim 0.11 does it all.
    return
  end
  local client = vim.g.puzzle_client
  if not client or not vim.lsp.get_client_by_id(client) then
    local config = dofile(vim.api.nvim_get_runtime_file('lsp/puzzle.lua', false)[1])
    config.name, config.root_dir = 'puzzle', vim.fn.getcwd()
    client = vim.lsp.start_client(config)
    vim.g.puzzle_client = client
  end
  vim.lsp.buf_attach_client(buffer, client)
end

if vim.lsp.enable then
  vim.lsp.enable('puzzle')
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'puzzle',
  callback = function(event)
    start_server(event.buf)
    -- With the tree-sitter grammar installed its colours are used, without it those of `syntax/`.
    pcall(vim.treesitter.start, event.buf, 'puzzle')
  end,
})

local commands = { 'solve', 'why', 'bestMove', 'play', 'draw', 'test' }

vim.api.nvim_create_user_command('Puzzle', function(call)
  local place = vim.lsp.util.make_position_params(0, 'utf-16')
  vim.lsp.buf_request(0, 'workspace/executeCommand', {
    command = 'puzzle.server.' .. call.args,
    arguments = { { uri = place.textDocument.uri, position = place.position } },
  }, function(err)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
    end
  end)
end, {
  nargs = 1,
  complete = function()
    return commands
  end,
})
