foo bar; int x;
