;; What searches lean on: orders taken in copies of states, scripts that play on, and what came of it.
;;
;; What host and module tell each other, by place: 24 where the next trial stands, 25 how many are left, 26 how many are
;; done, 27 how many decisions scripts may take, 28 the stage that ends a trial or -1, 29 after how many times, 30 how many
;; decisions an order may take, 31 who goes on where its codes are used up (1 a script, 0 nobody).
;; A trial is asked as state, seed, kind and number of the focus, how many codes, and these.

(global $taken (mut i32) (i32.const 0))     ;; decisions of the trial at hand
(global $seat (mut i64) (i64.const -1))     ;; whose order it is
(global $codes (mut i32) (i32.const 0))     ;; the codes of the order that are left
(global $left (mut i32) (i32.const 0))      ;; how many
(global $repaired (mut i64) (i64.const 0))  ;; how many were passed over
(global $focus_kind (mut i64) (i64.const -1))
(global $focus (mut i64) (i64.const -1))

;; ---- scripts: six words for every seat: the policy (-1 greedy, 0 random, then those of the rules), how often of 256 it
;; ---- declines, how often it plays at random, how much it likes what goes with what it did, and its last answer
(func $script (param $who i64) (result i32)
  (i32.add (global.get $SCRIPTS) (i32.mul (i32.wrap_i64 (local.get $who)) (i32.const 48))))
(func $decided (param $S i32) (param $n i32) (param $who i64) (result i64) (local $at i32) (local $kind i64)
  (local.set $at (call $script (local.get $who)))
  (if (i64.gt_s (i64.load offset=8 (local.get $at)) (i64.const 0)) (then
    (if (i64.eqz (call $code (i32.sub (local.get $n) (i32.const 1)))) (then
      (if (i64.lt_s (call $luck (i64.const 256)) (i64.load offset=8 (local.get $at))) (then (return (i64.const 0))))))))
  (local.set $kind (i64.load (local.get $at)))
  (if (i64.ne (local.get $kind) (i64.const 0)) (then
    (if (i64.gt_s (i64.load offset=16 (local.get $at)) (i64.const 0)) (then
      (if (i64.lt_s (call $luck (i64.const 256)) (i64.load offset=16 (local.get $at)))
        (then (return (call $any (local.get $n)))))))
    (if (i64.lt_s (local.get $kind) (i64.const 0))
      (then (return (call $greediest (local.get $S) (local.get $n) (local.get $who)))))
    (return (call $liked (local.get $S) (local.get $n) (local.get $who) (local.get $kind)))))
  (call $drawn (local.get $n) (local.get $at) (local.get $who)))
(func $drawn (param $n i32) (param $script i32) (param $who i64) (result i64)
  (if (i64.gt_s (i64.load offset=24 (local.get $script)) (i64.const 0))
    (then (return (call $akin (local.get $n) (local.get $script) (local.get $who)))))
  (call $any (local.get $n)))
(func $any (param $n i32) (result i64)
  (call $code (i32.wrap_i64 (call $luck (i64.extend_i32_u (local.get $n))))))

;; any of the answers that weigh most, which move to the front of the list
(func $liked (param $S i32) (param $n i32) (param $who i64) (param $policy i64) (result i64)
  (local $k i32) (local $best i64) (local $many i32) (local $code i64) (local $weight i64) (local $point i32)
  (local.set $point (i32.add (i32.mul (i32.sub (i32.wrap_i64 (local.get $policy)) (i32.const 1)) (global.get $DECISION_POINTS))
    (call $place_of (local.get $S))))
  (if (i32.eqz (i32.load8_u (i32.add (global.get $OPINIONS) (local.get $point)))) (then (return (call $drawn (local.get $n) (call $script (local.get $who)) (local.get $who)))))
  (call $ready)
  (loop $next
    (local.set $code (call $code (local.get $k)))
    (local.set $weight (call $weight (local.get $S) (local.get $policy) (local.get $who) (local.get $code)))
    (if (i32.or (i32.eqz (local.get $many)) (i64.gt_s (local.get $weight) (local.get $best)))
      (then (local.set $best (local.get $weight)) (local.set $many (i32.const 0))))
    (if (i64.eq (local.get $weight) (local.get $best)) (then
      (call $put (local.get $many) (local.get $code))
      (local.set $many (i32.add (local.get $many) (i32.const 1)))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $k) (local.get $n))))
  (call $drawn (local.get $many) (call $script (local.get $who)) (local.get $who)))

