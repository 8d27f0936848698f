/*===- monitor_main.c - Judges a log by a model ----------------------------===*
 *
 * Reads what happened from the standard input, one event a line: the time since
 * the event before, the label with ? or !, and its data, if any. What follows
 * a # is for readers.
 *
 *     0    lock?
 *     2.5  fill?(3)
 *     20   armedOn!
 *
 * A line with a time alone says that nothing else has happened since. Prints
 * `pass`, or `fail` with the number of the line that the model does not allow,
 * and exits with 0 or 10.
 *
 *===----------------------------------------------------------------------===*/

#include "model.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long line_number;

static void refuse(const char *what) {
  fprintf(stderr, "monitor: line %lu: %s\n", line_number, what);
  exit(1);
}

/* Reads `20` or `2.5` as ticks. */
static const char *read_delay(const char *text, tioga_duration *delay) {
  tioga_duration scale = MODEL_TICKS_PER_UNIT;
  *delay = 0;
  if (!isdigit((unsigned char)*text)) {
    refuse("there is no time");
  }
  for (; isdigit((unsigned char)*text); text++) {
    *delay = (*delay * 10) + (*text - '0');
  }
  *delay *= scale;
  if (*text == '.') {
    for (text++; isdigit((unsigned char)*text); text++) {
      if ((scale % 10) != 0) {
        refuse("the time is no whole number of ticks");
      }
      scale /= 10;
      *delay += (*text - '0') * scale;
    }
  }
  return text;
}

static void read_message(const char *text, tioga_message *message) {
  size_t length = strcspn(text, "?!( \t");
  const char *data = strchr(text, '(');
  unsigned count = 0U;
  memset(message, 0, sizeof(*message));
  while ((message->label < NUM_LABELS) &&
         ((strlen(model.label_names[message->label]) != length) ||
          (strncmp(model.label_names[message->label], text, length) != 0))) {
    message->label++;
  }
  if (message->label == NUM_LABELS) {
    refuse("the model has no such label");
  }
  while ((data != 0) && (count < (unsigned)TIOGA_MAX_ARGUMENTS)) {
    data++;
    data += strspn(data, " \t");
    message->arguments[count] =
        (strncmp(data, "true", 4) == 0) ? 1 : (int32_t)strtol(data, 0, 10);
    count++;
    data = strchr(data, ',');
  }
  if (count < model.num_arguments[message->label]) {
    refuse("there are fewer arguments than the label has parameters");
  }
}

int main(void) {
  static tioga_instance instance;
  char line[1024];
  (void)tioga_model_start(&instance, &model, 0U, TIOGA_MODEL_EARLIEST);
  while (fgets(line, (int)sizeof(line), stdin) != 0) {
    const char *text = line + strspn(line, " \t");
    tioga_message message;
    tioga_duration delay;
    bool has_message;
    line_number++;
    line[strcspn(line, "#\r\n")] = '\0';
    if (*text == '\0') {
      continue;
    }
    text = read_delay(text, &delay);
    text += strspn(text, " \t");
    has_message = *text != '\0';
    if (has_message) {
      read_message(text, &message);
    }
    if (tioga_monitor_observe(&instance, delay, has_message ? &message : 0) ==
        TIOGA_FAIL) {
      printf("fail: line %lu\n", line_number);
      return 10;
    }
  }
  printf("pass\n");
  return 0;
}
