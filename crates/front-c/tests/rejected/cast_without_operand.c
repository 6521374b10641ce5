int x = (int);
