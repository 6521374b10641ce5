struct s { int a } x; int y;
