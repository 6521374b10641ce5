struct s { int a; int } x; int y;
