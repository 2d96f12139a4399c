" One step in a block, one for a line that goes on within parentheses; texts are left alone.
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
  return max([indent, 0])
endfunction
