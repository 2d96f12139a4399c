" One step in a block, one for a line that goes on within parentheses and for the parts of an
" action; texts are left alone.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=PuzzleIndent(v:lnum) indentkeys=0},0),!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*PuzzleIndent')
  finish
endif

function s:Syntax(lnum, col) abort
  return synIDattr(synID(a:lnum, a:col, 1), 'name')
endfunction

" Whether a line begins in a text that began above.
function s:IsInText(lnum) abort
  return a:lnum > 1 && s:Syntax(a:lnum, 1) =~# '^puzzle\%(TextBlock\|Picture\)'
endfunction

" How many parentheses or braces a line leaves open; what is in comments and texts does not count.
function s:Opened(lnum) abort
  let line = getline(a:lnum)
  let opened = 0
  let col = match(line, '[(){}]')
  while col >= 0
    if s:Syntax(a:lnum, col + 1) !~# 'Comment\|Text\|Picture'
      let opened += line[col] =~# '[({]' ? 1 : -1
    endif
    let col = match(line, '[(){}]', col + 1)
  endwhile
  return opened
endfunction

" Whether a line begins with a part of the action above.
function s:IsPart(lnum) abort
  let col = match(getline(a:lnum), '^\s*\zs\%(when\|then\)\>')
  " A line that was indented since it was last asked about is read anew only after another one.
  call s:Syntax(1, 1)
  return col >= 0 && s:Syntax(a:lnum, col + 1) ==# 'puzzleLine'
endfunction

" The line on which what ends on this one begins.
function s:Beginning(lnum) abort
  let [number, opened] = [a:lnum, s:Opened(a:lnum)]
  while opened < 0 && number > 1
    let number -= 1
    let opened += s:Opened(number)
  endwhile
  return number
endfunction

function PuzzleIndent(lnum) abort
  if s:IsInText(a:lnum)
    return -1
  endif
  let above = prevnonblank(a:lnum - 1)
  while above > 0 && s:IsInText(above)
    let above = prevnonblank(above - 1)
  endwhile
  if above == 0
    return 0
  endif
  let opened = s:Opened(above)
  let indent = indent(above)
  if opened > 0
    let indent += shiftwidth()
  elseif opened < 0 && getline(above) !~# '^\s*[})]'
    let indent -= shiftwidth()
  endif
  if getline(a:lnum) =~# '^\s*[})]'
    let indent -= shiftwidth()
  endif
  if opened <= 0
    let indent += shiftwidth() * (s:IsPart(a:lnum) - s:IsPart(s:Beginning(above)))
  endif
  return max([indent, 0])
endfunction