;; the answer after which a seat stands best at once, with dice of its own; any of several
(func $greediest (param $S i32) (param $n i32) (param $who i64) (result i64)
  (local $k i32) (local $best i64) (local $worth i64) (local $share i64) (local $best_share i64) (local $many i32) (local $code i64) (local $dice i64) (local $hears i64)
  (memory.copy (global.get $CHOICES) (global.get $OUT) (i32.shl (local.get $n) (i32.const 3)))
  (local.set $dice (call $luck (i64.const 0x7fffffff)))
  (local.set $hears (i64.load offset=120 (global.get $CONTROL)))
  (i64.store offset=120 (global.get $CONTROL) (i64.const 0))
  (loop $next
    (local.set $code (i64.load (i32.add (global.get $CHOICES) (i32.shl (local.get $k) (i32.const 3)))))
    (memory.copy (global.get $SPARE) (local.get $S) (global.get $STATE))
    (i64.store (global.get $SPARE) (call $scrambled (local.get $dice)))
    (drop (call $run (global.get $SPARE) (local.get $code) (i32.const 1)))
    (call $ready)
    (local.set $share (call $share_of (global.get $SPARE) (local.get $who)))
    (local.set $worth (i64.const 0))
    (if (i32.eqz (call $is_over (global.get $SPARE)))
      (then (local.set $worth (call $worth (global.get $SPARE) (local.get $who)))))
    (if (i32.or (i32.eqz (local.get $many)) (i32.or (i64.gt_s (local.get $share) (local.get $best_share))
          (i32.and (i64.eq (local.get $share) (local.get $best_share)) (i64.gt_s (local.get $worth) (local.get $best)))))
      (then (local.set $best (local.get $worth)) (local.set $best_share (local.get $share)) (local.set $many (i32.const 0))))
    (if (i32.and (i64.eq (local.get $share) (local.get $best_share)) (i64.eq (local.get $worth) (local.get $best))) (then
      (i64.store (i32.add (global.get $CHOICES) (i32.shl (local.get $many) (i32.const 3))) (local.get $code))
      (local.set $many (i32.add (local.get $many) (i32.const 1)))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $k) (local.get $n))))
  (i64.store offset=120 (global.get $CONTROL) (local.get $hears))
  (i64.load (i32.add (global.get $CHOICES) (i32.shl (i32.wrap_i64 (call $luck (i64.extend_i32_u (local.get $many)))) (i32.const 3)))))
(func $is_over (param $S i32) (result i32)
  (i64.eq (i64.load (i32.add (local.get $S) (global.get $POINT_SLOT))) (i64.extend_i32_u (global.get $OVER))))
;; what a seat has of the victory, of 720720 parts
(func $share_of (param $S i32) (param $who i64) (result i64) (local $winners i64)
  (local.set $winners (i64.load (i32.add (local.get $S) (global.get $WINNERS_SLOT))))
  (if (i32.or (i32.eqz (call $is_over (local.get $S))) (i64.eqz (local.get $winners)))
    (then (return (i64.div_u (i64.const 720720) (i64.extend_i32_u (global.get $SEATS))))))
  (if (i64.eqz (i64.and (i64.shr_u (local.get $winners) (local.get $who)) (i64.const 1))) (then (return (i64.const 0))))
  (i64.div_u (i64.const 720720) (i64.popcnt (local.get $winners))))

;; any answer, those that name what the last one named, or the focus, being likelier
(func $akin (param $n i32) (param $script i32) (param $who i64) (result i64)
  (local $k i32) (local $total i64) (local $drawn i64) (local $last i64)
  (local.set $last (i64.load offset=32 (local.get $script)))
  (loop $next
    (local.set $total (i64.add (local.get $total) (call $likelihood (call $code (local.get $k)) (local.get $last) (local.get $script) (local.get $who))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $k) (local.get $n))))
  (local.set $drawn (call $luck (local.get $total)))
  (local.set $k (i32.const 0))
  (loop $again
    (local.set $drawn (i64.sub (local.get $drawn) (call $likelihood (call $code (local.get $k)) (local.get $last) (local.get $script) (local.get $who))))
    (if (i64.lt_s (local.get $drawn) (i64.const 0)) (then (return (call $code (local.get $k)))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again))
  (unreachable))
