// A safety-injection system: when the water pressure of a reactor is too low, coolant is injected, unless the operator overrides it.
// After the case study of M. Chechik and W. Ding, Lightweight reasoning about program correctness, 2002; the inputs are bounded here.
//
//   tribunal check examples/safety_injection.c --ctl 'AG((Block && !Reset && Pressure != 2) -> Overridden)' --granularity marked

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#ifndef HIGHEST
#define HIGHEST 30
#endif

enum { TooLow = 0, Permitted = 1, High = 2 };
enum { Low = 5, Permit = 15 };

int Block, Reset, Exit; // what the operator says
int WaterPres;          // what is measured
int Injection;          // what is controlled
int Overridden;
int blockPressed, resetPressed, exitPressed;
int Pressure; // the mode

static int read_pressure(void) {
  int pressure = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= pressure && pressure <= HIGHEST);
  return pressure;
}

static int read_button(void) {
  int button = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= button && button <= 3);
  return button;
}

static void initialize(void) {
  WaterPres = 4;
  Pressure = TooLow;
  Overridden = 0;
  Injection = 0;
  Block = 0;
  Reset = 0;
  blockPressed = 0;
  resetPressed = 0;
  exitPressed = 0;
}

// Each button is a switch: it goes on when it is pressed the second time, off when it is pressed again.
static void get_event(int button) {
  if (button == 1) {
    if (blockPressed == 0) {
      Block = 0;
      blockPressed = 1;
    } else {
      Block = 1;
      blockPressed = 0;
    }
  }
  if (button == 2) {
    if (resetPressed == 0) {
      Reset = 0;
      resetPressed = 1;
    } else {
      Reset = 1;
      resetPressed = 0;
    }
  }
  if (button == 3) {
    if (exitPressed == 0) {
      Exit = 0;
      exitPressed = 1;
    } else {
      Exit = 1;
      exitPressed = 0;
    }
  }
}

static void get_mode(void) {
  if (Pressure == TooLow) {
    if (WaterPres >= Low)
      Pressure = Permitted;
  }
  if (Pressure == Permitted) {
    if (WaterPres >= Permit)
      Pressure = High;
    if (WaterPres < Low)
      Pressure = TooLow;
  }
  if (Pressure == High) {
    if (WaterPres < Permit)
      Pressure = Permitted;
  }
}

static void get_term(void) {
  if (Reset == 0 && Pressure == TooLow)
    if (Block == 1)
      Overridden = 1;
  if (Pressure == Permitted && Reset == 0)
    if (Block == 1)
      Overridden = 1;
  if (Pressure == High)
    Overridden = 0;
}

static void get_control(void) {
  if (Overridden == 0)
    Injection = 1;
  if (Pressure == High)
    Injection = 0;
  if (Pressure == Permitted)
    Injection = 0;
  if (Pressure == TooLow && Overridden == 1)
    Injection = 0;
}

int main(void) {
  initialize();
  while (1) {
    WaterPres = read_pressure();
    get_event(read_button());
    get_mode();
    get_term();
    get_control();
  state_after_reaction:;
  }
}
