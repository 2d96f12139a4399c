" What a person does in Vim with ALE, with the real server. `.ci/editors` runs it in a folder with
" `faulty.puzzle` and `examples`; a failure leaves with code 1, and what it saw is in `seen`.
set nocompatible
let s:sample = expand('<sfile>:p:h:h') . '/sample.puzzle'
execute 'set runtimepath^=' . fnameescape(expand('<sfile>:p:h'))
packadd! ale
filetype plugin indent on
syntax on
set shell=/bin/sh shellpipe=2>&1\|tee\ %s
let g:ale_hover_to_preview = 1
let g:ale_lint_delay = 0
let g:ale_enabled = 0 " a buffer that is gone before the server answers is too much for it

function Say(words) abort
  call writefile([a:words], 'seen', 'a')
endfunction

function Wait(what, Condition) abort
  let end = localtime() + 10
  while !a:Condition()
    if localtime() > end
      throw 'timeout: ' . a:what
    endif
    sleep 20m
  endwhile
endfunction

function Assert(holds, ...) abort
  if !a:holds
    throw 'wrong: ' . string(a:000)
  endif
endfunction

function Colour(line, column) abort
  return substitute(synIDattr(synID(a:line, a:column, 1), 'name'), '^puzzle', '', '')
endfunction

" Indenting leaves what the formatter wrote as it is.
function Examples() abort
  let files = add(glob('examples/*.puzzle', 0, 1), s:sample)
  call Assert(len(files) > 20)
  for file in files
    execute 'edit' file
    let before = getline(1, '$')
    for number in range(1, line('$'))
      if Colour(number, 1) !~# '^\%(TextBlock\|Picture\)'
        call setline(number, substitute(getline(number), '^\s*', '', ''))
      endif
    endfor
    normal! gg=G
    call Assert(getline(1, '$') ==# before, file)
    bwipeout!
  endfor
  call Say(len(files) . ' examples are indented as the formatter does')
endfunction

" Words are keywords where they are.
function Colours() abort
  enew
  setfiletype puzzle
  call setline(1, ['maze cave {', '    steps 5', '    steps -> solve tolls // steps', '}',
        \ 'solve cave => START', 'draw cave => """', '    // {', '    """', 'formula z = -x',
        \ 'theory t {', '    sort A = yes, no', '    rule a = no and no x. b(x)', '}'])
  call Assert(Colour(1, 1) ==# 'Keyword' && Colour(1, 6) ==# 'MazeName')
  call Assert(Colour(2, 5) ==# 'Steps' && Colour(2, 11) ==# 'Number')
  call Assert(Colour(3, 5) ==# 'Node' && Colour(3, 14) ==# 'Maze' && Colour(3, 20) ==# 'Part')
  call Assert(Colour(5, 1) ==# 'Verb' && Colour(5, 15) ==# 'Answer')
  call Assert(Colour(7, 5) ==# 'TextBlock' && Colour(9, 14) ==# 'Variable')
  " What counts is followed by what it counts; alone it is a name.
  call Assert(Colour(11, 19) !=# 'Word' && Colour(12, 14) !=# 'Word' && Colour(12, 21) ==# 'Word')
  bwipeout!
  call Puzzles()
  call Say('colours')
endfunction

" Where `before` and `text` stand one behind the other in the sample, each character of the text has that colour.
function Expect(before, text, colour) abort
  let number = search('\V' . escape(a:before . a:text, '\'), 'w')
  call Assert(number > 0, a:before, a:text)
  let start = col('.') + len(a:before)
  for column in range(start, start + len(a:text) - 1)
    call Assert(Colour(number, column) ==# a:colour, a:before, a:text, column, Colour(number, column))
  endfor
endfunction

" Puzzles by rules of their own, and what is drawn in them.
function Puzzles() abort
  execute 'edit' s:sample
  call Expect('', 'puzzle', 'Keyword')
  call Expect('puzzle monday', ':', 'Behind')
  call Expect('puzzle monday: ', 'stones', 'Rules')
  call Expect('', 'grid', 'Line')
  call Expect('grid Cell = 3 ', 'by', 'Part')
  call Expect('by 3 ', 'in', 'Part')
  call Expect('in ', 'boxes', 'Part')
  call Expect('    ', 'function', 'Declared')
  call Expect('0', '..', 'Arithmetic')
  call Expect('1..9 ', 'or none', 'Part')
  call Expect('-1 ', '// of one stone', 'Comment')
  call Expect('distinct digit ', 'in', 'Part')
  call Expect('b ', 'mod', 'TermWord')
  call Expect('7', '/', 'Arithmetic')
  call Expect('    ', 'sign', 'Line')
  call Expect('sign ', '"n\m"', 'Text')
  call Expect('n ', '->', 'Arithmetic')
  call Expect('rule ', 'sum', 'Puzzle')
  call Expect('', 'exactly', 'Word')
  call Expect('2 ', 'for', 'TermWord')
  call Expect('c ', 'where', 'TermWord')
  call Expect(') ', '<=', 'Arithmetic')
  call Expect('odd: ', 'count', 'Applied')
  call Expect('    ', 'board', 'Drawn')
  call Expect('board ', '"""', 'PictureQuotes')
  call Expect('. ', '2', 'PictureNumber')
  call Expect('2 ', '|', 'PictureSeparator')
  call Expect('', '----+----', 'PictureSeparator')
  call Expect('        ', '{', 'Picture')
  call Expect('| ', '//', 'Picture')
  call Expect('. | ', '1', 'PictureNumber')
  call Expect('. | 1', '\', 'Picture')
  call Expect('    ', 'last', 'Puzzle')
  call Expect('', 'smallest', 'Verb')
  call Expect('smallest monday: ', 'count', 'Applied')
  call Expect(') ', '-', 'Operator')
  call Expect('for c', ':', 'Operator')
  call Expect('', 'largest', 'Verb')
  call Expect(') ', '>=', 'Arithmetic')
  call Expect('', 'why', 'Verb')
  call Expect('why ', 'ask', 'Verb')
  call Expect(') ', '>=', 'Arithmetic')
  call Expect('', 'why', 'Verb')
  call Expect('monday: digit(last) ', '=', 'Operator')
  call Expect('', 'why', 'Verb')
  call Expect('why ', 'solve', 'Verb')
  call Expect('monday ', 'all', 'Keyword')
  bwipeout!
endfunction

" What completion adds to the word before the cursor.
function Offered() abort
  let start = ale#completion#OmniFunc(1, '')
  let base = strpart(getline('.'), start, col('.') - 1 - start)
  return strpart(ale#completion#OmniFunc(0, base)[0].word, len(base))
endfunction

function Session() abort
  edit faulty.puzzle
  ALEEnable
  call Wait('diagnostics', {-> !empty(ale#engine#GetLoclist(bufnr('')))})
  let fault = ale#engine#GetLoclist(bufnr(''))[0]
  call Assert(fault.lnum == 2 && fault.code ==# 'E0202', fault)
  call Say('diagnostic: ' . fault.text)

  " `:make` says the same without a server.
  silent make
  call Assert(len(getqflist()) == 1 && getqflist()[0].lnum == 2 && getqflist()[0].type ==# 'e', getqflist())

  call cursor(2, fault.col)
  let s:answer = '1'
  ALECodeAction
  call Wait('the quick fix', {-> getline(2) ==# 'formula both = (x*y)'})
  ALELint " changes by scripts are no news to it
  call Wait('the fault to go', {-> empty(ale#engine#GetLoclist(bufnr('')))})
  call Say('quick fix')

  call cursor(3, 9)
  ALEHover
  call Wait('hover', {-> !empty(filter(getwininfo(), {_, it -> join(getbufline(it.bufnr, 1, '$')) =~# 'Two at once' && it.bufnr != bufnr('faulty.puzzle')}))})
  pclose
  ALEGoToDefinition
  call Wait('definition', {-> line('.') == 2})
  call Say('hover and definition')

  execute "normal! Govalid bo\<C-r>=Offered()\<CR>"
  call Assert(getline(4) ==# 'valid both', getline(4))
  4delete
  call Say('completion')

  call cursor(3, 9)
  let s:answer = 'pair'
  ALERename
  call Wait('rename', {-> getline(2) ==# 'formula pair = (x*y)' && getline(3) =~# 'pair'})
  normal! gggqG
  call Assert(getline(3) ==# 'solve pair => satisfiable', getline(3))
  call Say('rename and formatting')
endfunction

function Main() abort
  try
    call Examples()
    call Colours()
    " What the person types when ALE asks something.
    runtime autoload/ale/util.vim
    function! ale#util#Input(...)
      return s:answer
    endfunction
    call Session()
  catch
    call Say('FAILED: ' . v:exception . ' ' . v:throwpoint)
    cquit
  endtry
  qall!
endfunction

autocmd VimEnter * ++nested call Main()
