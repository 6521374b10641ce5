// note: a model without a process that runs
// reject: no-process
byte x;
