/*===- tioga_contract.c - Contracts as code --------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "tioga_model.h"

/* A search for new values, variable by variable in the order of the model. The
   first `first` variables of the order are given. */
typedef struct {
  const tioga_model *model;
  const tioga_mutant *mutant;
  bool started;
  bool downwards;
  uint8_t first;
  uint8_t depth; /* variables that have a value */
} tioga_search;

static bool is_replaced(const tioga_search *search, uint16_t requirement) {
  const tioga_mutant *mutant = search->mutant;
  uint16_t i;
  if (mutant == 0) {
    return false;
  }
  for (i = 0U; i < mutant->num_replaced; i++) {
    if (search->model->replaced[mutant->first_replaced + i] == requirement) {
      return true;
    }
  }
  return false;
}

static bool applies(const tioga_search *search, const tioga_check *check,
                    uint8_t level) {
  return (check->is_initial != search->started) && (check->level == level);
}

/* Whether all checks hold that need exactly the first `level` variables. */
static bool holds_at(const tioga_search *search, const tioga_data *data,
                     uint8_t level) {
  const tioga_model *model = search->model;
  uint16_t i;
  for (i = 0U; i < model->num_checks; i++) {
    const tioga_check *check = &model->checks[i];
    if (applies(search, check, level) &&
        !is_replaced(search, check->requirement) && !check->holds(data)) {
      return false;
    }
  }
  if (search->mutant != 0) {
    for (i = 0U; i < search->mutant->num_checks; i++) {
      const tioga_check *check =
          &model->checks[search->mutant->first_check + i];
      if (applies(search, check, level) && !check->holds(data)) {
        return false;
      }
    }
  }
  return true;
}

static bool holds_up_to(const tioga_search *search, const tioga_data *data,
                        uint8_t level) {
  uint8_t i;
  for (i = 0U; i <= level; i++) {
    if (!holds_at(search, data, i)) {
      return false;
    }
  }
  return true;
}

/* Sets the variable at a place of the order to its first value, or to the one
   after its current value. Returns false if there is none. */
static bool set_value(const tioga_search *search, tioga_data *data,
                      uint8_t place, bool is_first) {
  uint8_t index = search->model->order[place];
  const tioga_variable *variable = &search->model->variables[index];
  int32_t *value = &data->arguments[index];
  if (is_first) {
    *value = search->downwards ? variable->high : variable->low;
    return true;
  }
  if (*value == (search->downwards ? variable->low : variable->high)) {
    return false;
  }
  *value += search->downwards ? -1 : 1;
  return true;
}

/* Finds the next solution; the first one if `is_first`. */
static bool find_next(tioga_search *search, tioga_data *data, bool is_first) {
  uint8_t count = search->model->num_variables;
  bool descend = is_first;
  if (is_first) {
    search->depth = search->first;
    if (!holds_up_to(search, data, search->first)) {
      return false;
    }
    if (search->depth == count) {
      return true;
    }
  }
  while (true) {
    bool has_value;
    if (descend) {
      has_value = set_value(search, data, search->depth, true);
      search->depth++;
    } else if (search->depth == search->first) {
      return false;
    } else {
      has_value = set_value(search, data, (uint8_t)(search->depth - 1U), false);
    }
    if (!has_value) {
      search->depth--;
      descend = false;
    } else if (!holds_at(search, data, search->depth)) {
      descend = false;
    } else if (search->depth == count) {
      return true;
    } else {
      descend = true;
    }
  }
}

static void copy_values(int32_t *to, const int32_t *from, uint8_t count) {
  uint8_t i;
  for (i = 0U; i < count; i++) {
    to[i] = from[i];
  }
}

/*===--- Acting ---===*/

static void start_run(tioga_instance *instance) {
  instance->started = false;
  instance->stuck = false;
  instance->has_output = false;
  instance->num_choices = 0U;
}

bool tioga_model_start(tioga_instance *instance, const tioga_model *model,
                       uint16_t mutant, tioga_model_policy policy) {
  if (mutant > model->num_mutants) {
    return false;
  }
  instance->model = model;
  instance->mutant = (mutant == 0U) ? 0 : &model->mutants[mutant - 1U];
  instance->policy = policy;
  instance->num_repeated = 0U;
  start_run(instance);
  return true;
}

