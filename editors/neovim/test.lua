-- What a person does in Neovim, against the real server: `.ci/editors` runs it in a folder with
-- `faulty.puzzle`. Prints what it saw; a failure leaves with code 1.

local function wait(what, condition)
  assert(vim.wait(10000, condition, 20), 'timeout: ' .. what)
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1]
end

local function cursor(number, text)
  local column = line(number):find(text, 1, true)
  vim.api.nvim_win_set_cursor(0, { number, column - 1 })
end

local function said(expected)
  wait('message with ' .. expected, function()
    return vim.fn.execute('messages'):find(expected, 1, true)
  end)
end

local function session()
  vim.cmd('edit faulty.puzzle')
  assert(vim.bo.filetype == 'puzzle' and vim.bo.shiftwidth == 4)
  wait('diagnostics', function()
    return #vim.diagnostic.get(0) > 0
  end)
  local client = vim.lsp.get_client_by_id(vim.lsp.get_active_clients()[1].id)

  local function ask(method, more)
    local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
    params = vim.tbl_extend('force', params, more or {})
    local answer = vim.lsp.buf_request_sync(0, method, params, 10000)
    answer = assert(answer and answer[client.id], method .. ': no answer')
    assert(not answer.error, method .. ': ' .. vim.inspect(answer.error))
    return answer.result
  end

  local found = vim.diagnostic.get(0)
  print(('diagnostic %d:%d %s [%s]'):format(found[1].lnum + 1, found[1].col + 1, found[1].message, found[1].code))
  assert(#found == 1 and found[1].code == 'E0202')

  cursor(1, 'x*y')
  local range = vim.lsp.util.make_range_params(0, client.offset_encoding)
  range.context = { diagnostics = { found[1].user_data.lsp }, only = { 'quickfix' } }
  local actions = ask('textDocument/codeAction', range)
  print('action ' .. actions[1].title)
  local action = actions[1].edit and actions[1]
    or vim.lsp.buf_request_sync(0, 'codeAction/resolve', actions[1], 10000)[client.id].result
  vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  assert(line(1):find('(x*y)', 1, true), line(1))
  wait('no diagnostics', function()
    return #vim.diagnostic.get(0) == 0
  end)

  cursor(2, 'both')
  local hover = ask('textDocument/hover').contents
  print('hover ' .. vim.inspect(hover.value))
  assert(hover.value:find('both', 1, true) and hover.value:find('Two at once', 1, true))

  local definition = ask('textDocument/definition')
  definition = vim.tbl_islist(definition) and definition[1] or definition
  assert((definition.range or definition.targetSelectionRange).start.line == 1)
end
