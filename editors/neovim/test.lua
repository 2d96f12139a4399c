-- What a person does in Neovim, with the real server. `.ci/editors` runs it in a folder with
-- `faulty.puzzle`; a failure leaves with code 1.

local function wait(what, condition)
  assert(vim.wait(10000, condition, 20), 'timeout: ' .. what)
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1]
end

local function put_cursor(number, text)
  vim.api.nvim_win_set_cursor(0, { number, line(number):find(text, 1, true) - 1 })
end

-- Runs what the page beside this file says for `init.lua`.
local function follow_page()
  local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')
  local page = table.concat(vim.fn.readfile(folder .. '/neovim/README.md'), '\n')
  local count = 0
  for block in page:gmatch('```lua\n(.-)```') do
    local code = block:gsub('PUZZLE/editors', folder)
    assert(loadstring(code))()
    count = count + 1
  end
  assert(count == 2, count .. ' blocks on the page')
  -- What `init.lua` puts on the runtime path is found before plugins are read; here they were.
  vim.cmd('runtime! ftdetect/*.vim plugin/puzzle.lua')
  print('the page is followed')
end

local function session()
  follow_page()
  vim.cmd('edit faulty.puzzle')
  for _, keys in ipairs({ 'K', 'gd', 'grt', 'grn', 'gra', 'grl', 'grf' }) do
    assert(vim.fn.maparg(keys, 'n', false, true).buffer == 1, 'the keys ' .. keys)
  end
  assert(vim.bo.filetype == 'puzzle' and vim.bo.shiftwidth == 4, 'the settings of the file type')
  wait('the server', function()
    return #(vim.lsp.get_clients or vim.lsp.get_active_clients)() == 1
  end)
  local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
  wait('diagnostics', function()
    return #vim.diagnostic.get(0) > 0
  end)

  local function ask(method)
    local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
    local answers, failure = vim.lsp.buf_request_sync(0, method, params, 10000)
    local answer = answers and answers[client.id]
    assert(answer and not answer.err and not answer.error, method .. vim.inspect(answer or failure))
    return answer.result
  end

  local found = vim.diagnostic.get(0)
  assert(#found == 1 and found[1].code == 'E0202' and found[1].lnum == 1, vim.inspect(found))
  print('diagnostic: ' .. found[1].message)

  put_cursor(2, 'x*y')
  vim.ui.select = function(actions, _, choose)
    choose(actions[1], 1)
  end
  vim.lsp.buf.code_action()
  wait('the quick fix', function()
    return line(2) == 'formula both = (x*y)'
  end)
  wait('the fault to go', function()
    return #vim.diagnostic.get(0) == 0
  end)
  print('quick fix')

  put_cursor(3, 'both')
  local hover = ask('textDocument/hover').contents.value
  assert(hover:find('Two at once', 1, true), hover)
  vim.lsp.buf.definition()
  wait('the definition', function()
    return vim.api.nvim_win_get_cursor(0)[1] == 2
  end)
  print('hover and definition')

  vim.api.nvim_buf_set_lines(0, 3, 4, false, { 'valid bo' })
  vim.api.nvim_win_set_cursor(0, { 4, 8 })
  local completion = ask('textDocument/completion')
  local labels = vim.tbl_map(function(item)
    return item.label
  end, completion.items or completion)
  assert(vim.tbl_contains(labels, 'both'), vim.inspect(labels))
  vim.api.nvim_buf_set_lines(0, 3, 4, false, {})
  print('completion: ' .. table.concat(labels, ' '))

  put_cursor(3, 'both')
  vim.lsp.buf.rename('pair')
  wait('the new name', function()
    return line(2) == 'formula pair = (x*y)' and line(3):find('pair', 1, true)
  end)
  if vim.lsp.buf.format then
    vim.lsp.buf.format()
  else -- Neovim 0.7
    vim.lsp.buf.formatting_sync()
  end
  assert(line(3) == 'solve pair => satisfiable', line(3))
  print('rename and formatting')

  vim.cmd('doautocmd InsertLeave')
  wait('lenses', function()
    return #vim.lsp.codelens.get(vim.api.nvim_get_current_buf()) > 0
  end)
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'solve   pair => satisfiable' })
  vim.api.nvim_feedkeys('grf', 'x', false)
  wait('the formatted line', function()
    return line(3) == 'solve pair => satisfiable'
  end)
  assert(vim.v.errmsg == '', vim.v.errmsg)
  print('lenses, and the keys of the page')

  -- Asks about the item under the cursor, and waits until the answer is told.
  local function say(command, text)
    vim.cmd('messages clear')
    vim.cmd('Puzzle ' .. command)
    wait('the answer of :Puzzle ' .. command, function()
      return vim.fn.execute('messages'):find(text, 1, true)
    end)
  end
  put_cursor(3, 'pair')
  say('solve', 'x=1')
  say('why', 'no other values are left by')
  say('test', 'solve pair: satisfiable')

  vim.cmd('Puzzle draw')
  wait('the picture', function()
    return vim.bo.buftype == 'nofile' and line(1) == '*=1 y=1'
  end)
  vim.cmd('close')
  vim.fn.writefile({ 'game pair: chopsticks {', '    moves 10', '}', 'theory one {', '    sort Cat = Tom', '}',
    'prove one: Tom = Tom' }, 'game.puzzle')
  vim.cmd('edit! game.puzzle')
  wait('the server in another file', function()
    return #(vim.lsp.get_clients or vim.lsp.buf_get_clients)(vim.lsp.get_clients and { bufnr = 0 }) > 0
  end)
  say('bestMove', 'LR is as good')
  print('the answers of :Puzzle solve, why, test and bestMove')
  put_cursor(7, 'Tom')
  vim.lsp.buf.type_definition()
  wait('the sort', function()
    return vim.api.nvim_win_get_cursor(0)[1] == 5
  end)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.cmd('Puzzle play')
  wait('the play in a terminal', function()
    return vim.bo.buftype == 'terminal' and table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false)):find('pair', 1, true)
  end)
  vim.cmd('bwipeout!')
  vim.cmd('Puzzle browse')
  wait('the address of the page', function()
    return vim.fn.execute('messages'):find('http://127.0.0.1', 1, true)
  end)
  print('picture, play and page')

  vim.fn.writefile({ 'p cnf 2 1', '1 +2 0' }, 'small.cnf')
  vim.cmd('edit small.cnf')
  wait('what is wrong in clauses', function()
    local told = vim.diagnostic.get(0)
    return #told == 1 and told[1].code == 'E0401' and told[1].lnum == 1
  end)
  print('diagnostic in DIMACS')
end

local ok, failure = pcall(session)
if not ok then
  print('FAILED: ' .. failure .. '\n' .. vim.fn.execute('messages'))
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
