" `:make` answers every query of the file, and the quickfix list shows what is wrong.
if exists('current_compiler')
  finish
endif
let current_compiler = 'puzzle'

CompilerSet makeprg=puzzle\ test\ --format\ short\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror[%m,%f:%l:%c:\ %tarning[%m,%f:%l:%c:\ %tint[%m
