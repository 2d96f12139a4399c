" The language server for ALE, which finds this file in the runtime path.
call ale#Set('puzzle_executable', 'puzzle')

call ale#linter#Define('puzzle', {
\   'name': 'puzzle',
\   'lsp': 'stdio',
\   'executable': {buffer -> ale#Var(buffer, 'puzzle_executable')},
\   'command': '%e lsp',
\   'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
\})
