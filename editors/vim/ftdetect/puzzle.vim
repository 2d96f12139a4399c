autocmd BufRead,BufNewFile *.puzzle setfiletype puzzle
" What other programs write and the language server reads.
autocmd BufRead,BufNewFile *.maze setfiletype maze
autocmd BufRead,BufNewFile *.dots setfiletype dots-and-boxes
autocmd BufRead,BufNewFile *.cnf,*.dimacs setfiletype dimacs
autocmd BufRead,BufNewFile *.qdimacs setfiletype qdimacs
autocmd BufRead,BufNewFile *.dp setfiletype davis-putnam
autocmd BufRead,BufNewFile *.qcir setfiletype qcir
autocmd BufRead,BufNewFile *.tptp setfiletype tptp
" Others end so as well.
autocmd BufRead,BufNewFile *.p if search('^\s*\%(fof\|cnf\|include\)\s*(', 'nw') | set filetype=tptp | endif