/* The last answer that is not the last one of its step becomes the next. */
bool tioga_model_start_other(tioga_instance *instance) {
  uint16_t count = instance->num_choices;
  while ((count != 0U) && instance->choices[count - 1U].is_last) {
    count--;
  }
  instance->num_repeated = count;
  start_run(instance);
  if (count == 0U) {
    return false;
  }
  instance->choices[count - 1U].number++;
  return true;
}

/* Takes the answer that is next in turn. */
static bool take_choice(tioga_instance *instance, tioga_search *search,
                        tioga_data *data) {
  tioga_choice choice = {0U, true};
  tioga_data other;
  uint16_t i;
  bool found = find_next(search, data, true);
  if (!found || (instance->num_choices == (uint16_t)TIOGA_MAX_CHOICES)) {
    return found;
  }
  if (instance->num_choices < instance->num_repeated) {
    choice.number = instance->choices[instance->num_choices].number;
  }
  for (i = 0U; i < choice.number; i++) {
    (void)find_next(search, data, false);
  }
  other = *data;
  choice.is_last = !find_next(search, &other, false);
  instance->choices[instance->num_choices] = choice;
  instance->num_choices++;
  return true;
}

/* Finds the answer at a position among all, or, given a search by the contract
   itself, among those that it does not allow. Returns how many there are up to
   that position. */
static uint32_t find_nth(tioga_search *search, tioga_data *data,
                         const tioga_search *original, uint32_t position) {
  uint32_t count = 0U;
  bool found = find_next(search, data, true);
  while (found) {
    if ((original == 0) ||
        !holds_up_to(original, data, search->model->num_variables)) {
      count++;
    }
    found = (count <= position) && find_next(search, data, false);
  }
  return count;
}

static bool find_by_policy(const tioga_instance *instance, tioga_search *search,
                           tioga_data *data, const tioga_search *original) {
  uint32_t position = 0U;
  if (instance->policy == TIOGA_MODEL_MIDDLE) {
    position = find_nth(search, data, original, UINT32_MAX) / 2U;
  }
  return find_nth(search, data, original, position) > position;
}

/* Prefers an answer of a mutant that the contract does not allow. */
static bool find_answer(tioga_instance *instance, tioga_data *data) {
  const tioga_model *model = instance->model;
  tioga_search search;
  bool found = false;
  search.model = model;
  search.mutant = instance->mutant;
  search.started = instance->started;
  search.downwards = (instance->policy == TIOGA_MODEL_LATEST) ||
                     (instance->policy == TIOGA_MODEL_LAZY);
  search.first = (uint8_t)(model->num_variables - model->num_choices);
  search.depth = 0U;
  if (instance->policy == TIOGA_MODEL_ALL) {
    return take_choice(instance, &search, data);
  }
  if (search.mutant != 0) {
    tioga_search original = search;
    original.mutant = 0;
    found = find_by_policy(instance, &search, data, &original);
  }
  return found || find_by_policy(instance, &search, data, 0);
}

bool tioga_model_input(tioga_instance *instance, const tioga_message *input) {
  const tioga_model *model = instance->model;
  uint8_t i, next = 0U;
  if (instance->stuck || (input->label != model->step_label)) {
    return false;
  }
  for (i = 0U; i < model->num_variables; i++) {
    if (model->variables[i].is_input) {
      instance->data.arguments[i] = input->arguments[next];
      next++;
    }
  }
  if (!find_answer(instance, &instance->data)) {
    instance->stuck = true;
    return false;
  }
  copy_values(instance->data.variables, instance->data.arguments,
              model->num_variables);
  instance->started = true;
  instance->has_output = true;
  return true;
}

tioga_duration tioga_model_advance(tioga_instance *instance, tioga_duration max,
                                   bool *has_output, tioga_message *output) {
  const tioga_model *model = instance->model;
  uint8_t i, next = 0U;
  *has_output = instance->has_output;
  if (!instance->has_output) {
    return max;
  }
  instance->has_output = false;
  output->label = model->stepped_label;
  for (i = 0U; i < model->num_variables; i++) {
    if (model->variables[i].is_output) {
      output->arguments[next] = instance->data.variables[i];
      next++;
    }
  }
  return 0;
}

/*===--- Judging ---===*/

