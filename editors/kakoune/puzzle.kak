# Files of Puzzle: colours, indentation, comments and, with kak-lsp, the language server.

hook global BufCreate .*[.]puzzle %{
    set-option buffer filetype puzzle
}

hook global BufSetOption filetype=puzzle %{
    set-option buffer comment_line '//'
    set-option buffer indentwidth 4
    # Without kak-lsp there is no such option.
    try %{
        set-option buffer lsp_servers %{
            [puzzle]
            command = "puzzle"
            args = ["lsp"]
            root_globs = [".git", ".hg"]
        }
    }
}

hook global WinSetOption filetype=puzzle %{
    require-module puzzle
    add-highlighter window/puzzle ref puzzle
    hook window InsertChar \n -group puzzle-indent puzzle-indent-new-line
    hook window InsertChar [)\x7d] -group puzzle-indent puzzle-indent-closing
    hook -once -always window WinSetOption filetype=.* %{
        remove-highlighter window/puzzle
        remove-hooks window puzzle-indent
    }
}

provide-module puzzle %§

# A word is a keyword where its line and the block around it make it one.
add-highlighter shared/puzzle regions
add-highlighter shared/puzzle/documentation region '///' '$' fill documentation
add-highlighter shared/puzzle/comment region '//' '$' fill comment
add-highlighter shared/puzzle/block-text region '"""' '"""' fill string
add-highlighter shared/puzzle/text region '"' '"|$' fill string

add-highlighter shared/puzzle/item default-region group
add-highlighter shared/puzzle/item/ regex '\b\d+\b' 0:value
add-highlighter shared/puzzle/item/ regex '=>|<->|->|!=|[<>]=?|\.\.|[-*+/=:∧∨¬→↔≠≤≥]' 0:operator
add-highlighter shared/puzzle/item/ regex '\b[a-z]\b' 0:variable
add-highlighter shared/puzzle/item/ regex '=>([^\n"/]*)' 1:value
add-highlighter shared/puzzle/item/ regex '^\h*(formula|clauses|maze|game|theory|puzzle)\h+(\w+)' 1:keyword 2:function
add-highlighter shared/puzzle/item/ regex '^\h*(import|allow|warn|deny)\b' 1:meta
# Indented it is a setting of a game.
add-highlighter shared/puzzle/item/ regex '^variables\b' 0:keyword
add-highlighter shared/puzzle/item/ regex '^\h*(?:(why)\h+)?(solve|shortest|draw|simplify|count|valid|eval|equivalent|play2win|line|moves|compare|prove|ask|smallest|largest|why)\b' 1:keyword 2:keyword
add-highlighter shared/puzzle/item/ regex '\S\h+(by|after)\b' 1:keyword
add-highlighter shared/puzzle/item/ regex '^\h*solve\h[^\n]*\S\h+(all)\b(?=\h*(\d|=>|//|by|$))' 1:keyword
add-highlighter shared/puzzle/item/ regex '=\h*(file)\b' 1:keyword

add-highlighter shared/puzzle/game region '^\h*game\b[^\n{]*:[^\n{]*\{' '\}' regions
add-highlighter shared/puzzle/game/comment region '//' '$' fill comment
add-highlighter shared/puzzle/game/block-text region '"""' '"""' fill string
add-highlighter shared/puzzle/game/line default-region group
add-highlighter shared/puzzle/game/line/ regex '[-*+]|[∧∨¬]' 0:operator
add-highlighter shared/puzzle/game/line/ regex '\b[a-z]\b' 0:variable
add-highlighter shared/puzzle/game/line/ regex '(?:^|\{)\h*(\w+)' 1:attribute
add-highlighter shared/puzzle/game/line/ regex '^\h*(game)\h+(\w+)\h*:\h*([^\s{]+)' 1:keyword 2:function 3:type

add-highlighter shared/puzzle/clauses region '^\h*clauses\b[^\n{=]*\{' '\}' regions
add-highlighter shared/puzzle/clauses/comment region '//' '$' fill comment
add-highlighter shared/puzzle/clauses/line default-region group
add-highlighter shared/puzzle/clauses/line/ regex '[-¬]' 0:operator
add-highlighter shared/puzzle/clauses/line/ regex '\b\d+\b' 0:value
add-highlighter shared/puzzle/clauses/line/ regex '^\h*(clauses)\h+(\w+)\h*\{' 1:keyword 2:function

add-highlighter shared/puzzle/maze region '^\h*maze\b[^\n{=]*\{' '\}' regions
add-highlighter shared/puzzle/maze/comment region '//' '$' fill comment
add-highlighter shared/puzzle/maze/line default-region group
add-highlighter shared/puzzle/maze/line/ regex '->|→' 0:operator
add-highlighter shared/puzzle/maze/line/ regex '\b\d+\b' 0:value
add-highlighter shared/puzzle/maze/line/ regex '(?:^|\{)\h*(\w+)' 1:variable
add-highlighter shared/puzzle/maze/line/ regex '(?:^|\{)\h*(steps)\h+\w' 1:keyword
add-highlighter shared/puzzle/maze/line/ regex '[^\s{]\h*\b(treasures|tolls)\b' 1:keyword
add-highlighter shared/puzzle/maze/line/ regex '\b(START|GOAL)\b' 1:builtin
add-highlighter shared/puzzle/maze/line/ regex '^\h*(maze)\h+(\w+)\h*\{' 1:keyword 2:function

