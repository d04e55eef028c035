;; What could be: states drawn as the host has planned it, from one whole number each.
;;
;; Host and module tell each other by place: 24 where the next deal stands, 25 how many are left, 26 how many are done.
;; A deal is asked as where its state goes and its seed; its answer is whether one was found, the dealing, and the codes
;; that the seat's own answers have in it.  $PLAN holds where the information set's state lies, the decision point, who is
;; asked or -1, and the rows that `deal_words.py` writes, one section after the other.  A slot that is not seen holds the
;; lowest word there is.

(global $plan (mut i32) (i32.const 0))   ;; where the plan is read next
(global $tries (mut i32) (i32.const 0))  ;; of the deal at hand
(global $found (mut i32) (i32.const 0))  ;; whether any of them could be
(global $mark (mut i32) (i32.const 0))   ;; what stands at the codes that were listed last

(func $word (result i64) (local $v i64)
  (local.set $v (i64.load (global.get $plan)))
  (global.set $plan (i32.add (global.get $plan) (i32.const 8)))
  (local.get $v))
(func $int (result i32) (i32.wrap_i64 (call $word)))
(func $skip (param $words i32) (global.set $plan (i32.add (global.get $plan) (i32.shl (local.get $words) (i32.const 3)))))
(func $ahead (param $k i32) (result i32)
  (i32.wrap_i64 (i64.load (i32.add (global.get $plan) (i32.shl (local.get $k) (i32.const 3))))))
(func $slot (param $S i32) (param $slot i32) (result i32) (i32.add (local.get $S) (i32.shl (local.get $slot) (i32.const 3))))
(func $unseen (param $at i32) (result i32) (i64.eq (i64.load (local.get $at)) (i64.const 0x8000000000000000)))
(func $number_of (param $place i32) (result i64) (i64.load (call $slot (global.get $DEALT) (local.get $place))))
;; a code or a slot with hidden things renumbered: itself, how many it names, of each its place, number and stride
(func $renumbered (result i64) (local $v i64) (local $n i32)
  (local.set $v (call $word))
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $v (i64.add (local.get $v) (i64.mul (i64.sub (call $number_of (call $int)) (call $word)) (call $word))))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next)))
  (local.get $v))

;; pieces that could be one another, in each other's place
(func $shuffle_groups (local $n i32) (local $first i32) (local $count i32) (local $k i32)
  (local.set $n (call $int))
  (memory.copy (global.get $DEALT) (global.get $plan) (i32.shl (local.get $n) (i32.const 3)))
  (call $skip (local.get $n))
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $first (call $int))
    (local.set $count (call $int))
    (memory.copy (global.get $HEAP) (global.get $plan) (i32.shl (local.get $count) (i32.const 3)))
    (local.set $k (i32.sub (local.get $count) (i32.const 1)))
    (block $shuffled (loop $down
      (br_if $shuffled (i32.le_s (local.get $k) (i32.const 0)))
      (call $swap (call $slot (global.get $HEAP) (local.get $k))
        (call $slot (global.get $HEAP) (i32.wrap_i64 (call $luck (i64.extend_i32_u (i32.add (local.get $k) (i32.const 1)))))))
      (local.set $k (i32.sub (local.get $k) (i32.const 1)))
      (br $down)))
    (local.set $k (i32.const 0))
    (block $dealt (loop $piece
      (br_if $dealt (i32.ge_u (local.get $k) (local.get $count)))
      (i64.store (call $slot (global.get $DEALT) (i32.add (local.get $first) (call $ahead (local.get $k))))
        (i64.load (call $slot (global.get $HEAP) (local.get $k))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $piece)))
    (call $skip (local.get $count))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next))))

