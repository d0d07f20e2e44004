;; Opens a page with the configuration of the README, and writes what the client shows to $REFRAKT_ANSWER as JSON.

(require 'json)
(defvar answer (getenv "REFRAKT_ANSWER"))
(defvar client (getenv "REFRAKT_CLIENT"))
(defvar result (list (cons 'version emacs-version)))
(setq make-backup-files nil create-lockfiles nil native-comp-jit-compilation nil)

(defun add-result (name value) (setq result (append result (list (cons name value)))))

(defun wait-for (what test)
  (let ((end (+ (float-time) 90)) found)
    (while (and (not (setq found (funcall test))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or found (error "waited in vain for %s" what))))

(defun run-eglot ()
  (setq eglot-sync-connect 90 eglot-autoshutdown t)
  (find-file (getenv "REFRAKT_PAGE"))
  (add-result 'mode (symbol-name major-mode))
  (apply #'eglot (eglot--guess-contact))
  (wait-for "the server" #'eglot-current-server)
  (flymake-mode 1)
  (add-result 'problems
          (mapcar #'flymake-diagnostic-text
                  (wait-for "problems" (lambda () (flymake-start) (flymake-diagnostics)))))
  (goto-char (point-min))
  (search-forward "hint type")
  (add-result 'hover (format "%s" (jsonrpc-request (eglot-current-server) :textDocument/hover
                                               (eglot--TextDocumentPositionParams))))
  (goto-char (point-max))
  (insert "\n{% hin")
  (add-result 'completion (mapcar #'substring-no-properties
                              (all-completions "hin" (nth 2 (eglot-completion-at-point)))))
  (delete-char -6)
  (goto-char (point-min))
  (search-forward "hnit")
  (backward-char 2)
  (add-result 'actions (mapcar (lambda (each) (plist-get each :title))
                           (append (eglot-code-actions (point) (point) "quickfix" nil) nil)))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))

(defun run-lsp-mode ()
  (require 'lsp-mode)
  (setq lsp-auto-guess-root t lsp-session-file (make-temp-file "lsp-session") lsp-enable-suggest-server-download nil
        lsp-warn-no-matched-clients nil lsp-diagnostics-provider :none lsp-enable-file-watchers nil)
  (find-file (getenv "REFRAKT_PAGE"))
  (add-result 'mode (symbol-name major-mode))
  (lsp)
  (wait-for "the server" (lambda () (and (lsp-workspaces)
                                         (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))
  (add-result 'problems
          (mapcar (lambda (each) (gethash "message" each))
                  (wait-for "problems" (lambda () (gethash (lsp--fix-path-casing (buffer-file-name)) (lsp-diagnostics t))))))
  (goto-char (point-min))
  (search-forward "hint type")
  (add-result 'hover (lsp--render-on-hover-content
                  (gethash "contents" (lsp-request "textDocument/hover" (lsp--text-document-position-params))) t))
  (goto-char (point-max))
  (insert "\n{% hin")
  (add-result 'completion
              (let ((found (lsp-request "textDocument/completion" (lsp--text-document-position-params))))
                (mapcar (lambda (each) (gethash "label" each)) (if (hash-table-p found) (gethash "items" found) found))))
  (delete-char -6)
  (goto-char (point-min))
  (search-forward "hnit")
  (backward-char 2)
  (add-result 'actions (mapcar (lambda (each) (gethash "title" each)) (lsp-code-actions-at-point)))
  (set-buffer-modified-p nil)
  (lsp-workspace-shutdown (car (lsp-workspaces))))

(condition-case failure
    (progn
      (load (getenv "REFRAKT_INIT") nil t)
      (if (equal client "eglot") (progn (require 'eglot) (run-eglot)) (run-lsp-mode)))
  (error (add-result 'failure (error-message-string failure))))
(with-temp-file answer (insert (json-encode result)))
(kill-emacs 0)
