/*===- tioga_contract.h - Contracts as code --------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * Executes a contract that was compiled to constant tables, and judges others
 * by it. C99, freestanding: no heap, no recursion, no floating point, no
 * library.
 *
 * It has the interface of a model (tioga_model_start, tioga_model_input,
 * tioga_model_advance), so that whatever drives a model drives a contract: a
 * step is an input with the new values of all inputs, answered at once by an
 * output with those of all outputs. Of several answers that satisfy all
 * requirements, in the order of values, the policy takes one; a mutant prefers
 * those that the contract does not allow. With TIOGA_MODEL_ALL, a run can be
 * repeated until each choice of answers has been taken. A contract without an
 * answer is silent from then on.
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIOGA_MODEL_H
#define TIOGA_MODEL_H

#include "tioga_rt.h"

/* States that a monitor can tell apart: those that the hidden values may be in
   after what was seen. */
#ifndef TIOGA_MAX_STATES
#define TIOGA_MAX_STATES 64
#endif
#ifndef TIOGA_MAX_REQUIREMENTS
#define TIOGA_MAX_REQUIREMENTS 64
#endif
/* Answers of one run that TIOGA_MODEL_ALL keeps in mind; later ones are the
   first. */
#ifndef TIOGA_MAX_CHOICES
#define TIOGA_MAX_CHOICES 512
#endif

typedef struct {
  const char *name;
  int32_t low, high;
  bool is_input, is_output;
} tioga_variable;

/* One requirement, or a part of it: it holds for the old values
   (`data->variables`) and the new ones (`data->arguments`). */
typedef struct {
  uint16_t requirement;
  bool is_initial;
  uint8_t level; /* how many variables of the order it needs */
  tioga_guard_fn holds;
} tioga_check;

/* A mutant: some of the additional checks take the place of some requirements.
 */
typedef struct {
  const char *id;
  uint16_t first_replaced, num_replaced; /* in `replaced`: requirements */
  uint16_t first_check, num_checks;      /* additional checks */
} tioga_mutant;

typedef struct {
  const char *name;
  const char *const *label_names;
  const uint8_t *num_arguments; /* by label */
  uint16_t step_label, stepped_label;
  uint8_t num_variables;
  uint8_t num_choices; /* variables that are no inputs */
  const tioga_variable *variables;
  const uint8_t *order; /* inputs first, then outputs and hidden ones */
  uint16_t num_requirements, num_checks, num_mutants;
  const char *const *requirements; /* ids */
  const tioga_check *checks;       /* mutants' follow */
  const uint16_t *replaced;
  const tioga_mutant *mutants;
} tioga_model;

/* Which of several answers is given: the first, the last, one in between, or in
   turn all. */
typedef enum {
  TIOGA_MODEL_EARLIEST = 0,
  TIOGA_MODEL_LATEST,
  TIOGA_MODEL_MIDDLE,
  TIOGA_MODEL_LAZY,
  TIOGA_MODEL_ALL
} tioga_model_policy;

/* An answer among several. */
typedef struct {
  uint16_t number; /* of answers before it */
  bool is_last;
} tioga_choice;

typedef struct {
  const tioga_model *model;
  const tioga_mutant *mutant; /* null: the contract itself */
  tioga_model_policy policy;
  tioga_data data;
  bool started; /* there are old values */
  bool stuck;   /* there is no answer: silent for ever */
  bool has_output;
  uint16_t num_choices;  /* answers so far */
  uint16_t num_repeated; /* answers that this run takes from the last one */
  tioga_choice choices[TIOGA_MAX_CHOICES];
} tioga_instance;

bool tioga_model_start(tioga_instance *instance, const tioga_model *model,
                       uint16_t mutant, tioga_model_policy policy);

/* Starts again, for a run with other answers. Returns false if there is none:
   all have been taken, or the policy is not TIOGA_MODEL_ALL. */
#define TIOGA_MODEL_HAS_CHOICES 1
bool tioga_model_start_other(tioga_instance *instance);

bool tioga_model_input(tioga_instance *instance, const tioga_message *input);
tioga_duration tioga_model_advance(tioga_instance *instance, tioga_duration max,
                                   bool *has_output, tioga_message *output);

/* Follows a run from outside. */
typedef struct {
  const tioga_model *model;
  uint16_t num_states;
  bool started;
  int32_t states[TIOGA_MAX_STATES][TIOGA_MAX_VARIABLES];
  /* Of the step that is being judged. */
  uint16_t num_next;
  int32_t next[TIOGA_MAX_STATES][TIOGA_MAX_VARIABLES];
  bool violated[TIOGA_MAX_REQUIREMENTS];
} tioga_monitor;

void tioga_monitor_start(tioga_monitor *monitor, const tioga_model *model);

/* Judges a step: the new values of all variables, of which hidden ones are
   ignored. Returns TIOGA_RUNNING while the contract allows what was seen,
   TIOGA_FAIL at the step that it does not allow, TIOGA_INCONCLUSIVE if there
   are more than TIOGA_MAX_STATES states to follow. `blamed`, one entry per
   requirement, tells after a failure which requirements are violated for the
   hidden values that violate fewest. */
tioga_verdict tioga_monitor_step(tioga_monitor *monitor, const int32_t *values,
                                 bool *blamed);

#endif /* TIOGA_MODEL_H */