;; slots that name hidden pieces: how (0 one, 1 a set, 2 a list of so many bits each, 3 a code), slot, place of the kind
(func $renumber_mentions (param $S i32) (local $n i32) (local $how i32) (local $at i32) (local $first i32)
  (local $v i64) (local $made i64) (local $bits i64) (local $by i64)
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (local.set $how (call $int))
    (local.set $at (call $slot (local.get $S) (call $int)))
    (if (i32.eq (local.get $how) (i32.const 3)) (then
      (i64.store (local.get $at) (call $renumbered))
      (br $next)))
    (local.set $first (call $int))
    (local.set $bits (call $word))
    (local.set $v (i64.load (local.get $at)))
    (if (i32.eqz (local.get $how)) (then
      (i64.store (local.get $at) (call $number_of (i32.add (local.get $first) (i32.wrap_i64 (local.get $v)))))
      (br $next)))
    (local.set $made (i64.const 0))
    (if (i32.eq (local.get $how) (i32.const 1)) (then
      (block $all (loop $member
        (br_if $all (i64.eqz (local.get $v)))
        (local.set $made (i64.or (local.get $made) (i64.shl (i64.const 1)
          (call $number_of (i32.add (local.get $first) (i32.wrap_i64 (i64.ctz (local.get $v))))))))
        (local.set $v (i64.and (local.get $v) (i64.sub (local.get $v) (i64.const 1))))
        (br $member)))
      (i64.store (local.get $at) (local.get $made))
      (br $next)))
    (local.set $by (i64.const 0))
    (block $last (loop $item
      (br_if $last (i64.le_s (local.get $v) (i64.const 1)))
      (local.set $made (i64.or (local.get $made) (i64.shl
        (call $number_of (i32.add (local.get $first) (i32.wrap_i64
          (i64.and (local.get $v) (i64.sub (i64.shl (i64.const 1) (local.get $bits)) (i64.const 1))))))
        (local.get $by))))
      (local.set $by (i64.add (local.get $by) (local.get $bits)))
      (local.set $v (i64.shr_u (local.get $v) (local.get $bits)))
      (br $item)))
    (i64.store (local.get $at) (i64.or (local.get $made) (i64.shl (i64.const 1) (local.get $by))))
    (br $next))))

;; what memory says of hidden pieces goes with them: place of the kind, base, stride, pieces; then slots of several
(func $move_pieces (param $from i32) (param $to i32) (local $n i32) (local $first i32) (local $base i32) (local $stride i32) (local $count i32) (local $k i32) (local $piece i32)
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $first (call $int))
    (local.set $base (call $int))
    (local.set $stride (call $int))
    (local.set $count (call $int))
    (local.set $k (i32.const 0))
    (block $moved (loop $one
      (br_if $moved (i32.ge_u (local.get $k) (local.get $count)))
      (local.set $piece (call $ahead (local.get $k)))
      (i64.store
        (call $slot (local.get $to) (i32.add (local.get $base)
          (i32.mul (local.get $stride) (i32.wrap_i64 (call $number_of (i32.add (local.get $first) (local.get $piece)))))))
        (i64.load (call $slot (local.get $from) (i32.add (local.get $base) (i32.mul (local.get $stride) (local.get $piece))))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $one)))
    (call $skip (local.get $count))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next)))
  (local.set $n (call $int))
  (block $all (loop $more
    (br_if $all (i32.eqz (local.get $n)))
    (local.set $base (call $ahead (i32.const 0)))
    (i64.store (call $slot (local.get $to) (i32.wrap_i64 (call $renumbered)))
      (i64.load (call $slot (local.get $from) (local.get $base))))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $more))))

;; secret values: base, how many slots, how (0 from a number on so many, 1 any set, 2 one of some values, maybe nothing),
;; two words, how many values, and these
(func $fill (param $S i32) (local $n i32) (local $at i32) (local $size i32) (local $how i32) (local $a i64) (local $b i64) (local $values i32)
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $at (call $slot (local.get $S) (call $int)))
    (local.set $size (call $int))
    (local.set $how (call $int))
    (local.set $a (call $word))
    (local.set $b (call $word))
    (local.set $values (call $int))
    (block $filled (loop $one
      (br_if $filled (i32.eqz (local.get $size)))
      (if (call $unseen (local.get $at)) (then
        (i64.store (local.get $at) (call $supplied (local.get $how) (local.get $a) (local.get $b) (local.get $values)))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $size (i32.sub (local.get $size) (i32.const 1)))
      (br $one)))
    (call $skip (local.get $values))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next))))
