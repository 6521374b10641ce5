int x[3; 
