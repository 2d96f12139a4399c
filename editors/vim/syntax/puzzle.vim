" Words are keywords only where a line gives them that role, so everything hangs on the first word
" of a line and on the block around it.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_,192-255
" A text may have begun any number of lines above.
syntax sync fromstart

syntax match puzzleComment "//.*$" contains=@Spell
syntax match puzzleDocComment "///.*$" contains=@Spell
syntax match puzzleText /"[^"]*"/
syntax region puzzleTextBlock start=/"""/ end=/"""/
syntax match puzzleNumber "\<\d\+\>"
syntax match puzzleOperator "[-+*=:,&|^~!]\|[∧∨¬→]"
syntax match puzzleVariable "\<\l\>"
syntax cluster puzzleToken contains=puzzleComment,puzzleDocComment,puzzleText,puzzleTextBlock,puzzleNumber,puzzleOperator

" Items of the file.
syntax match puzzleKeyword "^\s*\zs\%(formula\|clauses\|maze\|game\|theory\|puzzle\)\>" skipwhite nextgroup=puzzleName
syntax match puzzleKeyword "^\s*\zs\%(import\|allow\|warn\|deny\)\>"
" Indented it is a setting of a game.
syntax match puzzleKeyword "^variables\>"
syntax match puzzleVerb "^\s*\zs\%(why\>\%(\s\+\%(solve\|shortest\|draw\|simplify\|count\|valid\|eval\|equivalent\|play2win\|line\|moves\|compare\|prove\|ask\|smallest\|largest\)\>\)\?\|solve\|shortest\|draw\|simplify\|count\|valid\|eval\|equivalent\|play2win\|line\|moves\|compare\|prove\|ask\|smallest\|largest\)\>"
syntax match puzzleKeyword "\%(^\s*\|=>.*\)\@<!\<\%(by\|after\)\>"
syntax match puzzleKeyword "\%(^\s*\%(why\s\+\)\?solve\s.*\S\s\+\)\@<=all\>\%(\s*\%(\d\|=>\|//\|by\|$\)\)\@="
syntax match puzzleKeyword "\%(=\s*\)\@<=file\>"
syntax match puzzleName "\K\k*" contained
syntax match puzzleArrow "=>"
syntax match puzzleAnswer "\%(=>.*\)\@<=\%(\<\l\>\)\@!\<\K\k*\>"

" Blocks: the kind of a block is the word that its line starts with.
syntax match puzzleKeyword "^\s*\zsgame\>\ze.*{" skipwhite nextgroup=puzzleGameName
syntax match puzzleKeyword "^\s*\zsclauses\>\ze.*{" skipwhite nextgroup=puzzleClausesName
syntax match puzzleKeyword "^\s*\zsmaze\>\ze.*{" skipwhite nextgroup=puzzleMazeName
syntax match puzzleKeyword "^\s*\zstheory\>\ze.*{" skipwhite nextgroup=puzzleTheoryName
syntax match puzzleKeyword "^\s*\zspuzzle\>\ze.*{" skipwhite nextgroup=puzzlePuzzleName
syntax match puzzleKeyword "^\s*\zsgame\>\ze\s\+\k\+\s*\%({\|:\s*\%(\%(formula\|subtract-square\|chopsticks\|tippy\|dots\)\s*{\)\@!.*{\)" skipwhite nextgroup=puzzlePuzzleName
syntax match puzzleGameName "\K\k*" contained skipwhite nextgroup=puzzleColon
syntax match puzzleColon ":" contained skipwhite nextgroup=puzzleKind
syntax match puzzleKind "[^{ ]\+" contained skipwhite nextgroup=puzzleGame
syntax match puzzleClausesName "\K\k*" contained skipwhite nextgroup=puzzleClauses
syntax match puzzleMazeName "\K\k*" contained skipwhite nextgroup=puzzleMaze
syntax match puzzleTheoryName "\K\k*" contained skipwhite nextgroup=puzzleTheory
syntax match puzzlePuzzleName "\K\k*" contained skipwhite nextgroup=puzzleBehind,puzzlePuzzle
syntax match puzzleBehind ":" contained skipwhite nextgroup=puzzleRules
syntax match puzzleRules "[^{ ]\+" contained skipwhite nextgroup=puzzlePuzzle

syntax region puzzleGame start="{" end="}" contained fold contains=@puzzleToken,puzzleSetting,puzzleVariable,puzzleGroup
syntax region puzzleGroup start="(" end=")\|\ze}" contained transparent contains=@puzzleToken,puzzleVariable,puzzleGroup
syntax match puzzleSetting "\%(^\|{\)\s*\zs\K\k*" contained
syntax region puzzleClauses start="{" end="}" contained fold contains=@puzzleToken
syntax region puzzleMaze start="{" end="}" contained fold contains=@puzzleToken,puzzleNode,puzzleSteps,puzzlePart,puzzleEnd
syntax match puzzleNode "\%(^\|{\)\s*\zs\k\+" contained
syntax match puzzleSteps "\%(^\|{\)\s*\zssteps\>\%(\s*->\)\@!" contained
syntax match puzzlePart "\%(\%(^\|{\)\s*\)\@<!\<\%(treasures\|tolls\)\>" contained
syntax match puzzleEnd "\<\%(START\|GOAL\)\>" contained
syntax match puzzleArrow "->\|→" contained containedin=puzzleMaze

