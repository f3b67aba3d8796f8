; The n-th lowest bit that is set, by halves: on any machine.
define internal i64 @"f.nth_bit"(i64 %x, i64 %n) alwaysinline {
start:
  br label %half
half:
  %width = phi i64 [ 32, %start ], [ %next, %half ]
  %at = phi i64 [ 0, %start ], [ %moved, %half ]
  %left = phi i64 [ %n, %start ], [ %rest, %half ]
  %above = lshr i64 %x, %at
  %ones = shl i64 -1, %width
  %mask = xor i64 %ones, -1
  %low = and i64 %above, %mask
  %here = call i64 @llvm.ctpop.i64(i64 %low)
  %beyond = icmp sge i64 %left, %here
  %fewer = sub i64 %left, %here
  %further = add i64 %at, %width
  %rest = select i1 %beyond, i64 %fewer, i64 %left
  %moved = select i1 %beyond, i64 %further, i64 %at
  %next = lshr i64 %width, 1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %half, label %done
done:
  ret i64 %moved
}

define internal i64 @"f.nth_one"(i64 %x, i64 %n) alwaysinline {
  %at = call i64 @"f.nth_bit"(i64 %x, i64 %n)
  %bit = shl i64 1, %at
  ret i64 %bit
}
