// Peterson's entry, where `right` does not raise its flag:
//   tribunal unit entry.c --process left --process right --where '!left_wants && !right_wants' \
//       --find '<>(at(left:critical) && at(right:critical))'
static int left_wants, right_wants, turn;

void left(void)
{
    left_wants = 1;
    turn = 1;
    while (right_wants && turn == 1) { }
critical:
    left_wants = 0;
}

void right(void)
{
    turn = 0;
    while (left_wants && turn == 0) { }
critical:
    right_wants = 0;
}
