int x = 1xyz;
