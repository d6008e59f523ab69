;;; Plays M-x blackbox and prints its buffers. Run by emacs.sh.

;; A record is a line `# NUMBER KIND BALLS MOLECULE' and the unchanged buffer. If the game is
;; over, a line that begins with `echo: ' follows, with the message of the echo area. KIND is
;; partial, complete, marked (complete, and balls placed), right or wrong.

(require 'blackbox)

(defvar echo nil)

(defun play-shoot (x y)
  (setq bb-x x bb-y y)
  (bb-goto (cons x y))
  (bb-romp))

(defun play-places ()
  "The 32 places around the box, in a random order."
  (let (places)
    (dotimes (i 8)
      (setq places (append (list (cons -1 i) (cons 8 i) (cons i -1) (cons i 8)) places)))
    (sort (mapcar (lambda (place) (cons (random 1000000) place)) places)
          (lambda (one other) (< (car one) (car other))))))

(defun play-place (cells)
  (dolist (cell cells) (play-shoot (car cell) (cdr cell))))

(defun play-wrong-guess (board wrong)
  "BOARD with WRONG balls elsewhere."
  (let ((guess (copy-sequence board)))
    (dotimes (i wrong)
      (let ((cell (cons (random 8) (random 8))))
        (while (or (member cell guess) (member cell board))
          (setq cell (cons (random 8) (random 8))))
        (setcar (nthcdr i guess) cell)))
    guess))

(defun play-molecule ()
  (let ((text ""))
    (dotimes (y 8)
      (dotimes (x 8)
        (setq text (concat text (if (member (cons x y) bb-board) "O" "-")))))
    text))

(defun play (number kind balls)
  (blackbox balls)
  (let ((places (play-places)) (message-log-max nil))
    (when (equal kind "partial")
      (setq places (nthcdr (+ 8 (random 20)) places)))
    (dolist (place places) (play-shoot (cadr place) (cddr place)))
    (setq echo nil)
    (cond
     ((equal kind "partial")
      (play-place (seq-take bb-board (random 2))))
     ((equal kind "marked")
      (play-place (play-wrong-guess bb-board (random (1+ balls)))))
     ((equal kind "right")
      (play-place bb-board)
      (bb-done))
     ((equal kind "wrong")
      (play-place (play-wrong-guess bb-board (1+ (random balls))))
      (bb-done)))
    (princ (format "# %d %s %d %s\n" number kind balls (play-molecule)))
    (princ (buffer-substring-no-properties (point-min) (point-max)))
    (princ "\n")
    (when echo (princ (format "echo: %s\n" echo)))))

(advice-add 'message :around
            (lambda (_ format &rest words) (setq echo (apply #'format format words))))

(random "Black Box")
(let ((number 0))
  (dolist (kind '("partial" "complete" "marked" "right" "wrong"))
    (dotimes (i 48)
      (setq number (1+ number))
      (play number kind (1+ (% i 12))))))
