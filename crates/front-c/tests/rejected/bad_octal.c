int x = 08;
