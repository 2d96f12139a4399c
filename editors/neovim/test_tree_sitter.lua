-- Colours, folds and indentation by the tree-sitter grammar. `.ci/slow/editors` runs it beside
-- `examples`, with the parser and its queries installed; a failure leaves with code 1.

local function captures(line, column)
  return vim.tbl_map(function(capture)
    return capture.capture
  end, vim.treesitter.get_captures_at_pos(0, line - 1, column - 1))
end

local function colours()
  vim.cmd('edit examples/cave.puzzle')
  assert(vim.bo.filetype == 'puzzle')
  vim.treesitter.start(0, 'puzzle')
  vim.treesitter.get_parser(0):parse()
  local expected = { [{ 1, 1 }] = 'comment.documentation', [{ 4, 1 }] = 'keyword', [{ 4, 6 }] = 'function',
    [{ 5, 11 }] = 'constant.numeric', [{ 8, 11 }] = 'keyword', [{ 8, 21 }] = 'constant' }
  for place, capture in pairs(expected) do
    local found = captures(place[1], place[2])
    assert(vim.deep_equal(found, { capture }), vim.inspect(place) .. capture .. vim.inspect(found))
  end
  vim.cmd('edit editors/sample.puzzle')
  vim.treesitter.start(0, 'puzzle')
  vim.treesitter.get_parser(0):parse()
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:find('. 2 |', 1, true) then
      local found = { captures(number, 9), captures(number, 11), captures(number, 13), captures(number, 15) }
      local drawn = { { 'punctuation.delimiter' }, { 'constant.numeric' }, { 'punctuation.delimiter' }, { 'constant' } }
      assert(vim.deep_equal(found, drawn), vim.inspect(found))
    end
  end
  print('colours')
end

local function folds()
  vim.cmd('edit examples/cave.puzzle')
  vim.wo.foldmethod, vim.wo.foldexpr = 'expr', 'v:lua.vim.treesitter.foldexpr()'
  vim.cmd('normal! zx')
  assert(vim.fn.foldlevel(6) == 1 and vim.fn.foldlevel(16) == 0, 'folds of lines 6 and 16')
  print('folds')
end

-- What the formatter wrote is indented as it was; so is what the editors share as a sample.
local function indentation()
  vim.opt.runtimepath:prepend('/usr/share/neovim-treesitter') -- where Debian has nvim-treesitter
  local files = vim.fn.glob('examples/*.puzzle', false, true)
  assert(#files > 20)
  table.insert(files, 'editors/sample.puzzle')
  for _, file in ipairs(files) do
    vim.cmd('edit ' .. file)
    vim.bo.indentexpr = "v:lua.require'nvim-treesitter'.indentexpr()"
    local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    local in_text, stripped = false, {}
    for number, line in ipairs(before) do
      stripped[number] = in_text and line or line:gsub('^ +', '')
      local _, quotes = line:gsub('"""', '')
      in_text = in_text ~= (quotes % 2 == 1)
    end
    vim.api.nvim_buf_set_lines(0, 0, -1, false, stripped)
    vim.cmd('silent normal! gg=G')
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      assert(line == before[number], ('%s:%d: %s'):format(file, number, line))
    end
    vim.cmd('bwipeout!')
  end
  print('indentation of ' .. #files .. ' examples')
end

local ok, failure = pcall(function()
  colours()
  folds()
  indentation()
end)
if not ok then
  print('FAILED: ' .. failure)
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
