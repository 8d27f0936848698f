/*===- tioga_model.h - Models as code --------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * Executes a model that was compiled to constant tables: a reference
 * implementation, and one for each of its mutants. C99, freestanding: no heap,
 * no recursion, no floating point, no library.
 *
 * The environment hands in inputs (`tioga_model_input`) and lets time pass
 * (`tioga_model_advance`), which stops early when the model has an output. An
 * input that the model does not mention is ignored. Where the model leaves a
 * choice of time, the policy decides; where it leaves another choice, what a
 * mutant has changed comes first, then the first transition of the text. A
 * model that can neither wait nor act is silent from then on.
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIOGA_MODEL_H
#define TIOGA_MODEL_H

#include "tioga_rt.h"

/* The variables of a model are followed by its locations, one per control. */
#define TIOGA_ANY 0xFFFFU

typedef enum { TIOGA_INPUT = 0, TIOGA_OUTPUT, TIOGA_INTERNAL } tioga_direction;

typedef struct {
  uint16_t control;
  uint16_t from; /* TIOGA_ANY: from every location */
  uint16_t to;
} tioga_control_move;

typedef struct {
  tioga_direction direction;
  uint16_t label;
  uint16_t first_move, num_moves;
  uint16_t first_bound, num_bounds;
  uint16_t first_reset, num_resets;
  tioga_update_fn choose; /* fills in the arguments of an output; may be null */
  tioga_guard_fn guard;   /* may be null: true */
  tioga_update_fn update; /* may be null */
} tioga_transition;

/* One alternative of an invariant: it holds while the bounds and the guard do.
 */
typedef struct {
  uint16_t first_bound, num_bounds;
  tioga_guard_fn guard;
} tioga_alternative;

/* Holds while the control is at the location, or always (control TIOGA_ANY). */
typedef struct {
  uint16_t control, location;
  uint16_t first_alternative, num_alternatives;
} tioga_invariant;

/* A location in which no time passes. */
typedef struct {
  uint16_t control, location;
} tioga_urgency;

/* A mutant: what it takes away and which of the additional elements it has. */
typedef struct {
  const char *id;
  uint16_t first_removed, num_removed;      /* in `removed`: transitions */
  uint16_t first_added, num_added;          /* additional transitions */
  uint16_t first_lost, num_lost;            /* in `removed`: invariants */
  uint16_t first_invariant, num_invariants; /* additional invariants */
  uint16_t first_initial, num_initials;     /* initial locations and values */
} tioga_mutant;

/* variable `slot` starts with `value`; locations are variables too. */
typedef struct {
  uint16_t slot;
  int32_t value;
} tioga_initial;

typedef struct {
  const char *name;
  const char *const *label_names;
  const uint8_t *num_arguments; /* by label */
  uint8_t num_clocks;
  uint8_t num_variables; /* locations included */
  uint8_t num_controls;
  uint16_t num_transitions; /* of the model itself; mutants' follow */
  uint16_t num_invariants;
  uint16_t num_urgencies;
  uint16_t num_mutants;
  /* Of a model without time: how long after what happened last it acts;
     otherwise 0. */
  tioga_duration answer_time;
  const int32_t *initial_values;
  const tioga_transition *transitions;
  const tioga_control_move *moves;
  const tioga_bound *bounds;
  const tioga_reset *resets;
  const tioga_invariant *invariants;
  const tioga_alternative *alternatives;
  const tioga_urgency *urgencies;
  const tioga_mutant *mutants;
  const uint16_t *removed;
  const tioga_initial *initials;
} tioga_model;

/* When a model does what it may do at several times. A lazy one acts only when
   it must: at the last tick that its invariants leave. */
typedef enum {
  TIOGA_MODEL_EARLIEST = 0,
  TIOGA_MODEL_LATEST,
  TIOGA_MODEL_MIDDLE,
  TIOGA_MODEL_LAZY
} tioga_model_policy;

typedef struct {
  const tioga_model *model;
  const tioga_mutant *mutant; /* null: the model itself */
  tioga_model_policy policy;
  tioga_duration clocks[TIOGA_MAX_CLOCKS];
  tioga_duration idle; /* since what happened last, in a model without time */
  tioga_data data;
  bool stuck; /* can neither wait nor act: silent for ever */
} tioga_instance;

/* Puts an instance into its initial state. `mutant` counts from 1; 0 is the
   model itself. Returns false if there is no such mutant. */
bool tioga_model_start(tioga_instance *instance, const tioga_model *model,
                       uint16_t mutant, tioga_model_policy policy);

/* Hands in an input. Returns false if it was ignored. */
bool tioga_model_input(tioga_instance *instance, const tioga_message *input);

/* Lets at most `max` ticks pass. Stops early at an output, which is stored in
   `*output` with `*has_output` set. Returns the ticks that passed. */
tioga_duration tioga_model_advance(tioga_instance *instance, tioga_duration max,
                                   bool *has_output, tioga_message *output);

/* Judges instead of acting: after `delay` ticks the system under test has shown
   `message`, an input that it was given or an output; null: only time has
   passed. Returns TIOGA_RUNNING while the model allows all of it, TIOGA_FAIL
   from the first moment on at which it does not. An input that the model does
   not mention is ignored. For deterministic models without internal steps. */
tioga_verdict tioga_monitor_observe(tioga_instance *instance,
                                    tioga_duration delay,
                                    const tioga_message *message);

#endif /* TIOGA_MODEL_H */