# A theory on a single line has no drawing.
add-highlighter shared/puzzle/theory region '^\h*theory\b[^\n{=]*\{(?=[^\n]*\})' '\}' regions
add-highlighter shared/puzzle/theory/comment region '//' '$' fill comment
add-highlighter shared/puzzle/theory/line default-region group
add-highlighter shared/puzzle/theory/line/ regex '<->|->|!=|[=∧∨¬→↔≠∀∃]' 0:operator
add-highlighter shared/puzzle/theory/line/ regex '\b\d+\b' 0:value
add-highlighter shared/puzzle/theory/line/ regex '\b[a-z]\b' 0:variable
add-highlighter shared/puzzle/theory/line/ regex '(\w+)\(' 1:function
add-highlighter shared/puzzle/theory/line/ regex '\b(all|some|no|exactly)\b(?=\h+(?!(?:and|or|mod|for|where|becomes|when|then|in)\b)\w)' 1:operator
add-highlighter shared/puzzle/theory/line/ regex '\b(at\h+(?:least|most)|one|and|or|not|true|false)\b' 1:operator
add-highlighter shared/puzzle/theory/line/ regex '(?:^|\{)\h*(sort|predicate|function|constant|distinct|rule)\h+\w' 1:keyword
add-highlighter shared/puzzle/theory/line/ regex '^\h*(theory)\h+(\w+)\h*\{' 1:keyword 2:function

# A drawing may hold braces, so this block ends with a line that is nothing else.
add-highlighter shared/puzzle/puzzle region '^\h*(?:(?:puzzle|theory)\b[^\n{=]*|game\h+\w+\h*)\{\h*(?://[^\n]*)?$' '^\h*\}\h*(?://[^\n]*)?$' regions
add-highlighter shared/puzzle/puzzle/documentation region '///' '$' fill documentation
add-highlighter shared/puzzle/puzzle/comment region '//' '$' fill comment
add-highlighter shared/puzzle/puzzle/drawing region '^\h*\w+\h*"""' '"""' ref puzzle-picture
add-highlighter shared/puzzle/puzzle/picture region '"""' '"""' ref puzzle-picture
add-highlighter shared/puzzle/puzzle/text region '"' '"|$' fill string
add-highlighter shared/puzzle/puzzle/line default-region group
add-highlighter shared/puzzle/puzzle/line/ regex '<->|->|!=|[<>]=?|\.\.|[-+*/=∧∨¬→↔≠≤≥∀∃]' 0:operator
add-highlighter shared/puzzle/puzzle/line/ regex '\b\d+\b' 0:value
add-highlighter shared/puzzle/puzzle/line/ regex '\b[a-z]\b' 0:variable
add-highlighter shared/puzzle/puzzle/line/ regex '(\w+)\(' 1:function
add-highlighter shared/puzzle/puzzle/line/ regex '\b(all|some|no|exactly)\b(?=\h+(?!(?:and|or|mod|for|where|becomes|when|then|in)\b)\w)' 1:operator
add-highlighter shared/puzzle/puzzle/line/ regex '\b(at\h+(?:least|most)|one|and|or|not|true|false)\b' 1:operator
add-highlighter shared/puzzle/puzzle/line/ regex '\b(for|where|mod|becomes)\b(?![:.,)])' 1:operator
add-highlighter shared/puzzle/puzzle/line/ regex '\d\h+(by)\h+\d' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '\b(in\h+boxes)\b' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '^\h*distinct\h[^\n]*\h(in)\h' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '\b(or\h+none)\h*$' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '(?:^|\{)\h*(sort|predicate|function|constant|distinct|rule|grid|given|define|action|players|wins|loses|score)\h+\w' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '(?:^|\{)\h*(start|goal|when|then)\h+[^\s=.,<>)-]' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '^\h*(?:action|when)\h[^\n]*?\h(when|then)\h' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '(?:^|\{)\h*(sign)\h' 1:keyword
add-highlighter shared/puzzle/puzzle/line/ regex '^\h*(puzzle|theory|game)\h+(\w+)(?:\h*:\h*([^\s{]+))?' 1:keyword 2:function 3:function

# What is drawn, perhaps behind its name.
add-highlighter shared/puzzle-picture group
add-highlighter shared/puzzle-picture/ regex '[^\s"|+.-]+' 0:variable
add-highlighter shared/puzzle-picture/ regex '\d+' 0:value
add-highlighter shared/puzzle-picture/ regex '[|+.-]+' 0:comment
add-highlighter shared/puzzle-picture/ regex '"""' 0:string
add-highlighter shared/puzzle-picture/ regex '^\h*(\w+)\h*"""' 1:function

# One step deeper behind a bracket; a line that only closes one stands where the bracket's line does.
# A brace is written \x7b or \x7d, because Kakoune counts braces in commands.
define-command -hidden puzzle-indent-new-line %{
    evaluate-commands -draft -itersel %{
        try %{ execute-keys -draft <semicolon> K <a-&> }
        try %{ execute-keys -draft k x <a-k> [(\x7b]\h*(//[^\n]*)?\n\z <ret> j <a-gt> }
        try %{ execute-keys -draft x s ^\h*\K[)\x7d] <ret> <a-lt> }
    }
}
define-command -hidden puzzle-indent-closing %{
    try %{ execute-keys -draft -itersel h x <a-k> ^\h+[)\x7d]$ <ret> <a-lt> }
}

§