(func $supplied (param $how i32) (param $a i64) (param $b i64) (param $values i32) (result i64) (local $v i64)
  (if (i32.eqz (local.get $how)) (then (return (i64.add (local.get $a) (call $luck (local.get $b))))))
  (if (i32.eq (local.get $how) (i32.const 1)) (then
    (if (i64.eqz (local.get $a)) (then (return (i64.const 0))))
    (local.set $v (call $luck (i64.const 0x100000000)))
    (if (i64.gt_u (local.get $a) (i64.const 0xffffffff)) (then
      (local.set $v (i64.or (local.get $v) (i64.shl (call $luck (i64.const 0x100000000)) (i64.const 32))))))
    (return (i64.and (local.get $v) (local.get $a)))))
  (if (i64.ne (local.get $b) (i64.const 0)) (then
    (if (i64.eqz (call $luck (i64.const 2))) (then (return (local.get $a))))
    (if (i32.eqz (local.get $values)) (then (return (local.get $a))))))
  (if (i32.eqz (local.get $values)) (then (return (i64.const 0))))
  (i64.load (call $slot (global.get $plan) (i32.wrap_i64 (call $luck (i64.extend_i32_u (local.get $values)))))))

;; guesses: base, how many slots, the number of the memory, between which ends, and what stands for it meanwhile; all of
;; them are guessed from the same state
(func $clamp (param $v i64) (param $low i64) (param $high i64) (result i64)
  (local.set $v (select (local.get $v) (local.get $low) (i64.gt_s (local.get $v) (local.get $low))))
  (select (local.get $v) (local.get $high) (i64.lt_s (local.get $v) (local.get $high))))
