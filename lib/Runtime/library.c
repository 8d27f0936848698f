/*===- library.c - The model as a shared library ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * The functions that `tioga run --library=FILE` calls. Environment variables
 * choose what is played: TIOGA_MUTANT, a number (0, the default, is the model
 * itself), and TIOGA_POLICY, earliest, latest, middle or lazy. Take it as a
 * pattern for an implementation of your own.
 *
 *===----------------------------------------------------------------------===*/

#include "model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t tioga_sut_ticks_per_unit(void);
void tioga_sut_reset(void);
void tioga_sut_input(const char *label, const int32_t *arguments,
                     int32_t count);
int64_t tioga_sut_advance(int64_t max, char *label, int32_t size,
                          int32_t *arguments, int32_t *count);

static tioga_instance instance;

static tioga_model_policy get_policy(void) {
  /* In the order of tioga_model_policy. */
  static const char *const names[] = {"earliest", "latest", "middle", "lazy"};
  const char *chosen = getenv("TIOGA_POLICY");
  int i;
  for (i = 0; (chosen != 0) && (i < 4); i++) {
    if (strcmp(chosen, names[i]) == 0) {
      return (tioga_model_policy)i;
    }
  }
  return TIOGA_MODEL_EARLIEST;
}

int64_t tioga_sut_ticks_per_unit(void) { return MODEL_TICKS_PER_UNIT; }

void tioga_sut_reset(void) {
  const char *chosen = getenv("TIOGA_MUTANT");
  unsigned long mutant = (chosen != 0) ? strtoul(chosen, 0, 10) : 0UL;
  if ((mutant > UINT16_MAX) ||
      !tioga_model_start(&instance, &model, (uint16_t)mutant, get_policy())) {
    fprintf(stderr, "library: there is no mutant %lu\n", mutant);
    exit(2);
  }
}

/* Names that the model does not know are ignored, as inputs that it does not
   take. */
void tioga_sut_input(const char *label, const int32_t *arguments,
                     int32_t count) {
  tioga_message message = {0U, {0}};
  int32_t i;
  while ((model.label_names[message.label] != 0) &&
         (strcmp(model.label_names[message.label], label) != 0)) {
    message.label++;
  }
  for (i = 0; (i < count) && (i < TIOGA_MAX_ARGUMENTS); i++) {
    message.arguments[i] = arguments[i];
  }
  if (model.label_names[message.label] != 0) {
    (void)tioga_model_input(&instance, &message);
  }
}

int64_t tioga_sut_advance(int64_t max, char *label, int32_t size,
                          int32_t *arguments, int32_t *count) {
  tioga_message output = {0U, {0}};
  bool has_output = false;
  tioga_duration limit =
      (max < TIOGA_DURATION_MAX) ? (tioga_duration)max : TIOGA_DURATION_MAX;
  tioga_duration passed =
      tioga_model_advance(&instance, limit, &has_output, &output);
  int32_t room = *count;
  label[0] = '\0';
  *count = 0;
  if (has_output) {
    strncpy(label, model.label_names[output.label], (size_t)size - 1U);
    label[size - 1] = '\0';
    while ((*count < room) && (*count < model.num_arguments[output.label])) {
      arguments[*count] = output.arguments[*count];
      (*count)++;
    }
  }
  return passed;
}
