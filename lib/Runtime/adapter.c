/*===- adapter.c - Connects the tests to the system under test -------------===*
 *
 * A skeleton: fill in the three functions, and build it with the suite.
 *
 *===----------------------------------------------------------------------===*/

#include "suite.h"

/* Hands an input to the system under test, for example by a call, a pin or a
   bus message. Must not wait for an answer. `message->arguments` holds the data
   of the label, in the order of the model. */
static void send_input(void *context, const tioga_message *message) {
  (void)context;
  switch (message->label) {
  default:
    /* case LABEL_...: */
    break;
  }
}

/* Takes the next output of the system under test, if there is one: a callback
   of it may put outputs into a queue that this function empties. Outputs must
   come in the order in which they happened. If the time at which an output
   happened is known better than by the clock's reading now, set `*time` to it.
 */
static bool poll_output(void *context, tioga_message *message,
                        tioga_time *time) {
  (void)context;
  (void)message;
  (void)time;
  return false;
}

/* Reads a clock that counts SUITE_TICKS_PER_UNIT ticks per time unit of the
   model. It may start anywhere and wrap around. */
static tioga_time read_clock(void *context) {
  (void)context;
  return 0U;
}

/* Puts the system under test into its initial state before each test. */
void adapter_reset(void) {}

const tioga_adapter adapter = {0, send_input, poll_output, read_clock};
