// note: the power that is computed is only printed, so only the counter tells states apart
// expect: end-states=true
// decided-by: scout explicit
active proctype p1()
{
  int n = 3;
  int x = n;
  int y = 1;
L1:
  if
  :: x > 0 ->
L2:  x = x - 1;
L3:  y = 2 * y;
     goto L1
  :: else ->
L4:  printf("%d\n", y)
  fi
}