(func $likelihood (param $code i64) (param $last i64) (param $script i32) (param $who i64) (result i64) (local $row i32) (local $k i32) (local $at i32) (local $value i64)
  (if (i64.eqz (local.get $code)) (then (return (i64.const 1))))
  (local.set $row (call $action (local.get $code)))
  (block $done (loop $next
    (br_if $done (i64.ge_u (i64.extend_i32_u (local.get $k)) (i64.load offset=16 (local.get $row))))
    (local.set $at (i32.add (local.get $row) (i32.shl (local.get $k) (i32.const 5))))
    (if (i64.ge_s (i64.load offset=48 (local.get $at)) (i64.const 0)) (then
      (local.set $value (call $argument (local.get $code) (local.get $row) (local.get $at)))
      (if (i32.or
            (i32.and (i64.eq (local.get $who) (global.get $seat))
              (i32.and (i64.eq (i64.load offset=48 (local.get $at)) (global.get $focus_kind)) (i64.eq (local.get $value) (global.get $focus))))
            (call $names (local.get $last) (i64.load offset=48 (local.get $at)) (local.get $value)))
        (then (return (i64.add (i64.const 1) (i64.load offset=24 (local.get $script))))))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $next)))
  (i64.const 1))
;; actions: first code, code after the last, how many arguments; of each how far it steps, how many values it has, the
;; lowest, and of which kind it is (-1: of none)
(func $action (param $code i64) (result i32) (local $row i32)
  (local.set $row (global.get $ACTIONS))
  (loop $next
    (if (i64.lt_s (local.get $code) (i64.load offset=8 (local.get $row))) (then (return (local.get $row))))
    (local.set $row (i32.add (local.get $row) (i32.add (i32.const 24) (i32.shl (i32.wrap_i64 (i64.load offset=16 (local.get $row))) (i32.const 5)))))
    (br $next))
  (unreachable))
(func $argument (param $code i64) (param $row i32) (param $at i32) (result i64)
  (i64.add (i64.load offset=40 (local.get $at)) (i64.rem_u
    (i64.div_u (i64.sub (local.get $code) (i64.load (local.get $row))) (i64.load offset=24 (local.get $at)))
    (i64.load offset=32 (local.get $at)))))
(func $names (param $code i64) (param $kind i64) (param $value i64) (result i32) (local $row i32) (local $k i32) (local $at i32)
  (if (i64.le_s (local.get $code) (i64.const 0)) (then (return (i32.const 0))))
  (local.set $row (call $action (local.get $code)))
  (block $done (loop $next
    (br_if $done (i64.ge_u (i64.extend_i32_u (local.get $k)) (i64.load offset=16 (local.get $row))))
    (local.set $at (i32.add (local.get $row) (i32.shl (local.get $k) (i32.const 5))))
    (if (i64.eq (i64.load offset=48 (local.get $at)) (local.get $kind)) (then
      (if (i64.eq (call $argument (local.get $code) (local.get $row) (local.get $at)) (local.get $value)) (then (return (i32.const 1))))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $next)))
  (i32.const 0))

;; ---- trials
(func $begin_trial (param $at i32) (local $k i32)
  (memory.copy (global.get $TRIAL) (i32.wrap_i64 (i64.load (local.get $at))) (global.get $STATE))
  (i64.store (global.get $TRIAL) (call $scrambled (i64.load offset=8 (local.get $at))))
  (i64.store offset=96 (global.get $CONTROL) (call $scrambled (i64.xor (i64.load offset=8 (local.get $at)) (i64.const 0x5851F42D4C957F2D))))
  (global.set $focus_kind (i64.load offset=16 (local.get $at)))
  (global.set $focus (i64.load offset=24 (local.get $at)))
  (global.set $left (i32.wrap_i64 (i64.load offset=32 (local.get $at))))
  (global.set $codes (i32.add (local.get $at) (i32.const 40)))
  (global.set $taken (i32.const 0))
  (global.set $repaired (i64.const 0))
  (global.set $seat (i64.const -1))
  (memory.fill (global.get $CLOSED) (i32.const 0) (i32.shl (global.get $STAGES) (i32.const 3)))
  (loop $next
    (i64.store offset=32 (call $script (i64.extend_i32_u (local.get $k))) (i64.const 0))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $k) (global.get $PLAYERS))))
  (i64.store offset=120 (global.get $CONTROL) (i64.const 2)))