(func $guess_all (param $S i32) (param $whole i32) (local $n i32) (local $again i32) (local $at i32) (local $size i32) (local $k i32)
  (local $of i32) (local $parts i32) (local $least i64) (local $most i64) (local $low i64) (local $high i64) (local $mostly i64) (local $usual i64)
  (local.set $n (call $int))
  (if (i32.eqz (local.get $n)) (then (return)))
  (memory.copy (local.get $whole) (local.get $S) (global.get $STATE))
  (local.set $again (global.get $plan))
  (local.set $k (local.get $n))
  (loop $next
    (local.set $at (call $slot (local.get $whole) (call $int)))
    (local.set $size (call $int))
    (call $skip (i32.const 3))
    (local.set $usual (call $word))
    (block $filled (loop $one
      (br_if $filled (i32.eqz (local.get $size)))
      (if (call $unseen (local.get $at)) (then (i64.store (local.get $at) (local.get $usual))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $size (i32.sub (local.get $size) (i32.const 1)))
      (br $one)))
    (br_if $next (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))
  (global.set $plan (local.get $again))
  (loop $cell
    (local.set $at (call $slot (local.get $S) (call $int)))
    (local.set $size (call $int))
    (local.set $of (call $int))
    (local.set $parts (call $guess_parts (local.get $of)))
    (local.set $least (call $word))
    (local.set $most (call $word))
    (call $skip (i32.const 1))
    (local.set $k (i32.const 0))
    (block $guessed (loop $one
      (br_if $guessed (i32.ge_u (local.get $k) (local.get $size)))
      (if (call $unseen (local.get $at)) (then
        (global.set $heap (global.get $HEAP))
        (local.set $low (call $guess (local.get $whole) (local.get $of) (i32.const 0) (local.get $k)))
        (local.set $high (call $guess (local.get $whole) (local.get $of) (i32.const 1) (local.get $k)))
        (if (i32.gt_u (local.get $parts) (i32.const 2)) (then
          (local.set $mostly (call $guess (local.get $whole) (local.get $of) (i32.const 2) (local.get $k)))))
        (local.set $low (call $clamp (local.get $low) (local.get $least) (local.get $most)))
        (local.set $high (call $clamp (local.get $high) (local.get $least) (local.get $most)))
        (i64.store (local.get $at) (call $guessed (local.get $parts) (local.get $low) (local.get $high) (local.get $mostly)))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $one)))
    (br_if $cell (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
(func $guessed (param $parts i32) (param $low i64) (param $high i64) (param $mostly i64) (result i64)
  (if (i32.gt_u (local.get $parts) (i32.const 2)) (then
    (if (i64.lt_s (call $luck (i64.const 10)) (i64.const 9))
      (then (return (call $clamp (local.get $mostly) (local.get $low) (local.get $high)))))))
  (if (i64.le_s (local.get $high) (local.get $low)) (then (return (local.get $low))))
  (i64.add (local.get $low) (call $luck (i64.add (i64.sub (local.get $high) (local.get $low)) (i64.const 1)))))

;; sets of members by value: base, how many members, the lowest value, the first set, how many sets, words of each, and
;; where the words above the lowest begin
(func $index_all (param $S i32) (local $n i32) (local $at i32) (local $size i32) (local $low i64) (local $index i32) (local $sets i32) (local $words i32) (local $high i32) (local $k i32) (local $value i32) (local $to i32)
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $at (call $slot (local.get $S) (call $int)))
    (local.set $size (call $int))
    (local.set $low (call $word))
    (local.set $index (call $slot (local.get $S) (call $int)))
    (local.set $sets (call $int))
    (local.set $words (i32.sub (call $int) (i32.const 1)))
    (local.set $high (i32.add (local.get $S) (call $int)))
    (memory.fill (local.get $index) (i32.const 0) (i32.shl (local.get $sets) (i32.const 3)))
    (memory.fill (local.get $high) (i32.const 0) (i32.shl (i32.mul (local.get $sets) (local.get $words)) (i32.const 3)))
    (local.set $k (i32.const 0))
    (block $indexed (loop $one
      (br_if $indexed (i32.ge_u (local.get $k) (local.get $size)))
      (local.set $value (i32.wrap_i64 (i64.sub (i64.load (call $slot (local.get $at) (local.get $k))) (local.get $low))))
      (if (i32.ge_u (local.get $value) (local.get $sets)) (then (call $leave)))
      (local.set $to (if (result i32) (i32.lt_u (local.get $k) (i32.const 64))
        (then (call $slot (local.get $index) (local.get $value)))
        (else (call $slot (local.get $high) (i32.add (i32.mul (local.get $value) (local.get $words))
          (i32.sub (i32.shr_u (local.get $k) (i32.const 6)) (i32.const 1)))))))
      (i64.store (local.get $to) (i64.or (i64.load (local.get $to))
        (i64.shl (i64.const 1) (i64.and (i64.extend_i32_u (local.get $k)) (i64.const 63)))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $one)))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next))))

(func $list_answers (param $S i32)
  (call $ready)
  (call_indirect (type $lists) (local.get $S) (i32.add (global.get $LEGAL) (call $place_of (local.get $S)))))
;; envelopes: where the answer lies, where it stands who is asked, and whose it is
(func $seal_all (param $S i32) (local $n i32) (local $at i32) (local $asking i32) (local $before i64)
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $at (call $slot (local.get $S) (call $int)))
    (local.set $asking (call $slot (local.get $S) (call $int)))
    (local.set $before (i64.load (local.get $asking)))
    (i64.store (local.get $asking) (call $word))
    (call $list_answers (local.get $S))
    (i64.store (local.get $asking) (local.get $before))
    (i64.store (local.get $at) (i64.const 0))
    (if (global.get $count) (then (i64.store (local.get $at) (call $any (global.get $count)))))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next))))