void tioga_monitor_start(tioga_monitor *monitor, const tioga_model *model) {
  monitor->model = model;
  monitor->num_states = 1U;
  monitor->started = false;
}

static bool is_known(const tioga_monitor *monitor, const int32_t *values) {
  uint16_t i;
  uint8_t j;
  for (i = 0U; i < monitor->num_next; i++) {
    bool same = true;
    for (j = 0U; j < monitor->model->num_variables; j++) {
      same = same && (monitor->next[i][j] == values[j]);
    }
    if (same) {
      return true;
    }
  }
  return false;
}

static bool is_hidden(const tioga_variable *variable) {
  return !variable->is_input && !variable->is_output;
}

/* The variables of the order that are seen come first: inputs and outputs. */
static uint8_t count_seen(const tioga_model *model) {
  uint8_t i, count = 0U;
  for (i = 0U; i < model->num_variables; i++) {
    count = (uint8_t)(count + (is_hidden(&model->variables[i]) ? 0U : 1U));
  }
  return count;
}

static uint16_t count_violated(const tioga_search *search,
                               const tioga_data *data, bool *violated) {
  const tioga_model *model = search->model;
  uint16_t i, count = 0U;
  for (i = 0U; i < model->num_requirements; i++) {
    violated[i] = false;
  }
  for (i = 0U; i < model->num_checks; i++) {
    const tioga_check *check = &model->checks[i];
    if ((check->is_initial != search->started) && !check->holds(data) &&
        !violated[check->requirement]) {
      violated[check->requirement] = true;
      count++;
    }
  }
  return count;
}

/* Tries all hidden values for those that violate fewest requirements. */
static void find_blame(tioga_monitor *monitor, const int32_t *values,
                       bool *blamed) {
  const tioga_model *model = monitor->model;
  uint16_t fewest = UINT16_MAX, state, i;
  uint8_t seen = count_seen(model), place;
  tioga_search search = {0, 0, false, false, 0U, 0U};
  tioga_data data;
  search.model = model;
  search.started = monitor->started;
  for (state = 0U; state < monitor->num_states; state++) {
    bool more = true;
    copy_values(data.variables, monitor->states[state], model->num_variables);
    copy_values(data.arguments, values, model->num_variables);
    for (place = seen; place < model->num_variables; place++) {
      (void)set_value(&search, &data, place, true);
    }
    while (more) {
      uint16_t count = count_violated(&search, &data, monitor->violated);
      if (count < fewest) {
        fewest = count;
        for (i = 0U; i < model->num_requirements; i++) {
          blamed[i] = monitor->violated[i];
        }
      }
      more = false;
      for (place = seen; (place < model->num_variables) && !more; place++) {
        more = set_value(&search, &data, place, false);
        if (!more) {
          (void)set_value(&search, &data, place, true);
        }
      }
    }
  }
}

tioga_verdict tioga_monitor_step(tioga_monitor *monitor, const int32_t *values,
                                 bool *blamed) {
  const tioga_model *model = monitor->model;
  uint16_t state;
  tioga_search search = {0, 0, false, false, 0U, 0U};
  tioga_data data = {{0}, {0}};
  search.model = model;
  search.started = monitor->started;
  search.first = count_seen(model);
  monitor->num_next = 0U;
  for (state = 0U; state < monitor->num_states; state++) {
    bool found;
    copy_values(data.variables, monitor->states[state], model->num_variables);
    copy_values(data.arguments, values, model->num_variables);
    found = find_next(&search, &data, true);
    while (found) {
      if (!is_known(monitor, data.arguments)) {
        if (monitor->num_next == (uint16_t)TIOGA_MAX_STATES) {
          return TIOGA_INCONCLUSIVE;
        }
        copy_values(monitor->next[monitor->num_next], data.arguments,
                    model->num_variables);
        monitor->num_next++;
      }
      found = find_next(&search, &data, false);
    }
  }
  if (monitor->num_next == 0U) {
    find_blame(monitor, values, blamed);
    return TIOGA_FAIL;
  }
  for (state = 0U; state < monitor->num_next; state++) {
    copy_values(monitor->states[state], monitor->next[state],
                model->num_variables);
  }
  monitor->num_states = monitor->num_next;
  monitor->started = true;
  return TIOGA_RUNNING;
}