(func $next_trial (param $at i32) (result i32)
  (i64.store offset=208 (global.get $CONTROL) (i64.add (i64.load offset=208 (global.get $CONTROL)) (i64.const 1)))
  (i64.store offset=200 (global.get $CONTROL) (i64.sub (i64.load offset=200 (global.get $CONTROL)) (i64.const 1)))
  (local.set $at (i32.add (i32.add (local.get $at) (i32.const 40)) (i32.shl (i32.wrap_i64 (i64.load offset=32 (local.get $at))) (i32.const 3))))
  (i64.store offset=192 (global.get $CONTROL) (i64.extend_i32_u (local.get $at)))
  (local.get $at))
;; the first code of the order that is left and legal; those before it are passed over; -1 where none is
(func $ordered (param $n i32) (result i64) (local $k i32) (local $j i32) (local $code i64)
  (block $none (loop $next
    (br_if $none (i32.ge_u (local.get $k) (global.get $left)))
    (local.set $code (i64.load (i32.add (global.get $codes) (i32.shl (local.get $k) (i32.const 3)))))
    (local.set $j (i32.const 0))
    (loop $seek
      (if (i64.eq (call $code (local.get $j)) (local.get $code)) (then
        (global.set $repaired (i64.add (global.get $repaired) (i64.extend_i32_u (local.get $k))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (global.set $left (i32.sub (global.get $left) (local.get $k)))
        (global.set $codes (i32.add (global.get $codes) (i32.shl (local.get $k) (i32.const 3))))
        (return (local.get $code))))
      (local.set $j (i32.add (local.get $j) (i32.const 1)))
      (br_if $seek (i32.lt_u (local.get $j) (local.get $n))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $next)))
  (i64.const -1))
(func $carry_out (param $who i64) (param $code i64) (result i32)
  (i64.store offset=32 (call $script (local.get $who)) (local.get $code))
  (global.set $taken (i32.add (global.get $taken) (i32.const 1)))
  (call $run (global.get $TRIAL) (local.get $code) (i32.const 1)))
(func $stage_over (result i32)
  (if (i64.lt_s (i64.load offset=224 (global.get $CONTROL)) (i64.const 0)) (then (return (i32.const 0))))
  (i64.ge_s (i64.load (i32.add (global.get $CLOSED) (i32.shl (i32.wrap_i64 (i64.load offset=224 (global.get $CONTROL))) (i32.const 3))))
    (i64.load offset=232 (global.get $CONTROL))))

;; what becomes of orders: whether it is over, who won, how many decisions came after, how many codes were passed over,
;; the worth of every seat
(func $rollouts (export "rollouts") (local $at i32) (local $n i32) (local $to i32) (local $far i64) (local $who i64) (local $code i64)
  (local.set $at (i32.wrap_i64 (i64.load offset=192 (global.get $CONTROL))))
  (block $done (loop $next
    (br_if $done (i64.le_s (i64.load offset=200 (global.get $CONTROL)) (i64.const 0)))
    (call $begin_trial (local.get $at))
    (local.set $n (call $run (global.get $TRIAL) (i64.const -1) (i32.const 1)))
    (if (local.get $n) (then (global.set $seat (call $who (global.get $TRIAL)))))
    (block $ordered (loop $take
      (br_if $ordered (i32.eqz (local.get $n)))
      (br_if $ordered (i32.eqz (global.get $left)))
      (br_if $ordered (i32.ge_u (global.get $taken) (i32.const 256)))
      (br_if $ordered (call $stage_over))
      (local.set $who (call $who (global.get $TRIAL)))
      (local.set $code (i64.const -1))
      (if (i64.eq (local.get $who) (global.get $seat)) (then (local.set $code (call $ordered (local.get $n)))))
      (if (i64.lt_s (local.get $code) (i64.const 0))
        (then (local.set $code (call $decided (global.get $TRIAL) (local.get $n) (local.get $who)))))
      (local.set $n (call $carry_out (local.get $who) (local.get $code)))
      (br $take)))
    (local.set $far (i64.const 0))
    (block $stop (loop $on
      (br_if $stop (i32.eqz (local.get $n)))
      (br_if $stop (i64.ge_s (local.get $far) (i64.load offset=216 (global.get $CONTROL))))
      (br_if $stop (call $stage_over))
      (local.set $far (i64.add (local.get $far) (i64.const 1)))
      (local.set $who (call $who (global.get $TRIAL)))
      (local.set $n (call $carry_out (local.get $who) (call $decided (global.get $TRIAL) (local.get $n) (local.get $who))))
      (br $on)))
    (local.set $to (i32.add (global.get $OUTCOMES) (i32.shl
      (i32.mul (i32.wrap_i64 (i64.load offset=208 (global.get $CONTROL))) (i32.add (i32.const 4) (global.get $SEATS))) (i32.const 3))))
    (i64.store (local.get $to) (i64.extend_i32_u (call $is_over (global.get $TRIAL))))
    (i64.store offset=8 (local.get $to) (i64.load (i32.add (global.get $TRIAL) (global.get $WINNERS_SLOT))))
    (i64.store offset=16 (local.get $to) (local.get $far))
    (i64.store offset=24 (local.get $to) (i64.add (global.get $repaired) (i64.extend_i32_u (global.get $left))))
    (call $ready)
    (call $worths (global.get $TRIAL) (i32.add (local.get $to) (i32.const 32)))
    (local.set $at (call $next_trial (local.get $at)))
    (br $next))))

;; what an order does: how many decisions it took, how it ended (0 it waits, 1 another is asked, 2 chance was asked, 3 a
;; stage of its own has closed, 4 the game is over, 5 it is long), where play stands, who is asked, how many answers there
;; are, the stages that closed and those that its first decision opened, a digest, codes passed over, worths, then codes
;; and points
(func $follow (export "follow") (local $at i32) (local $n i32) (local $to i32) (local $who i64) (local $code i64)
  (local $end i64) (local $before i64) (local $opened i64) (local $chance i64) (local $most i32) (local $k i32) (local $words i32)
  (local.set $at (i32.wrap_i64 (i64.load offset=192 (global.get $CONTROL))))
  (local.set $most (i32.wrap_i64 (i64.load offset=240 (global.get $CONTROL))))
  (local.set $words (i32.add (i32.add (i32.const 9) (global.get $SEATS)) (i32.shl (local.get $most) (i32.const 1))))
  (block $done (loop $next
    (br_if $done (i64.le_s (i64.load offset=200 (global.get $CONTROL)) (i64.const 0)))
    (call $begin_trial (local.get $at))
    (local.set $to (i32.add (global.get $OUTCOMES)
      (i32.shl (i32.mul (i32.wrap_i64 (i64.load offset=208 (global.get $CONTROL))) (local.get $words)) (i32.const 3))))
    (local.set $n (call $run (global.get $TRIAL) (i64.const -1) (i32.const 1)))
    (if (local.get $n) (then (global.set $seat (call $who (global.get $TRIAL)))))
    (local.set $before (call $doors (global.get $TRIAL)))
    (local.set $opened (i64.const 0))
    (local.set $chance (i64.load (global.get $TRIAL)))
    (local.set $who (global.get $seat))
    (block $ended (loop $take
      (local.set $end (i64.const 4))
      (br_if $ended (i32.eqz (local.get $n)))
      (local.set $who (call $who (global.get $TRIAL)))
      (if (global.get $taken) (then
        (local.set $end (i64.const 3))
        (br_if $ended (i64.ne (i64.and (call $closed)
          (select (local.get $opened) (local.get $before) (i64.ne (local.get $opened) (i64.const 0)))) (i64.const 0)))
        (local.set $end (i64.const 1))
        (br_if $ended (i64.ne (local.get $who) (global.get $seat)))
        (local.set $end (i64.const 2))
        (br_if $ended (i64.ne (i64.load (global.get $TRIAL)) (local.get $chance)))))
      (local.set $end (i64.const 5))
      (br_if $ended (i32.ge_u (global.get $taken) (local.get $most)))
      (local.set $code (call $ordered (local.get $n)))
      (if (i64.lt_s (local.get $code) (i64.const 0)) (then
        (global.set $repaired (i64.add (global.get $repaired) (i64.extend_i32_u (global.get $left))))
        (global.set $left (i32.const 0))
        (local.set $end (i64.const 0))
        (br_if $ended (i64.eqz (i64.load offset=248 (global.get $CONTROL))))
        (local.set $code (call $decided (global.get $TRIAL) (local.get $n) (local.get $who)))))
      (local.set $k (i32.add (local.get $to) (i32.shl (i32.add (i32.add (i32.const 9) (global.get $SEATS)) (global.get $taken)) (i32.const 3))))
      (i64.store (local.get $k) (local.get $code))
      (i64.store (i32.add (local.get $k) (i32.shl (local.get $most) (i32.const 3)))
        (i64.load (i32.add (global.get $TRIAL) (global.get $POINT_SLOT))))
      (local.set $n (call $carry_out (local.get $who) (local.get $code)))
      (if (i32.eq (global.get $taken) (i32.const 1)) (then
        (local.set $opened (i64.and (call $doors (global.get $TRIAL)) (i64.xor (local.get $before) (i64.const -1))))))
      (br $take)))
    (i64.store (local.get $to) (i64.extend_i32_u (global.get $taken)))
    (i64.store offset=8 (local.get $to) (local.get $end))
    (i64.store offset=16 (local.get $to) (i64.load (i32.add (global.get $TRIAL) (global.get $POINT_SLOT))))
    (i64.store offset=24 (local.get $to) (select (local.get $who) (i64.const -1) (local.get $n)))
    (i64.store offset=32 (local.get $to) (i64.extend_i32_u (local.get $n)))
    (i64.store offset=40 (local.get $to) (call $closed))
    (i64.store offset=48 (local.get $to) (local.get $opened))
    (i64.store offset=56 (local.get $to) (call $digest (global.get $TRIAL)))
    (i64.store offset=64 (local.get $to) (i64.add (global.get $repaired) (i64.extend_i32_u (global.get $left))))
    (call $ready)
    (call $worths (global.get $TRIAL) (i32.add (local.get $to) (i32.const 72)))
    (local.set $at (call $next_trial (local.get $at)))
    (br $next))))
(func $closed (result i64) (local $k i32) (local $found i64)
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $k) (global.get $STAGES)))
    (if (i64.ne (i64.load (i32.add (global.get $CLOSED) (i32.shl (local.get $k) (i32.const 3)))) (i64.const 0))
      (then (local.set $found (i64.or (local.get $found) (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $k)))))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $next)))
  (local.get $found))