;; lots by classes: the first slot, place of the kind or -1, how many things, and the class of each
(func $queue_all (param $S i32) (local $n i32) (local $at i32) (local $first i32) (local $count i32) (local $k i32) (local $of i32) (local $lot i64) (local $by_lot i32) (local $class i32)
  (local.set $n (call $int))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $at (call $slot (local.get $S) (call $int)))
    (local.set $first (call $int))
    (local.set $count (call $int))
    (local.set $by_lot (global.get $HEAP))
    (local.set $class (call $slot (global.get $HEAP) (local.get $count)))
    (local.set $k (i32.const 0))
    (block $known (loop $one
      (br_if $known (i32.ge_u (local.get $k) (local.get $count)))
      (local.set $of (if (result i32) (i32.lt_s (local.get $first) (i32.const 0)) (then (local.get $k))
        (else (i32.wrap_i64 (call $number_of (i32.add (local.get $first) (local.get $k)))))))
      (i64.store (call $slot (local.get $class) (local.get $of)) (i64.extend_i32_u (call $ahead (local.get $k))))
      (i64.store (call $slot (local.get $by_lot) (i32.wrap_i64 (i64.load (call $slot (local.get $at) (local.get $k))))) (i64.extend_i32_u (local.get $k)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $one)))
    (call $skip (local.get $count))
    (local.set $lot (i64.const 0))
    (local.set $of (i32.const 0))
    (loop $each
      (local.set $k (i32.const 0))
      (block $over (loop $thing
        (br_if $over (i32.ge_u (local.get $k) (local.get $count)))
        (local.set $first (i32.wrap_i64 (i64.load (call $slot (local.get $by_lot) (local.get $k)))))
        (if (i64.eq (i64.load (call $slot (local.get $class) (local.get $first))) (i64.extend_i32_u (local.get $of))) (then
          (i64.store (call $slot (local.get $at) (local.get $first)) (local.get $lot))
          (local.set $lot (i64.add (local.get $lot) (i64.const 1)))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $thing)))
      (br_if $each (i32.lt_u (local.tee $of (i32.add (local.get $of) (i32.const 1))) (i32.const 4))))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next))))

;; one deal of the secrets, whether or not it fits the question; the plan is read up to the answers
(func $deal_secrets
  (call $ready)
  (global.set $plan (i32.add (global.get $PLAN) (i32.const 24)))
  (call $shuffle_groups)
  (memory.copy (global.get $SPARE) (i32.wrap_i64 (i64.load (global.get $PLAN))) (global.get $STATE))
  (call $renumber_mentions (global.get $SPARE))
  (memory.copy (global.get $TRIAL) (global.get $SPARE) (global.get $STATE))
  (call $move_pieces (global.get $SPARE) (global.get $TRIAL))
  (call $fill (global.get $TRIAL))
  (call $guess_all (global.get $TRIAL) (global.get $SPARE))
  (drop (call $luck (i64.const 1)))
  (i64.store (global.get $TRIAL) (call $scrambled (i64.load offset=96 (global.get $CONTROL))))
  (i64.store (global.get $SCRATCH) (call $scrambled (i64.load (global.get $TRIAL))))
  (call $deal_lots (global.get $TRIAL))
  (call $index_all (global.get $TRIAL))
  (call $seal_all (global.get $TRIAL))
  (call $queue_all (global.get $TRIAL)))
