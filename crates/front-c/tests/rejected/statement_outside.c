int x; x = 3 + ; while (1) ;
