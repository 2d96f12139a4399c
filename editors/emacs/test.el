;;; test.el --- What a person does in Emacs, with the real server -*- lexical-binding: t -*-

;; `.ci/editors' runs it in a folder with `faulty.puzzle'; a failure leaves with code 1.

;;; Code:

(require 'cl-lib)
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa") ; where Debian has Eglot
(package-initialize)
(require 'eglot)
(require 'flymake)

(defvar test-folder (file-name-directory load-file-name))
(defvar test-sample (expand-file-name "../sample.puzzle" test-folder))
(defvar test-messages nil "What was shown in the echo area, the newest first.")
(advice-add 'message :before
            (lambda (format &rest arguments)
              (when format
                (push (apply #'format-message format arguments) test-messages))))

(defun test-wait (what condition)
  "Wait for CONDITION and return its value; WHAT it is goes into the error."
  (let ((end (+ (float-time) 10)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (or value (error "Timeout: %s" what))))

(defun test-line (number)
  "Return the text of line NUMBER."
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- number))
    (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defun test-goto (number text)
  "Put point at TEXT in line NUMBER."
  (goto-char (point-min))
  (forward-line (1- number))
  (search-forward text (line-end-position))
  (goto-char (match-beginning 0)))

(defun test-examples ()
  "Indenting leaves what the formatter wrote as it is."
  (dolist (file (cons test-sample
                      (directory-files (expand-file-name "../../examples" test-folder) t "\\.puzzle\\'")))
    (with-temp-buffer
      (insert-file-contents file)
      (puzzle-mode)
      (let ((before (buffer-string))
            (inhibit-message t))
        (font-lock-ensure)
        (goto-char (point-min))
        (while (not (eobp))
          (back-to-indentation)
          (unless (nth 3 (syntax-ppss))
            (delete-region (line-beginning-position) (point)))
          (forward-line))
        (indent-region (point-min) (point-max))
        (cl-assert (string= before (buffer-substring-no-properties (point-min) (point-max)))
                   nil "%s is indented differently" file)))))

(defun test-colours ()
  "Words are keywords where they are."
  (with-temp-buffer
    (insert "maze cave {\n    steps 5\n    steps -> solve tolls // steps\n}\nsolve cave => START\n"
            "draw cave => \"\"\"\n    // {\n    \"\"\"\n"
            "theory t {\n    sort A = yes, no\n    rule a = no and no x. b(x)\n}\n")
    (puzzle-mode)
    (font-lock-ensure)
    (let ((face (lambda (line column)
                  (goto-char (point-min))
                  (forward-line (1- line))
                  (get-text-property (+ (point) column) 'face))))
      (cl-assert (eq (funcall face 1 0) 'font-lock-keyword-face))
      (cl-assert (eq (funcall face 1 5) 'font-lock-function-name-face))
      (cl-assert (eq (funcall face 2 4) 'font-lock-keyword-face))
      (cl-assert (eq (funcall face 3 4) 'font-lock-variable-name-face))
      (cl-assert (null (funcall face 3 13)))
      (cl-assert (eq (funcall face 3 19) 'font-lock-keyword-face))
      (cl-assert (eq (funcall face 5 0) 'font-lock-keyword-face))
      (cl-assert (eq (funcall face 5 14) 'font-lock-constant-face))
      (cl-assert (eq (funcall face 7 4) 'font-lock-string-face))
      ;; What counts is followed by what it counts; alone it is a name.
      (cl-assert (null (funcall face 10 18)))
      (cl-assert (null (funcall face 11 13)))
      (cl-assert (eq (funcall face 11 20) 'font-lock-builtin-face)))))

(defun test-puzzles ()
  "Puzzles by rules of their own, and what is drawn in them."
  (with-temp-buffer
    (insert-file-contents test-sample)
    (puzzle-mode)
    (font-lock-ensure)
    (pcase-dolist (`(,before ,text ,face)
                   '(("" "puzzle" font-lock-keyword-face)
                     ("puzzle " "stones" font-lock-function-name-face)
                     ("monday: " "stones" font-lock-function-name-face)
                     ("    " "grid" font-lock-keyword-face)
                     ("3 " "by" font-lock-keyword-face)
                     ("3 " "in boxes" font-lock-keyword-face)
                     ("    " "given" font-lock-keyword-face)
                     ("    " "function" font-lock-keyword-face)
                     ("1..9 " "or none" font-lock-keyword-face)
                     ("// " "of one stone" font-lock-comment-face)
                     ("digit " "in" font-lock-keyword-face)
                     ("    " "define" font-lock-keyword-face)
                     ("b " "mod" font-lock-builtin-face)
                     ("    " "sign" font-lock-keyword-face)
                     ("sign " "\"n\\m\"" font-lock-string-face)
                     ("-> " "exactly" font-lock-builtin-face)
                     ("rule " "sum" nil)
                     ("2 " "for" font-lock-builtin-face)
                     ("c " "where" font-lock-builtin-face)
                     ("    " "board" font-lock-function-name-face)
                     ("board " "\"\"\"" font-lock-string-face)
                     (". " "2" font-lock-constant-face)
                     ("2 " "|" shadow)
                     ("" "----+----" shadow)
                     ("| " "//" font-lock-constant-face)
                     (". | " "1\\3" font-lock-constant-face)
                     ("    " "last" nil)
                     ("" "smallest" font-lock-keyword-face)
                     ("count(c " "where" font-lock-builtin-face)
                     ("" "largest" font-lock-keyword-face)
                     ("digit(c) " "for" font-lock-builtin-face)
                     ("" "why" font-lock-keyword-face)
                     ("why " "ask" font-lock-keyword-face)
                     ("why monday" ":" nil)
                     ("why " "solve" font-lock-keyword-face)
                     ("monday " "all" font-lock-keyword-face)))
      (goto-char (point-min))
      (let ((case-fold-search nil))
        (search-forward (concat before text)))
      (let ((start (- (match-end 0) (length text))))
        (dotimes (index (length text))
          (unless (= ?\s (char-after (+ start index)))
            (cl-assert (eq face (get-text-property (+ start index) 'face)) nil
                       "%s%s is %s" before text (get-text-property (+ start index) 'face))))))
    (cl-assert (equal '("stones" "monday")
                      (mapcar #'car (alist-get "Puzzles" (imenu--make-index-alist t) nil nil #'equal))))))

(defun test-asked (command text)
  "Run COMMAND and wait until an answer with TEXT is told."
  (setq test-messages nil)
  (funcall command)
  (test-wait text (lambda () (cl-some (lambda (it) (string-match-p (regexp-quote text) it)) test-messages))))

(defun test-session ()
  "Open a faulty file, mend it, and ask about it."
  (find-file "faulty.puzzle")
  (cl-assert (eq major-mode 'puzzle-mode))
  (apply #'eglot (eglot--guess-contact))
  (let ((server (test-wait "the server" #'eglot-current-server)))
    (flymake-mode 1)
    (let ((fault (car (test-wait "diagnostics"
                                 (lambda () (flymake-start) (flymake-diagnostics))))))
      (message "diagnostic: %s" (flymake-diagnostic-text fault))
      (cl-assert (= 2 (line-number-at-pos (flymake-diagnostic-beg fault))))
      (goto-char (flymake-diagnostic-beg fault))
      (eglot-code-actions (flymake-diagnostic-beg fault) (flymake-diagnostic-end fault)
                          "quickfix" t))
    (cl-assert (string= (test-line 2) "formula both = (x*y)") nil (test-line 2))
    (eglot--signal-textDocument/didChange)
    (test-wait "the fault to go" (lambda () (flymake-start) (null (flymake-diagnostics))))
    (message "quick fix")

    (test-goto 3 "both")
    (let ((hover (jsonrpc-request server :textDocument/hover
                                  (eglot--TextDocumentPositionParams))))
      (cl-assert (string-match-p "Two at once" (format "%S" hover)) nil "%S" hover))
    (save-excursion
      (xref-find-definitions (xref-backend-identifier-at-point 'eglot))
      (cl-assert (= 2 (line-number-at-pos))))
    (message "hover and definition")

    (goto-char (point-max))
    (insert "valid bo")
    (let* ((capf (eglot-completion-at-point))
           (words (all-completions "bo" (nth 2 capf) (plist-get (nthcdr 3 capf) :predicate))))
      (cl-assert (member "both" words) nil "%S" words)
      (message "completion: %s" (string-join words " ")))
    (delete-region (line-beginning-position) (point-max))

    (test-goto 3 "both")
    ;; A person who types the new name waits for longer than Eglot does before it tells of edits.
    (eglot--signal-textDocument/didChange)
    (eglot-rename "pair")
    (cl-assert (string= (test-line 2) "formula pair = (x*y)"))
    (eglot-format-buffer)
    (cl-assert (string= (test-line 3) "solve pair => satisfiable") nil (test-line 3))
    (message "rename and formatting")

    (test-goto 3 "pair")
    (test-asked #'puzzle-solve "x=1")
    (test-asked #'puzzle-why "no other values are left by")
    (test-asked #'puzzle-test "solve pair: satisfiable")
    (test-goto 3 "pair")
    (puzzle-draw)
    (with-current-buffer "*puzzle picture*"
      (cl-assert (string-match-p "\\*=1 y=1" (buffer-string)) nil (buffer-string)))
    (let (seen)
      (cl-letf (((symbol-function 'browse-url) (lambda (address &rest _) (setq seen address))))
        (puzzle-browse)
        (test-wait "the address of the page" (lambda () seen)))
      (cl-assert (string-prefix-p "http://127.0.0.1" seen))
      (delete-process "puzzle serve"))
    (write-region (concat "game pair: chopsticks {\n    moves 10\n}\n"
                          "theory one {\n    sort Cat = Tom\n}\nprove one: Tom = Tom\n")
                  nil "game.puzzle")
    (find-file "game.puzzle")
    (test-wait "the server in another file" (lambda () (eglot--maybe-activate-editing-mode) (eglot-managed-p)))
    (test-asked #'puzzle-best-move "LR is as good")
    (message "the answers of C-c C-c, C-c C-w, C-c C-t and C-c C-b")
    (test-goto 7 "Tom")
    (save-window-excursion
      (eglot-find-typeDefinition)
      (with-current-buffer "*xref*"
        (cl-assert (string-match-p "sort Cat" (buffer-string)) nil (buffer-string))))
    (goto-char (point-min))
    (puzzle-play)
    (test-wait "the play" (lambda () (string-match-p "pair" (buffer-string))))
    (delete-process (get-buffer-process (current-buffer)))
    (write-region "p cnf 2 1\n1 +2 0\n" nil "small.cnf")
    (find-file "small.cnf")
    (cl-assert (eq major-mode 'puzzle-foreign-mode))
    (message "picture, page and play")
    (eglot-shutdown server nil 10)
    (set-buffer-modified-p nil)))

(setq eglot-sync-connect 10
      eglot-connect-timeout 10
      eglot-confirm-server-initiated-edits nil
      eglot-confirm-server-edits nil
      xref-prompt-for-identifier nil
      flymake-no-changes-timeout nil
      make-backup-files nil
      create-lockfiles nil)
(load (expand-file-name "puzzle-mode.el" test-folder) nil t)
(condition-case failure
    (progn (test-examples) (test-colours) (test-puzzles) (test-session))
  (error (message "FAILED: %S" failure) (kill-emacs 1)))

;;; test.el ends here
