;;; puzzle-mode.el --- Major mode for Puzzle, a language for logic puzzles -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Colours, indentation and an index for files that end in `.puzzle', and what Eglot needs to start
;; the language server, `puzzle lsp'.  The commands under C-c C-c and its neighbours ask the server
;; about the declaration or the query at point; its answer appears in the echo area.

;;; Code:

(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function jsonrpc-request "jsonrpc")
(declare-function make-comint-in-buffer "comint")
(defvar compile-command)
(defvar eglot-server-programs)

(defgroup puzzle nil
  "Files of Puzzle, a language for logic puzzles."
  :group 'languages)

(defcustom puzzle-program "puzzle"
  "The program that is started as language server and by \\[compile]."
  :type 'string)

(defcustom puzzle-indent-offset 4
  "How many columns the lines of a block are indented; `puzzle fmt' writes four."
  :type 'integer
  :safe #'integerp)

;;;; Text

(defvar puzzle-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    ;; The quotes of texts are marked by `puzzle-syntax-propertize'.
    (mapc (lambda (sign) (modify-syntax-entry sign "." table)) "\"*+-=:,&|^~!<>\\")
    table)
  "The syntax table of `puzzle-mode'.")

(defun puzzle--mark-quotes (start end)
  "Mark the quotes from START to END as those of a text, unless they are in one."
  (unless (nth 8 (save-excursion (syntax-ppss start)))
    (put-text-property start (1+ start) 'syntax-table (string-to-syntax "|"))
    (when end
      (put-text-property (1- end) end 'syntax-table (string-to-syntax "|")))))

(defun puzzle--mark-block-quotes ()
  "Mark the three quotes just found, the beginning or the end of a text."
  (let ((state (save-excursion (syntax-ppss (match-beginning 0)))))
    (if (nth 3 state)
        (put-text-property (1- (match-end 0)) (match-end 0)
                           'syntax-table (string-to-syntax "|"))
      (puzzle--mark-quotes (match-beginning 0) nil))))

(defconst puzzle-syntax-propertize
  (syntax-propertize-rules
   ("\"\"\"" (0 (ignore (puzzle--mark-block-quotes))))
   ("\"[^\"\n]*\"" (0 (ignore (puzzle--mark-quotes (match-beginning 0) (match-end 0))))))
  "Marks texts: `\"…\"' on a line, three quotes around several.")

;;;; Colours

(defun puzzle--block (position)
  "Return the word that begins the block around POSITION, nil outside of blocks.
Within parentheses in a block return `formula'.  May move point."
  (let* ((state (syntax-ppss position))
         (open (car (nth 9 state))))
    (when (and open (eq (char-after open) ?{))
      (if (eq (char-after (nth 1 state)) ?\()
          'formula
        (goto-char open)
        (back-to-indentation)
        (when (looking-at "\\w+")
          (match-string-no-properties 0))))))

(defun puzzle--within (blocks search)
  "Return a matcher of what SEARCH finds with its first group in one of BLOCKS."
  (lambda (limit)
    (let (found)
      (while (and (not found) (funcall search limit))
        (setq found (save-match-data
                      (save-excursion
                        (and (member (puzzle--block (match-beginning 1)) blocks)
                             (not (nth 8 (syntax-ppss (match-beginning 1)))))))))
      found)))

(defun puzzle--in (blocks regexp)
  "Return a matcher of REGEXP whose first group is code in one of BLOCKS."
  (puzzle--within blocks (lambda (limit) (re-search-forward regexp limit t))))

(defun puzzle--in-picture (regexp)
  "Return a matcher of REGEXP in what is drawn in a theory or a puzzle."
  (lambda (limit)
    (let (found)
      (while (and (not found) (re-search-forward regexp limit t))
        (setq found (save-match-data
                      (save-excursion
                        (let ((state (syntax-ppss (match-beginning 0))))
                          (and (nth 3 state)
                               (progn (goto-char (nth 8 state)) (looking-at "\"\"\""))
                               (member (puzzle--block (nth 8 state)) '("theory" "puzzle"))))))))
      found)))

(defconst puzzle--verbs
  '("solve" "shortest" "draw" "simplify" "count" "valid" "eval" "equivalent" "play2win"
    "line" "moves" "compare" "prove" "ask" "smallest" "largest"))

(defconst puzzle--sentence-words
  '("and" "or" "not" "true" "false"))

(defun puzzle--quantifier (limit)
  "Match a word up to LIMIT that counts: what it counts follows.
Alone it may be the name of a thing."
  (let (found)
    (while (and (not found)
                (re-search-forward "\\<\\(all\\|some\\|no\\|exactly\\)\\>[ \t]+" limit t))
      (setq found (save-match-data
                    (and (looking-at "\\w")
                         (not (looking-at "\\(?:and\\|or\\|mod\\|for\\|where\\|becomes\\|when\\|then\\|in\\)\\>"))
                         (not (nth 8 (save-excursion (syntax-ppss (match-beginning 0)))))
                         t))))
    found))

(defconst puzzle-font-lock-keywords
  (let ((line "\\(?:^\\|{\\)[ \t]*"))
    `((,(puzzle--in '(nil) "^[ \t]*\\(formula\\|game\\|clauses\\|maze\\|theory\\|puzzle\\)\\>[ \t]+\\(\\w+\\)")
       (1 font-lock-keyword-face) (2 font-lock-function-name-face))
      (,(puzzle--in '(nil) "^[ \t]*game[ \t]+\\w+[ \t]*:[ \t]*\\([^{ \t\n]+\\)")
       (1 font-lock-type-face))
      (,(puzzle--in '(nil) "^[ \t]*puzzle[ \t]+\\w+[ \t]*:[ \t]*\\([^{ \t\n]+\\)")
       (1 font-lock-function-name-face))
      (,(puzzle--in '(nil) "^[ \t]*\\(import\\|variables\\|allow\\|warn\\|deny\\)\\>")
       (1 font-lock-preprocessor-face))
      (,(puzzle--in '(nil) "^[ \t]*\\(why\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '(nil) (concat "^[ \t]*\\(?:why[ \t]+\\)?" (regexp-opt puzzle--verbs t) "\\>"))
       (1 font-lock-keyword-face))
      (,(puzzle--in '(nil) "[^ \t\n][ \t]+\\(by\\|after\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '(nil) "^[ \t]*\\(?:why[ \t]+\\)?solve[ \t].*[^ \t\n][ \t]+\\(all\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '(nil) "=[ \t]*\\(file\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '("game") (concat line "\\(\\w+\\)")) (1 font-lock-keyword-face))
      (,(puzzle--in '("maze") (concat line "\\(steps\\)\\>[ \t]*[^- \t\n]"))
       (1 font-lock-keyword-face))
      (,(puzzle--in '("maze") (concat line "\\(\\w+\\)")) (1 font-lock-variable-name-face))
      (,(puzzle--in '("maze") "[^{ \t\n][ \t]*\\<\\(treasures\\|tolls\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '("maze") "\\<\\(START\\|GOAL\\)\\>") (1 font-lock-constant-face))
      (,(puzzle--in '("theory" "puzzle")
                    (concat line "\\(sort\\|predicate\\|function\\|constant\\|distinct\\|rule\\)[ \t]+\\w"))
       (1 font-lock-keyword-face))
      (,(puzzle--in '("theory" "puzzle" "game") (concat line "\\(grid\\|given\\|define\\)[ \t]+\\w"))
       (1 font-lock-keyword-face))
      (,(puzzle--in '("puzzle" "game") (concat line "\\(action\\|players\\|wins\\|loses\\|score\\)[ \t]+\\w")) (1 font-lock-keyword-face))
      (,(puzzle--in '("puzzle" "game") (concat line "\\(start\\|goal\\|when\\|then\\)[ \t]+[^ \t=.,<>)-]"))
       (1 font-lock-keyword-face))
      (,(puzzle--in '("puzzle" "game") "[ \t]\\(when\\|then\\|becomes\\)[ \t]+[^ \t=.,<>)-]") (1 font-lock-keyword-face))
      (,(puzzle--in '("theory" "puzzle" "game") (concat line "\\(sign\\)[ \t]*\"")) (1 font-lock-keyword-face))
      (,(puzzle--in '("theory" "puzzle" "game") (concat line "\\(\\w+\\)[ \t]*\"")) (1 font-lock-function-name-face))
      (,(puzzle--in '("theory" "puzzle" "game") "[0-9][ \t]+\\(by\\)[ \t]+[0-9]") (1 font-lock-keyword-face))
      (,(puzzle--in '("theory" "puzzle" "game") "\\<\\(in[ \t]+boxes\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '("theory" "puzzle" "game") (concat line "distinct[ \t][^\n]*[ \t]\\(in\\)[ \t]")) (1 font-lock-keyword-face))
      (,(puzzle--in '("theory" "puzzle" "game") "\\<\\(or[ \t]+none\\)[ \t]*\\(?:$\\|//\\|}\\)") (1 font-lock-keyword-face))
      (,(puzzle--within '("theory" "puzzle" formula) #'puzzle--quantifier) (1 font-lock-builtin-face))
      (,(puzzle--in '("theory" "puzzle" formula)
                    (concat "\\<\\(at[ \t]+least\\|at[ \t]+most\\|" (regexp-opt puzzle--sentence-words) "\\)\\>"))
       (1 font-lock-builtin-face))
      (,(puzzle--in '("theory" "puzzle" formula) "\\<\\(for\\|where\\|mod\\)\\>[ \t]*\\(?:[^] \t\n:.,=<>)]\\|$\\)")
       (1 font-lock-builtin-face))
      ("^[ \t]*\\(?:why[ \t]+\\)?\\(?:prove\\|ask\\|equivalent\\|smallest\\|largest\\|why\\)[ \t]+\\w+[ \t]*:"
       (,(concat "\\<\\(at[ \t]+least\\|at[ \t]+most\\|for\\|where\\|mod\\|"
                 (regexp-opt puzzle--sentence-words) "\\)\\>")
        nil nil (1 font-lock-builtin-face))
       (puzzle--quantifier nil nil (1 font-lock-builtin-face)))
      (,(puzzle--in-picture "[^]\" \t\n|+.-]+") (0 font-lock-constant-face t))
      (,(puzzle--in-picture "[|+.-]+") (0 'shadow t))
      (,(puzzle--in '(nil) "=>[ \t]*\\(\\w[^\n\"/]*\\)") (1 font-lock-constant-face))))
  "Words are keywords where their line and the block around it make them so.")

(defun puzzle--syntactic-face (state)
  "Return the face of the text or comment that STATE describes."
  (cond ((nth 3 state) font-lock-string-face)
        ((save-excursion (goto-char (nth 8 state)) (looking-at "///")) font-lock-doc-face)
        (t font-lock-comment-face)))

;;;; Indentation

(defun puzzle-indent-line ()
  "Indent the line by the blocks and parentheses around it; leave texts alone."
  (interactive)
  (let ((state (save-excursion (syntax-ppss (line-beginning-position)))))
    (if (nth 3 state)
        'noindent
      (let ((column (puzzle--column state)))
        (if (<= (current-column) (current-indentation))
            (indent-line-to column)
          (save-excursion (indent-line-to column)))))))

(defun puzzle--column (state)
  "Return the column for the line at whose beginning the parser has STATE."
  (if (null (nth 1 state))
      0
    (save-excursion
      (back-to-indentation)
      (let ((steps (cond ((looking-at "[})]") 0)
                         ;; A part of the action above.
                         ((and (looking-at "\\(?:when\\|then\\)[ \t]+[^ \t=.,<>)-]")
                               (equal (char-after (nth 1 state)) ?{)
                               (member (save-excursion (puzzle--block (point))) '("puzzle" "game")))
                          2)
                         (t 1))))
        (goto-char (nth 1 state))
        (back-to-indentation)
        (+ (current-column) (* steps puzzle-indent-offset))))))

;;;; The language server

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((puzzle-mode puzzle-foreign-mode) . (lambda (&rest _) (list puzzle-program "lsp")))))

(defun puzzle--ask (command)
  "Have the server run COMMAND about what is at point; it says the answer itself."
  (let ((server (and (featurep 'eglot) (eglot-current-server))))
    (unless server
      (user-error "No language server here: start it by M-x eglot"))
    (let ((place (eglot--TextDocumentPositionParams)))
      (jsonrpc-async-request
       server :workspace/executeCommand
       (list :command (concat "puzzle.server." command)
             :arguments (vector (list :uri (plist-get (plist-get place :textDocument) :uri)
                                      :position (plist-get place :position))))
       :success-fn #'ignore
       :error-fn (lambda (error) (message "%s" (plist-get error :message)))
       :timeout 600))))

(defun puzzle-solve ()
  "Solve the declaration at point, or answer the query."
  (interactive)
  (puzzle--ask "solve"))

(defun puzzle-why ()
  "Answer like `puzzle-solve', with the places a \"no\" follows from."
  (interactive)
  (puzzle--ask "why"))

(defun puzzle-best-move ()
  "Say the best move of the game at point."
  (interactive)
  (puzzle--ask "bestMove"))

(defun puzzle--live (show)
  "Return what the server tells of the picture at point, a solution in it if SHOW."
  (let ((server (and (featurep 'eglot) (eglot-current-server))))
    (unless server
      (user-error "No language server here: start it by M-x eglot"))
    (or (jsonrpc-request server :puzzle/live
                         (append (eglot--TextDocumentPositionParams)
                                 (list :show "picture" :solution (if show t :json-false)))
                         :timeout 600)
        (user-error "There is no puzzle at point"))))

(defun puzzle-draw ()
  "Show the picture of what is at point, with its solution, in characters."
  (interactive)
  (let* ((live (puzzle--live t))
         (answer (plist-get live :answer)))
    (with-help-window "*puzzle picture*"
      (with-current-buffer standard-output
        (setq truncate-lines t)
        (insert (plist-get answer :text) "\n")
        (mapc (lambda (note) (insert (or (plist-get note :text) "") "\n")) (plist-get answer :notes))))))

(defun puzzle-play ()
  "Play the game at point, as its file was saved."
  (interactive)
  (let* ((live (puzzle--live nil))
         (name (plist-get live :name)))
    (unless (eq t (plist-get live :isPlayed))
      (user-error "%s is no game" name))
    (pop-to-buffer (apply #'make-comint-in-buffer "puzzle play" nil puzzle-program nil "play" buffer-file-name
                          ;; A file of another format is all about one game.
                          (and (derived-mode-p 'puzzle-mode) (list name))))))

(defun puzzle-browse ()
  "Open the editor of `puzzle serve' in the browser, over the folder of the file."
  (interactive)
  (make-process
   :name "puzzle serve" :noquery t
   :command (list puzzle-program "serve" "--port" "0" default-directory)
   :filter (lambda (_ output)
             (when (string-match "http://[^ \n]+" output)
               (browse-url (match-string 0 output))))))

(defun puzzle-test ()
  "Check the expectation of the query at point."
  (interactive)
  (puzzle--ask "test"))

;;;; The mode

(defvar puzzle-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'puzzle-solve)
    (define-key map (kbd "C-c C-w") #'puzzle-why)
    (define-key map (kbd "C-c C-b") #'puzzle-best-move)
    (define-key map (kbd "C-c C-p") #'puzzle-play)
    (define-key map (kbd "C-c C-d") #'puzzle-draw)
    (define-key map (kbd "C-c C-t") #'puzzle-test)
    (define-key map (kbd "C-c C-o") #'puzzle-browse)
    map)
  "The keys of `puzzle-mode'.")

(defconst puzzle-imenu-expression
  '(("Formulas" "^[ \t]*formula[ \t]+\\(\\w+\\)[ \t]*=" 1)
    ("Games" "^[ \t]*game[ \t]+\\(\\w+\\)[ \t]*:" 1)
    ("Clauses" "^[ \t]*clauses[ \t]+\\(\\w+\\)[ \t]*[={]" 1)
    ("Mazes" "^[ \t]*maze[ \t]+\\(\\w+\\)[ \t]*[={]" 1)
    ("Theories" "^[ \t]*theory[ \t]+\\(\\w+\\)[ \t]*{" 1)
    ("Puzzles" "^[ \t]*puzzle[ \t]+\\(\\w+\\)[ \t]*[:{]" 1))
  "What `imenu' lists.")

;;;###autoload
(define-derived-mode puzzle-mode prog-mode "Puzzle"
  "Major mode for Puzzle, a language for logic puzzles.
\\{puzzle-mode-map}"
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+[ \t]*")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'puzzle-indent-line)
  (setq-local electric-indent-chars (append "})" electric-indent-chars))
  (setq-local syntax-propertize-function puzzle-syntax-propertize)
  (setq-local parse-sexp-lookup-properties t)
  (setq-local font-lock-defaults
              '(puzzle-font-lock-keywords nil nil nil
                (font-lock-syntactic-face-function . puzzle--syntactic-face)))
  (setq-local imenu-generic-expression puzzle-imenu-expression)
  (setq-local compile-command
              (concat puzzle-program " test --format short "
                      (if buffer-file-name
                          (shell-quote-argument (file-name-nondirectory buffer-file-name))
                        "."))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.puzzle\\'" . puzzle-mode))

;;;###autoload
(define-derived-mode puzzle-foreign-mode prog-mode "Puzzle data"
  "Major mode for what other programs write and the language server reads.
Mazes, boards of Dots and Boxes, clauses, circuits and problems in TPTP."
  (use-local-map puzzle-mode-map))

;;;###autoload
(add-to-list 'auto-mode-alist
             '("\\.\\(?:maze\\|dots\\|cnf\\|dimacs\\|dp\\|qdimacs\\|qcir\\|tptp\\)\\'" . puzzle-foreign-mode))

(provide 'puzzle-mode)
;;; puzzle-mode.el ends here
