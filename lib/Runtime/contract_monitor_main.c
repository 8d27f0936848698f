/*===- contract_monitor_main.c - Judges a log by a contract ----------------===*
 *
 * Reads steps from the standard input, one line with `name=value ...` each, and
 * tells the first one that the contract does not allow, with the requirements
 * that it violates. Exits with 0, 10 for a violation, 20 if there were too many
 * states to follow, 1 for a line that is no step.
 *
 *===----------------------------------------------------------------------===*/

#include "model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long line_number;

static void refuse(const char *what, const char *text) {
  fprintf(stderr, "monitor: line %lu: %s '%s'\n", line_number, what, text);
  exit(1);
}

/* Truth values and numbers, or a literal of an enumeration. */
static int32_t read_value(uint8_t variable, const char *text) {
  const tioga_variable *info = &model.variables[variable];
  char *end;
  long value;
  uint16_t i;
  for (i = 0U; i < MODEL_NUM_LITERALS; i++) {
    const char *literal = strrchr(text, ':');
    literal = (literal != 0) ? (literal + 1) : text;
    if ((model_literals[i].variable == variable) &&
        (strcmp(model_literals[i].name, literal) == 0)) {
      return model_literals[i].value;
    }
  }
  value = strtol(text, &end, 10);
  if (strcmp(text, "true") == 0) {
    value = 1;
  } else if (strcmp(text, "false") == 0) {
    value = 0;
  } else if ((*text == '\0') || (*end != '\0')) {
    refuse("there is no value", text);
  }
  if ((value < info->low) || (value > info->high)) {
    refuse("this is out of range:", text);
  }
  return (int32_t)value;
}

static bool read_step(char *line, int32_t *values) {
  bool seen[TIOGA_MAX_VARIABLES] = {false};
  bool any = false;
  uint8_t i;
  char *word;
  for (word = strtok(line, " \t\r\n"); word != 0;
       word = strtok(0, " \t\r\n")) {
    char *text = strchr(word, '=');
    if (text == 0) {
      continue; /* `step 3:` */
    }
    *text = '\0';
    for (i = 0U; (i < model.num_variables) &&
                 (strcmp(model.variables[i].name, word) != 0);
         i++) {
    }
    if (i == model.num_variables) {
      refuse("there is no variable", word);
    }
    values[i] = read_value(i, text + 1);
    seen[i] = true;
    any = true;
  }
  for (i = 0U; any && (i < model.num_variables); i++) {
    bool is_seen = model.variables[i].is_input || model.variables[i].is_output;
    if (is_seen && !seen[i]) {
      refuse("there is no value for", model.variables[i].name);
    }
  }
  return any;
}

int main(void) {
  static tioga_monitor monitor;
  static bool blamed[TIOGA_MAX_REQUIREMENTS];
  static int32_t values[TIOGA_MAX_VARIABLES];
  char line[4096];
  unsigned long step = 0U;
  tioga_monitor_start(&monitor, &model);
  while (fgets(line, (int)sizeof(line), stdin) != 0) {
    tioga_verdict verdict;
    uint16_t i;
    line_number++;
    line[strcspn(line, "#")] = '\0';
    if (!read_step(line, values)) {
      continue;
    }
    step++;
    verdict = tioga_monitor_step(&monitor, values, blamed);
    if (verdict == TIOGA_INCONCLUSIVE) {
      printf("undecided: step %lu\n", step);
      return 20;
    }
    if (verdict == TIOGA_FAIL) {
      printf("fail: step %lu violates", step);
      for (i = 0U; i < model.num_requirements; i++) {
        if (blamed[i]) {
          printf(" %s", model.requirements[i]);
        }
      }
      printf("\n");
      return 10;
    }
  }
  printf("pass\n");
  return 0;
}