;; a digest of some slots, which the host lists in pairs, first and one past the last; then of what lies above the lowest
;; word of wide ones among them
(func $mixed (param $h i64) (param $word i64) (result i64)
  (local.set $h (i64.mul (i64.xor (local.get $h) (local.get $word)) (i64.const 0x9E3779B97F4A7C15)))
  (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))
(func $digest (param $S i32) (result i64) (local $h i64) (local $pair i32) (local $p i32) (local $end i32) (local $row i32) (local $rows i32) (local $word i64)
  (local.set $h (i64.const 0x6A09E667F3BCC909))
  (local.set $pair (global.get $SPANS))
  (block $done (loop $next
    (local.set $p (i32.add (local.get $S) (i32.shl (i32.wrap_i64 (i64.load (local.get $pair))) (i32.const 3))))
    (local.set $end (i32.add (local.get $S) (i32.shl (i32.wrap_i64 (i64.load offset=8 (local.get $pair))) (i32.const 3))))
    (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
    (loop $words
      (local.set $h (call $mixed (local.get $h) (i64.load (local.get $p))))
      (br_if $words (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 8))) (local.get $end))))
    (local.set $pair (i32.add (local.get $pair) (i32.const 16)))
    (br $next)))
  (local.set $row (global.get $WIDE))
  (block $all (loop $slot
    (br_if $all (i64.lt_s (i64.load (local.get $row)) (i64.const 0)))
    (if (call $spanned (i64.load (local.get $row))) (then
      (local.set $p (i32.add (local.get $S) (i32.wrap_i64 (i64.load offset=8 (local.get $row)))))
      (local.set $end (i32.add (local.get $p) (i32.shl (i32.wrap_i64 (i64.load offset=16 (local.get $row))) (i32.const 3))))
      (loop $words
        (local.set $word (i64.load (local.get $p)))
        (if (i64.gt_u (i64.add (local.get $word) (i64.const 1)) (i64.const 1)) (then
          (local.set $h (call $mixed (call $mixed (local.get $h) (i64.load (local.get $row))) (local.get $word)))))
        (br_if $words (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 8))) (local.get $end))))))
    (local.set $row (i32.add (local.get $row) (i32.const 24)))
    (br $slot)))
  (local.get $h))
