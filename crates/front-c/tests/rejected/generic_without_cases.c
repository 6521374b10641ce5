int x = _Generic(1);
