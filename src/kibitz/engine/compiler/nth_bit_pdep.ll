; The n-th lowest bit that is set: one instruction lays a bit out over those that are set (BMI2).
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)

define internal i64 @"f.nth_one"(i64 %x, i64 %n) alwaysinline {
  %one = shl i64 1, %n
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %x)
  ret i64 %bit
}

define internal i64 @"f.nth_bit"(i64 %x, i64 %n) alwaysinline {
  %bit = call i64 @"f.nth_one"(i64 %x, i64 %n)
  %at = call i64 @llvm.cttz.i64(i64 %bit, i1 true)
  ret i64 %at
}