(func $spanned (param $slot i64) (result i32) (local $pair i32)
  (local.set $pair (global.get $SPANS))
  (loop $next
    (if (i64.ge_u (i64.load (local.get $pair)) (i64.load offset=8 (local.get $pair))) (then (return (i32.const 0))))
    (if (i32.and (i64.ge_u (local.get $slot) (i64.load (local.get $pair))) (i64.lt_u (local.get $slot) (i64.load offset=8 (local.get $pair))))
      (then (return (i32.const 1))))
    (local.set $pair (i32.add (local.get $pair) (i32.const 16)))
    (br $next))
  (unreachable))

;; answers carried out in copies of states, each asked as state, where the copy goes, and code, up to where play stands
;; then: the point, who is asked or -1, how many answers there are, and these; one after the other, as far as there is room
(func $branches (export "branches") (local $at i32) (local $S i32) (local $to i32) (local $n i32)
  (i64.store offset=120 (global.get $CONTROL) (i64.const 0))
  (local.set $at (i32.wrap_i64 (i64.load offset=192 (global.get $CONTROL))))
  (local.set $to (i32.wrap_i64 (i64.load offset=216 (global.get $CONTROL))))
  (block $done (loop $next
    (br_if $done (i64.le_s (i64.load offset=200 (global.get $CONTROL)) (i64.const 0)))
    (local.set $S (i32.wrap_i64 (i64.load offset=8 (local.get $at))))
    (memory.copy (local.get $S) (i32.wrap_i64 (i64.load (local.get $at))) (global.get $STATE))
    (local.set $n (call $ask (local.get $S) (i64.load offset=16 (local.get $at))))
    (br_if $done (i32.gt_u (i32.add (local.get $to) (i32.shl (i32.add (local.get $n) (i32.const 3)) (i32.const 3)))
      (global.get $PLAN)))
    (i64.store (local.get $to) (i64.load (i32.add (local.get $S) (global.get $POINT_SLOT))))
    (i64.store offset=8 (local.get $to) (i64.load offset=136 (global.get $CONTROL)))
    (i64.store offset=16 (local.get $to) (i64.extend_i32_u (local.get $n)))
    (memory.copy (i32.add (local.get $to) (i32.const 24)) (global.get $OUT) (i32.shl (local.get $n) (i32.const 3)))
    (local.set $to (i32.add (local.get $to) (i32.shl (i32.add (local.get $n) (i32.const 3)) (i32.const 3))))
    (i64.store offset=216 (global.get $CONTROL) (i64.extend_i32_u (local.get $to)))
    (local.set $at (i32.add (local.get $at) (i32.const 24)))
    (i64.store offset=192 (global.get $CONTROL) (i64.extend_i32_u (local.get $at)))
    (i64.store offset=200 (global.get $CONTROL) (i64.sub (i64.load offset=200 (global.get $CONTROL)) (i64.const 1)))
    (i64.store offset=208 (global.get $CONTROL) (i64.add (i64.load offset=208 (global.get $CONTROL)) (i64.const 1)))
    (br $next))))
