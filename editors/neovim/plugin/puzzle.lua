-- Starts the language server for each file of Puzzle and of the formats that it reads, and adds the command `:Puzzle`,
-- which asks the server about the declaration or the query under the cursor. For Neovim 0.7 and later.

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

local config = dofile(vim.api.nvim_get_runtime_file('lsp/puzzle.lua', false)[1])

vim.api.nvim_create_autocmd('FileType', {
  pattern = config.filetypes,
  callback = function(event)
    start_server(event.buf)
    if event.match == 'puzzle' then
      -- With the tree-sitter grammar installed its colours are used, without it those of `syntax/`.
      pcall(vim.treesitter.start, event.buf, 'puzzle')
    end
  end,
})

local function say_error(err)
  vim.notify(err.message, vim.log.levels.ERROR)
end

-- Asks the server about the place of the cursor, with further parameters.
local function ask(method, more, show)
  local place = vim.lsp.util.make_position_params(0, 'utf-16')
  vim.lsp.buf_request(0, method, vim.tbl_extend('force', place, more), function(err, found)
    if err then
      say_error(err)
    elseif found and found ~= vim.NIL then
      show(found)
    else
      vim.notify('There is no puzzle under the cursor.')
    end
  end)
end

-- A window with lines that are only looked at; `q` closes it.
local function show_lines(name, lines)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
  vim.wo.wrap = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo.modifiable = false
  vim.api.nvim_win_set_height(0, math.min(#lines, math.floor(vim.o.lines / 2)))
  vim.keymap.set('n', 'q', '<cmd>close<cr>', { buffer = buffer, desc = 'Close ' .. name })
end

-- The picture with its solution, in characters.
local function draw()
  ask('puzzle/live', { show = 'picture', solution = true }, function(live)
    local lines = vim.split(live.answer.text, '\n', { trimempty = true })
    for _, note in ipairs(live.answer.notes) do
      table.insert(lines, note.text)
    end
    show_lines(live.name, lines)
  end)
end

-- A play in a terminal, of the file as it was saved.
local function play()
  local file = vim.api.nvim_buf_get_name(0)
  ask('puzzle/live', { show = 'picture' }, function(live)
    if not live.isPlayed then
      return vim.notify(live.name .. ' is no game', vim.log.levels.ERROR)
    end
    local arguments = { config.cmd[1], 'play', file }
    -- A file of another format is all about one game.
    if file:match('%.puzzle$') then
      table.insert(arguments, live.name)
    end
    vim.cmd('botright new')
    vim.fn.termopen(arguments)
    vim.cmd('startinsert')
  end)
end

-- The editor of `puzzle serve` in the browser, over the folder of the file: pictures, steps and boards.
local function browse()
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':p:h')
  vim.fn.jobstart({ config.cmd[1], 'serve', '--port', '0', folder }, {
    on_stdout = function(_, lines)
      local address = lines[1] and lines[1]:match('http://%S+')
      if address then
        vim.notify(address)
        if vim.ui.open then -- from 0.10 on
          vim.ui.open(address)
        end
      end
    end,
  })
end

local commands = { draw = draw, play = play, browse = browse }
for _, name in ipairs({ 'solve', 'why', 'bestMove', 'test' }) do
  commands[name] = function()
    local place = vim.lsp.util.make_position_params(0, 'utf-16')
    vim.lsp.buf_request(0, 'workspace/executeCommand', {
      command = 'puzzle.server.' .. name,
      arguments = { { uri = place.textDocument.uri, position = place.position } },
    }, function(err)
      if err then
        say_error(err)
      end
    end)
  end
end

vim.api.nvim_create_user_command('Puzzle', function(call)
  local command = commands[call.args]
  if command then
    command()
  else
    vim.notify('There is no command ' .. call.args, vim.log.levels.ERROR)
  end
end, {
  nargs = 1,
  complete = function()
    local names = vim.tbl_keys(commands)
    table.sort(names)
    return names
  end,
})
