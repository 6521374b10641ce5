int f(...);
