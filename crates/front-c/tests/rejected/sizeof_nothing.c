int x = sizeof;