" Sentences, in a theory and behind the colon of a query.
syntax cluster puzzleSentence contains=puzzleWord,puzzleApplied
syntax region puzzleAsked start="\%(^\s*\%(why\s\+\)\?\%(prove\|ask\|equivalent\|smallest\|largest\|why\)\s\+\k\+\s*\)\@<=:" end="\ze=>\|$" contains=@puzzleToken,@puzzleSentence,@puzzleTerm,puzzleVariable,puzzleKeyword keepend
syntax match puzzleApplied "\K\k*\ze\s*(" contained
" What counts is followed by what it counts; alone it may be the name of a thing.
syntax match puzzleWord "\<\%(all\|some\|no\|exactly\)\>\ze\s\+\%(\%(and\|or\|mod\|for\|where\|becomes\|when\|then\|in\)\>\)\@!\k" contained
syntax match puzzleWord "\<\%(at\s\+\%(least\|most\)\|one\|and\|or\|not\|true\|false\)\>\|[∀∃]" contained
syntax match puzzleDeclared "\%(^\|{\)\s*\zs\%(sort\|predicate\|function\|constant\|distinct\|rule\)\>\ze\s\+\k" contained

" Theories and puzzles by rules of their own.
syntax cluster puzzleTerm contains=puzzleArithmetic,puzzleTermWord
syntax region puzzlePuzzle start="{" end="}" contained fold contains=@puzzleToken,@puzzleSentence,@puzzleTerm,puzzleVariable,puzzleDeclared,puzzleLine,puzzlePart,puzzleDrawn,puzzlePicture
syntax region puzzleTheory start="{" end="}" contained fold contains=@puzzleToken,@puzzleSentence,@puzzleTerm,puzzleVariable,puzzleDeclared,puzzleLine,puzzlePart,puzzleDrawn,puzzlePicture
syntax match puzzleArithmetic "<\?->\|[<>]=\?\|[≤≥≠↔]\|\.\.\|/\ze[^/]" contained
syntax match puzzleTermWord "\<\%(for\|where\|mod\|becomes\)\>\%(\s*[:.,=<>)]\)\@!" contained
syntax match puzzleLine "\%(^\|{\)\s*\zs\%(grid\|given\|define\|players\|wins\|loses\|score\)\>\ze\s\+\k" contained
syntax match puzzleLine "\%(^\|{\)\s*\zsaction\>\ze\s\+\k" contained
syntax match puzzleLine "\%(^\|{\)\s*\zs\%(start\|goal\|when\|then\)\>\ze\s\+[^ \t=.,<>)-]" contained
syntax match puzzlePart "\%(^\s*\%(action\|when\)\s.*\)\@<=\<\%(when\|then\)\>\ze\s" contained
syntax match puzzlePart "\%(^\s*\%(grid\|distinct\)\s.*\)\@<=\<\%(in\|boxes\|by\)\>\|\<or\s\+none\>\ze\s*\%(//\|}\|$\)" contained
syntax match puzzleDrawn "\%(^\|{\)\s*\zs\K\k*\ze\s*\"" contained
syntax match puzzleLine "\%(^\|{\)\s*\zssign\ze\s*\"" contained
syntax region puzzlePicture matchgroup=puzzlePictureQuotes start=/"""/ end=/"""/ contained contains=puzzlePictureNumber,puzzlePictureSeparator
syntax match puzzlePictureNumber "\d\+" contained
syntax match puzzlePictureSeparator "[-|+.]\+" contained

highlight default link puzzleComment Comment
highlight default link puzzleDocComment SpecialComment
highlight default link puzzleText String
highlight default link puzzleTextBlock String
highlight default link puzzleNumber Number
highlight default link puzzleOperator Operator
highlight default link puzzleArrow Operator
highlight default link puzzleColon Operator
highlight default link puzzleVariable Identifier
highlight default link puzzleKeyword Keyword
highlight default link puzzleVerb Statement
highlight default link puzzlePart Keyword
highlight default link puzzleSteps Keyword
highlight default link puzzleSetting Keyword
highlight default link puzzleName Function
highlight default link puzzleGameName Function
highlight default link puzzleClausesName Function
highlight default link puzzleMazeName Function
highlight default link puzzleTheoryName Function
highlight default link puzzlePuzzleName Function
highlight default link puzzleRules Function
highlight default link puzzleBehind Operator
highlight default link puzzleApplied Function
highlight default link puzzleArithmetic Operator
highlight default link puzzleTermWord Operator
highlight default link puzzleLine Keyword
highlight default link puzzleDrawn Function
highlight default link puzzlePicture Constant
highlight default link puzzlePictureQuotes String
highlight default link puzzlePictureNumber Number
highlight default link puzzlePictureSeparator Delimiter
highlight default link puzzleWord Operator
highlight default link puzzleDeclared Keyword
highlight default link puzzleKind Type
highlight default link puzzleNode Label
highlight default link puzzleEnd Constant
highlight default link puzzleAnswer Constant

let b:current_syntax = 'puzzle'