;; the codes of the seat's own answers, put down; whether they are the legal ones, or, where there are none, whoever is
;; asked has a choice
(func $fits (param $to i32) (result i32) (local $n i32) (local $k i32) (local $code i64) (local $all i32)
  (if (i64.ge_s (i64.load offset=8 (global.get $PLAN)) (i64.const 0)) (then
    (call $list_answers (global.get $TRIAL))
    (global.set $mark (i32.add (global.get $mark) (i32.const 1)))
    (loop $next
      (if (i32.lt_u (local.get $k) (global.get $count)) (then
        (i32.store (i32.add (global.get $MARKS) (i32.shl (i32.wrap_i64 (call $code (local.get $k))) (i32.const 2))) (global.get $mark))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $next))))))
  (local.set $n (call $int))
  (local.set $all (i32.eq (local.get $n) (global.get $count)))
  (if (i32.eqz (local.get $n)) (then (local.set $all (i32.gt_u (global.get $count) (i32.const 1)))))
  (block $done (loop $more
    (br_if $done (i32.eqz (local.get $n)))
    (local.set $code (call $renumbered))
    (i64.store (local.get $to) (local.get $code))
    (local.set $to (i32.add (local.get $to) (i32.const 8)))
    (if (i32.ne (i32.load (i32.add (global.get $MARKS) (i32.shl (i32.wrap_i64 (local.get $code)) (i32.const 2)))) (global.get $mark))
      (then (local.set $all (i32.const 0))))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $more)))
  (if (i64.lt_s (i64.load offset=8 (global.get $PLAN)) (i64.const 0)) (then (return (i32.const 1))))
  (if (i64.ge_s (i64.load offset=16 (global.get $PLAN)) (i64.const 0)) (then
    (if (i64.ne (call $who (global.get $TRIAL)) (i64.load offset=16 (global.get $PLAN))) (then (return (i32.const 0))))))
  (local.get $all))
;; after a try that broke the rules the host goes on with the next one of the same deal
(func $deals (export "deals") (param $again i32) (param $width i32) (local $at i32) (local $to i32) (local $dealt i32) (local $fits i32)
  (local.set $at (i32.wrap_i64 (i64.load offset=192 (global.get $CONTROL))))
  (local.set $dealt (i32.shl (i32.wrap_i64 (i64.load offset=24 (global.get $PLAN))) (i32.const 3)))
  (block $done (loop $next
    (br_if $done (i64.le_s (i64.load offset=200 (global.get $CONTROL)) (i64.const 0)))
    (local.set $to (i32.add (global.get $OUTCOMES)
      (i32.shl (i32.mul (i32.wrap_i64 (i64.load offset=208 (global.get $CONTROL))) (local.get $width)) (i32.const 3))))
    (if (i32.eqz (local.get $again)) (then
      (global.set $tries (i32.const 0))
      (global.set $found (i32.const 0))
      (i64.store offset=96 (global.get $CONTROL) (call $scrambled (i64.load offset=8 (local.get $at))))))
    (local.set $again (i32.const 0))
    (block $drawn (loop $try
      (br_if $drawn (i32.ge_u (global.get $tries) (i32.const 50)))
      (global.set $tries (i32.add (global.get $tries) (i32.const 1)))
      (call $deal_secrets)
      (local.set $fits (call $fits (global.get $CHOICES)))
      (global.set $found (i32.const 1))
      (memory.copy (i32.wrap_i64 (i64.load (local.get $at))) (global.get $TRIAL) (global.get $STATE))
      (memory.copy (i32.add (local.get $to) (i32.const 8)) (global.get $DEALT) (local.get $dealt))
      (memory.copy (i32.add (i32.add (local.get $to) (i32.const 8)) (local.get $dealt)) (global.get $CHOICES)
        (i32.sub (i32.sub (i32.shl (local.get $width) (i32.const 3)) (local.get $dealt)) (i32.const 8)))
      (br_if $try (i32.eqz (local.get $fits)))))
    (i64.store (local.get $to) (i64.extend_i32_u (global.get $found)))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (i64.store offset=192 (global.get $CONTROL) (i64.extend_i32_u (local.get $at)))
    (i64.store offset=200 (global.get $CONTROL) (i64.sub (i64.load offset=200 (global.get $CONTROL)) (i64.const 1)))
    (i64.store offset=208 (global.get $CONTROL) (i64.add (i64.load offset=208 (global.get $CONTROL)) (i64.const 1)))
    (br $next))))
