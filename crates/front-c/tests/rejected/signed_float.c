signed float x;
