//===- CarAlarmGolden.h - Golden values of the car alarm --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shortest violation of each mutant of the deterministic car alarm under
// tioco: a number is its length, `=` that there is none, `Tn` that there is one
// of length n if stopped time counts as silence and none otherwise, `a/b` that
// the lengths are a without and b with that reading, `.` that there is no such
// mutant. Computed by three engines that share no code with this one.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_TEST_UNIT_ENGINE_CARALARMGOLDEN_H
#define TIOGA_TEST_UNIT_ENGINE_CARALARMGOLDEN_H

namespace tioga::golden {

/// The new action of each transition.
inline const char *const changeAction =
    R"(    armedOn armedOff soundOn soundOff flashOn flashOff
t01       1        1       1        1       1        1
t02       1        1       1        1       1        1
t03       2        2       2        2       2        2
t04       2        2       2        2       2        2
t05       2        2       2        2       2        2
t06       2        2       2        2       2        2
t07       3        3       3        3       3        3
t08       3        3       3        3       3        3
t09       .        3       3        3       3        3
t10       4        4       4        4       4        4
t11       5        .       5        5       5        5
t12       4        4       4        4       4        4
t13       5        .       5        5       5        5
t14       6        6       6        6       .        6
t15       7        7       .        7       7        7
t16       8        8       8        .       8        8
t17       8        8       8        8       8        8
t18       9        9       9        .       9        9
t19       9        9       9        9       9        9
t20      10       10      10       10      10        .
t21       9        9       9        .       9        9
t22      10       10      10       10      10        .
t23      11       11      11       11      11       11
t24      11       11      11       11      11       11
t25       .       12      12       12      12       12)";

/// The new target of each transition.
inline const char *const changeTarget =
    R"(    OU OL CU    CL AR  AU    BA    AO    FO  AL    F1    F2 SO  U1  U2    SC
t01  3  .  3     2  3   2     2     2     2   2     2     2  3   2   2     2
t02  3  3  .     2  3   2     2     2     2   2     2     2  3   2   2     2
t03  .  4  4     3  5   3     3     3     3   3     3     3  4   3   3     3
t04  3  3  3     .  3   3     3     3     3   3     3     3  3   3   3     3
t05  .  4  4     3  5   3     3     3     3   3     3     3  4   3   3     3
t06  3  3  3     .  3   3     3     3     3   3     3     3  3   3   3     3
t07  5  5  .     4  5   4     4     4     4   4     4     4  5   4   4     4
t08  5  .  5     4  5   4     4     4     4   4     4     4  5   4   4     4
t09  5  5  5     4  .  T3    T3    T3    T3 4/3   4/3   4/3  5  T3  T3    T3
t10  5  5  5     5  5   .     5     5     5   5     5     5  5   5   5     5
t11  7  7  .   6/5  7   6    T5    T5    T5 6/5   6/5   6/5  7  T5  T5  15/5
t12  5  5  5     5  5   5     .     5     5   5     5     5  5   5   5     5
t13  6  6  6   6/5  6  T5     6     .     6   6     6     6  6  T5  T5    T5
t14  7  7  7   7/6  7  T6     7     7     .   7     7     7  7  T6  T6    T6
t15  8  8  8   8/7  8  T7     8     8     8   .     8     8  8  T7  T7    T7
t16  9  9  9    T8  9  T8    T8    T8    T8   9     .     9  9  T8  T8    T8
t17  9  9  9     9  9   9     9     9     9   9     9     9  9   .   9     9
t18 10 10 10    T9 10  T9    T9    T9    T9  T9    10     . 10  T9  T9    T9
t19 10 10 10    10 10  10    10    10    10  10    10    10 10   .  10    10
t20 12 12 12   T10 12 T10   T10   T10   T10 T10    11    11  . T10 T10   T10
t21 10 10 10  10/9 10  T9  10/9  10/9  10/9  10    10    10 10  10   .  19/9
t22  . 12 12 11/10 13 T10 11/10 11/10 11/10  11    11    11 12  11  11 20/10
t23  . 13 13    13 14  13    13    13    13  13    12    12 13  13  13    13
t24 12 12 12    12 12  12    12    12    12  12    12    12 12  12  12     .
t25 14 14 14   T12  . T12   T12   T12   T12 T12 13/12 13/12 14 T12 T12    13)";

