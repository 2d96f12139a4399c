;;; puzzle-mode.el --- Major mode for Puzzle, a language for logic puzzles -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Colours, indentation and an index for files that end in `.puzzle', and what Eglot needs to start
;; the language server, `puzzle lsp'.  The commands under C-c C-c and its neighbours ask the server
;; about the declaration or the query at point; its answer appears in the echo area.

;;; Code:

(require 'compile)

(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
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
  "Mark the three quotes just found: the beginning or the end of a text over several lines."
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
  "The word that begins the block around POSITION, nil outside of blocks."
  (save-excursion
    (let ((open (car (nth 9 (syntax-ppss position)))))
      (when (and open (eq (char-after open) ?{))
        (goto-char open)
        (back-to-indentation)
        (when (looking-at "\\w+")
          (match-string-no-properties 0))))))

(defun puzzle--in (blocks regexp)
  "A font-lock matcher of REGEXP whose first group is in one of BLOCKS, and in code."
  (lambda (limit)
    (let (found)
      (while (and (not found) (re-search-forward regexp limit t))
        (setq found (save-match-data
                      (and (member (puzzle--block (match-beginning 1)) blocks)
                           (not (nth 8 (syntax-ppss (match-beginning 1))))))))
      found)))

(defconst puzzle--verbs
  '("solve" "shortest" "draw" "simplify" "count" "valid" "eval" "equivalent" "play2win"))

(defconst puzzle-font-lock-keywords
  (let ((line "\\(?:^\\|{\\)[ \t]*"))
    `((,(puzzle--in '(nil) "^[ \t]*\\(formula\\|game\\|clauses\\|maze\\)\\>[ \t]+\\(\\w+\\)")
       (1 font-lock-keyword-face) (2 font-lock-function-name-face))
      (,(puzzle--in '(nil) "^[ \t]*game[ \t]+\\w+[ \t]*:[ \t]*\\([^{ \t\n]+\\)")
       (1 font-lock-type-face))
      (,(puzzle--in '(nil) "^[ \t]*\\(import\\|allow\\|warn\\|deny\\)\\>")
       (1 font-lock-preprocessor-face))
      (,(puzzle--in '(nil) (concat "^[ \t]*" (regexp-opt puzzle--verbs t) "\\>"))
       (1 font-lock-keyword-face))
      (,(puzzle--in '(nil) "[^ \t\n][ \t]+\\(by\\|after\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '(nil) "=[ \t]*\\(file\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '("game") (concat line "\\(\\w+\\)")) (1 font-lock-keyword-face))
      (,(puzzle--in '("maze") (concat line "\\(steps\\)\\>[ \t]*[^- \t\n]"))
       (1 font-lock-keyword-face))
      (,(puzzle--in '("maze") (concat line "\\(\\w+\\)")) (1 font-lock-variable-name-face))
      (,(puzzle--in '("maze") "\\w[ \t]+\\(treasures\\|tolls\\)\\>") (1 font-lock-keyword-face))
      (,(puzzle--in '("maze") "\\<\\(START\\|GOAL\\)\\>") (1 font-lock-constant-face))
      (,(puzzle--in '(nil) "=>[ \t]*\\(\\w[^\n\"/]*\\)") (1 font-lock-constant-face))))
  "Words are keywords only where a line and the block around it give them that role.")

(defun puzzle--syntactic-face (state)
  "The face of the text or comment that STATE says we are in."
  (cond ((nth 3 state) font-lock-string-face)
        ((save-excursion (goto-char (nth 8 state)) (looking-at "///")) font-lock-doc-face)
        (t font-lock-comment-face)))

;;;; Indentation

(defun puzzle-indent-line ()
  "Indent the line: one step in a block, one where a formula goes on; texts are left alone."
  (interactive)
  (let ((state (save-excursion (syntax-ppss (line-beginning-position)))))
    (if (nth 3 state)
        'noindent
      (let ((column (puzzle--column state)))
        (if (<= (current-column) (current-indentation))
            (indent-line-to column)
          (save-excursion (indent-line-to column)))))))

(defun puzzle--column (state)
  "The indentation of the line, at whose beginning the parser had STATE."
  (if (null (nth 1 state))
      0
    (save-excursion
      (back-to-indentation)
      (let ((is-end (looking-at "[})]")))
        (goto-char (nth 1 state))
        (back-to-indentation)
        (+ (current-column) (if is-end 0 puzzle-indent-offset))))))

;;;; The language server

(defun puzzle--ask (command)
  "Have the server run COMMAND for what is at point; it shows the answer itself."
  (require 'eglot)
  (let ((server (or (eglot-current-server)
                    (user-error "No language server: start it with M-x eglot"))))
    (jsonrpc-async-request
     server :workspace/executeCommand
     `(:command ,(concat "puzzle.server." command)
       :arguments [(:uri ,(plist-get (eglot--TextDocumentIdentifier) :uri)
                    :position ,(eglot--pos-to-lsp-position))])
     :success-fn #'ignore
     :error-fn (lambda (error) (message "Puzzle: %s" (plist-get error :message)))
     :timeout 120)))
