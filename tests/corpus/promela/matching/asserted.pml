// note: a variable that only an assertion looks at matters if the assertion is asked for
// expect: assertions=false
// decided-by: scout probe explicit
active proctype p2()
{
  short x1, x2, x3, x4;
L1:
  if
  :: true -> x2 = 0
  :: true -> x2 = 1
  fi;
L4:
  x1 = x2;
L5:
  if
  :: x3 < 2 -> x1 = x1 + 1; x3 = x3 + 1; goto L5
  :: else -> skip
  fi;
L8:
  if
  :: true -> x4 = 0
  :: true -> x4 = -1
  fi;
L11:
  if
  :: x4 >= 0 -> assert(x1 == 2)
  :: else -> skip
  fi
}
