" Settings of a buffer with a file of Puzzle; also for Neovim.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

" The canonical form of `puzzle fmt`: four columns, no tabs.
setlocal expandtab shiftwidth=4 softtabstop=4
setlocal comments=:///,:// commentstring=//\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal formatprg=puzzle\ fmt\ -
setlocal suffixesadd=.puzzle include=^\\s*import
let b:match_words = '{:},(:)'
compiler puzzle

let b:undo_ftplugin = 'setlocal expandtab< shiftwidth< softtabstop< comments< commentstring<'
      \ . ' formatoptions< formatprg< suffixesadd< include< makeprg< errorformat< | unlet! b:match_words b:current_compiler'
