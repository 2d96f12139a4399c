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

local function session()
  vim.cmd('edit faulty.puzzle')
  assert(vim.bo.filetype == 'puzzle' and vim.bo.shiftwidth == 4, 'the settings of the file type')
  wait('the server', function()
    return #(vim.lsp.get_clients or vim.lsp.get_active_clients)() == 1
  end)
  local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
  wait('diagnostics', function()
    return #vim.diagnostic.get(0) > 0
  end)

  local function ask(method, more, params)
    params = params or vim.lsp.util.make_position_params(0, client.offset_encoding)
    params = vim.tbl_extend('force', params, more or {})
    local answers, failure = vim.lsp.buf_request_sync(0, method, params, 10000)
    local answer = answers and answers[client.id]
    assert(answer and not answer.err and not answer.error, method .. vim.inspect(answer or failure))
    return answer.result
  end

  local found = vim.diagnostic.get(0)
  assert(#found == 1 and found[1].code == 'E0202' and found[1].lnum == 1, vim.inspect(found))
  print('diagnostic: ' .. found[1].message)

  put_cursor(2, 'x*y')
  local range = vim.lsp.util.make_range_params(0, client.offset_encoding)
  range.context = { diagnostics = { found[1].user_data.lsp }, only = { 'quickfix' } }
  local action = ask('textDocument/codeAction', range)[1]
  print('quick fix: ' .. action.title)
  action = action.edit and action or ask('codeAction/resolve', nil, action)
  vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  assert(line(2) == 'formula both = (x*y)', line(2))
  wait('the fault to go', function()
    return #vim.diagnostic.get(0) == 0
  end)

  put_cursor(3, 'both')
  local hover = ask('textDocument/hover').contents.value
  assert(hover:find('Two at once', 1, true), hover)
  local definition = ask('textDocument/definition')
  definition = definition[1] or definition
  assert((definition.range or definition.targetSelectionRange).start.line == 1, vim.inspect(definition))
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
  local edit = ask('textDocument/rename', { newName = 'pair' })
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  assert(line(2) == 'formula pair = (x*y)' and line(3):find('pair', 1, true), line(2) .. line(3))
  local edits = ask('textDocument/formatting', { options = { tabSize = 4, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, 0, client.offset_encoding)
  assert(line(3) == 'solve pair => satisfiable', line(3))
  print('rename and formatting')

  put_cursor(3, 'pair')
  vim.cmd('Puzzle solve')
  wait('the answer', function()
    return vim.fn.execute('messages'):find('x=1', 1, true)
  end)
  print('the answer of :Puzzle solve')
end

local ok, failure = pcall(session)
if not ok then
  print('FAILED: ' .. failure .. '\n' .. vim.fn.execute('messages'))
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
