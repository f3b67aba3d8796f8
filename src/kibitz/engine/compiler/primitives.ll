; The primitives of `engine/primitives.py` for compiled code, and what arrays of their own need.
; Functions that are called by the rules have the names and the order of parameters they have there.

declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare double @llvm.sqrt.f64(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare ptr @calloc(i64, i64)
declare void @free(ptr)

define internal i64 @"f.popcount"(i64 %x) alwaysinline {
  %n = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %n
}

define internal i64 @"f.lowest"(i64 %x) alwaysinline {
  %n = call i64 @llvm.cttz.i64(i64 %x, i1 true)
  ret i64 %n
}

define internal double @"f.root"(double %x) alwaysinline {
  %y = call double @llvm.sqrt.f64(double %x)
  ret double %y
}

define internal i64 @mixed(i64 %key, i64 %key2, i64 %stream, i64 %counter) alwaysinline {
  %s = mul i64 %stream, -7046029254386353131
  %c = mul i64 %counter, -3335678366873096957
  %ks = add i64 %key, %s
  %a0 = add i64 %ks, %c
  %a1 = lshr i64 %a0, 30
  %a2 = xor i64 %a0, %a1
  %a3 = mul i64 %a2, -4658895280553007687
  %a4 = lshr i64 %a3, 27
  %a5 = xor i64 %a3, %a4
  %a6 = mul i64 %a5, -7723592293110705685
  %a7 = lshr i64 %a6, 31
  %a8 = xor i64 %a6, %a7
  %b0 = xor i64 %a8, %key2
  %b1 = lshr i64 %b0, 30
  %b2 = xor i64 %b0, %b1
  %b3 = mul i64 %b2, -4658895280553007687
  %b4 = lshr i64 %b3, 27
  %b5 = xor i64 %b3, %b4
  %b6 = mul i64 %b5, -7723592293110705685
  %b7 = lshr i64 %b6, 31
  %b8 = xor i64 %b6, %b7
  ret i64 %b8
}

define internal i64 @"f.luck"(i64 %key, i64 %key2, i64 %stream, i64 %counter) alwaysinline {
  %x = call i64 @mixed(i64 %key, i64 %key2, i64 %stream, i64 %counter)
  ret i64 %x
}

define internal i64 @"f.scaled"(i64 %luck, i64 %n) alwaysinline {
  %wide = zext i64 %luck to i128
  %most = zext i64 %n to i128
  %product = mul i128 %wide, %most
  %upper = lshr i128 %product, 64
  %k = trunc i128 %upper to i64
  ret i64 %k
}

define internal i64 @"f.below"(i64 %key, i64 %key2, i64 %stream, i64 %counter, i64 %n) alwaysinline {
  %x = call i64 @mixed(i64 %key, i64 %key2, i64 %stream, i64 %counter)
  %k = call i64 @"f.scaled"(i64 %x, i64 %n)
  ret i64 %k
}

define internal i64 @"f.noise"(i64 %key, i64 %key2, i64 %stream, i64 %counter) alwaysinline {
  %x = call i64 @mixed(i64 %key, i64 %key2, i64 %stream, i64 %counter)
  %y = lshr i64 %x, 2
  ret i64 %y
}

; An array of n zeros. It belongs to the list of an owner, who throws it away with the others.
define internal ptr @new(ptr %owner, i64 %n) noinline {
  %m = add i64 %n, 2
  %block = call ptr @calloc(i64 %m, i64 8)
  %next = load ptr, ptr %owner
  store ptr %next, ptr %block
  store ptr %block, ptr %owner
  %numbers = getelementptr i64, ptr %block, i64 2
  ret ptr %numbers
}

define internal void @throw_away(ptr %owner) noinline {
start:
  %first = load ptr, ptr %owner
  br label %look
look:
  %block = phi ptr [ %first, %start ], [ %next, %one ]
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %one
one:
  %next = load ptr, ptr %block
  call void @free(ptr %block)
  br label %look
done:
  ret void
}
