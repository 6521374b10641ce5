void *s = L"a" u"b";