/// The new source of each transition.
inline const char *const changeSource =
    R"(    OU OL CU CL AR AU  BA  AO  FO  AL  F1    F2    SO   U1    U2    SC
t01  .  3  3  3  3  3   3   3   3   3   3     3     3    3     3     3
t02  .  3  3  3  3  3   3   3   3   3   3     3     3    3     3     3
t03  4  .  4  4  4  4   4   4   4   4   4     4     4    4     4     4
t04  2  .  3  3  3  3   3   3   3   3   3     3     3    3     3     3
t05  4  4  .  4  4  4   4   4   4   4   4     4     4    4     4     4
t06  2  3  .  3  3  3   3   3   3   3   3     3     3    3     3     3
t07  4  4  4  .  4  4   4   4   4   4   4     4     4    4     4     4
t08  4  4  4  .  4  4   4   4   4   4   4     4     4    4     4     4
t09  1  2  2  . T3 T3  T3  T3  T3  T3  T3    T3    T3   T3    T3    T3
t10  5  3  5  4  .  5   5   5   5   5   5     5     5    5     5     5
t11  1  2  2  3  4  . 6/5 6/5 7/5 8/5 9/5  10/5  11/5  9/5  10/5  12/5
t12  5  5  3  4  .  5   5   5   5   5   5     5     5    5     5     5
t13  1  2  2  3 T5 T5   .  T5  T5  T5  T5    T5    T5   T5    T5    T5
t14  1  2  2  3 T6 T6   5   .  T6  T6  T6    T6    T6   T6    T6    T6
t15  1  2  2  3  4  5   5   6   .  T7  T7    T7    T7   T7    T7    T7
t16  1  2  2  3  4  5  T8  T8  T8   .  T8    T8    T8   T8    T8    T8
t17  9  3  9  4  5  9   9   9   9   .   9     9     9    9     9     9
t18  1  2  2  3  4  5  T9  T9  T9  T9   .    T9    T9 13/9  11/9    T9
t19 10  3 10  4  5 10  10  10  10  10   .    10    10   10    10    10
t20  1  2  2  3  4  5   5   6   7   8   9     .   T10    9 12/10   T10
t21  1  2  2  3 T9 T9  T9  T9  T9  T9  T9    T9    T9    .    T9    T9
t22  1  2  2  3  4  5   5   6   7   8   9 12/10 11/10    9     . 12/10
t23 13 13 13  5  5 13  13  13  13   9  10    13     .   13    13    13
t24  2  3 12 12 12 12  12  12  12  12  12    12     .   12    12    12
t25  1  2  2  3  4  5   5   6   7   8   9    10    11    9    10     .)";

/// The new operator of each constraint.
inline const char *const changeGuard = R"(    < <= == >=  >
t07 .  =  4  4  4
t08 .  =  4  4  4
t09 3  3  .  = T3
t16 8  8  .  = T8
t17 .  =  9  9  9
t18 9  9  .  = T9)";

/// The negated guard of each transition.
inline const char *const negateGuard =
    R"(t01 3 t02 3 t03 4 t04 3 t05 4 t06 3 t07 4 t08 4 t09 3 t10 5 t11 T5 t12 5 t13
T5 t14 T6 t15 T7 t16 8 t17 9 t18 9 t19 10 t20 T10 t21 T9 t22 T10 t23 13 t24 12
t25 T12)";

/// The invariant of each location, raised by one.
inline const char *const changeInvariant =
    R"(CL 3 AU 5 BA 5 AO 6 FO 7 AL 8 F1 9 F2 10 U1 9 U2 10 SC 12)";

/// Each transition, leading to a sink.
inline const char *const sinkLocation =
    R"(t01 3 t02 3 t03 5 t04 3 t05 5 t06 3 t07 5 t08 5 t09 5 t10 5 t11 7 t12 5 t13 6
t14 7 t15 8 t16 9 t17 9 t18 10 t19 10 t20 12 t21 10 t22 13 t23 14 t24 12 t25
14)";

/// Resets that were added or removed; those that are not listed conform.
inline const char *const invertReset =
    R"(t04/-c 3 t06/-c 3 t10/-d 5 t12/-e 5 t16/+e 9 t17/-g 9 t18/+e 10 t19/-g 10
t24/-f 12)";

} // namespace tioga::golden

#endif // TIOGA_TEST_UNIT_ENGINE_CARALARMGOLDEN_H
