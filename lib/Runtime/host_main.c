/*===- host_main.c - Runs the suite against a model, in virtual time -------===*
 *
 * Links the suite with a model that was compiled to C: time passes as fast as
 * the two can compute. Usage:
 *
 *     suite_host [--mutant=N] [--policy=earliest|latest|middle|random]
 *                [--sut-policy=earliest|latest|middle|lazy|all] [--seed=N]
 *                [--only=NAME] [--trace] [--all-mutants]
 *
 * Prints `VERDICT TEST REASON` for each test and exits with 0 if none failed,
 * 10 otherwise. With --all-mutants, it prints for the model and each mutant one
 * letter per test: P(ass), F(ail), I(nconclusive), E(rror).
 *
 * With --sut-policy=all, for contracts, a test is repeated for all answers that
 * the contract may choose, and fails if it fails for some of them. It is
 * inconclusive if there are too many to try.
 *
 *===----------------------------------------------------------------------===*/

#include "model.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs of one test before it is given up. */
#define MAX_RUNS 1000000UL

typedef struct {
  tioga_instance sut;
  tioga_time now;
  bool has_output;
  tioga_message output;
} world;

static void send_input(void *context, const tioga_message *message) {
  world *w = context;
  (void)tioga_model_input(&w->sut, message);
}

static bool poll_output(void *context, tioga_message *message,
                        tioga_time *time) {
  world *w = context;
  bool result = w->has_output;
  if (result) {
    *message = w->output;
    *time = w->now;
    w->has_output = false;
  }
  return result;
}

static tioga_time read_clock(void *context) {
  const world *w = context;
  return w->now;
}

/* In the order of tioga_policy and tioga_model_policy. */
static const char *const policies[] = {"earliest", "latest", "middle", "random",
                                       0};
static const char *const sut_policies[] = {"earliest", "latest",
                                           "middle",   "lazy",
#ifdef TIOGA_MODEL_HAS_CHOICES
                                           "all",
#endif
                                           0};

static int policy_of(const char *name, const char *const *names) {
  int i;
  for (i = 0; names[i] != 0; i++) {
    if (strcmp(name, names[i]) == 0) {
      return i;
    }
  }
  fprintf(stderr, "suite_host: unknown policy '%s'\n", name);
  exit(2);
}

static void print_trace(const tioga_run *run) {
  uint32_t i;
  const tioga_record *record;
  for (i = 0U; (record = tioga_get_record(run, i)) != 0; i++) {
    printf("  %10lld  %s%s\n", (long long)record->time,
           run->test->label_names[record->message.label],
           record->sent ? "?" : "!");
  }
}

/* What the command line says. */
typedef struct {
  tioga_policy policy;
  tioga_model_policy sut_policy;
  unsigned long mutant;
  unsigned long seed;
  const char *only;
  bool trace;
  bool all_mutants;
} options;

static world w;
static tioga_run run;

static void run_once(const tioga_test *test, const options *chosen) {
  static const tioga_adapter adapter = {&w, send_input, poll_output,
                                        read_clock};
  w.now = 0U;
  w.has_output = false;
  tioga_start(&run, test, &adapter, chosen->policy, (uint32_t)chosen->seed);
  /* What the model does at an instant comes before what the test does then. */
  do {
    if (!w.has_output) {
      tioga_duration wait = tioga_next_time(&run);
      w.now += (tioga_time)tioga_model_advance(&w.sut, wait, &w.has_output,
                                               &w.output);
    }
  } while (tioga_step(&run) == TIOGA_RUNNING);
}

#ifdef TIOGA_MODEL_HAS_CHOICES
/* Repeats the test for other answers until one of them fails. */
static void run_others(const tioga_test *test, const options *chosen) {
  unsigned long left = MAX_RUNS;
  bool passed = run.verdict == TIOGA_PASS;
  while ((run.verdict != TIOGA_FAIL) && tioga_model_start_other(&w.sut)) {
    if (left == 0UL) {
      run.verdict = TIOGA_INCONCLUSIVE;
      run.reason = "too many choices to try";
      return;
    }
    left--;
    run_once(test, chosen);
    passed = passed && (run.verdict == TIOGA_PASS);
  }
  if ((run.verdict == TIOGA_PASS) && !passed) {
    run.verdict = TIOGA_INCONCLUSIVE;
    run.reason = "inconclusive for some choice";
  }
}
#endif

static void run_test(const tioga_test *test, unsigned long mutant,
                     const options *chosen) {
  if ((mutant > UINT16_MAX) ||
      !tioga_model_start(&w.sut, &model, (uint16_t)mutant,
                         chosen->sut_policy)) {
    fprintf(stderr, "suite_host: there is no mutant %lu\n", mutant);
    exit(2);
  }
  run_once(test, chosen);
#ifdef TIOGA_MODEL_HAS_CHOICES
  run_others(test, chosen);
#endif
}

/* Prints one line per mutant: its number, a letter per test, its name. */
static void run_all_mutants(const options *chosen) {
  unsigned long mutant;
  uint16_t i;
  for (mutant = 0UL; mutant <= model.num_mutants; mutant++) {
    printf("%lu ", mutant);
    for (i = 0U; i < SUITE_NUM_TESTS; i++) {
      run_test(&suite_tests[i], mutant, chosen);
      putchar("RPFIE"[run.verdict]);
    }
    printf(" %s\n",
           (mutant == 0UL) ? model.name : model.mutants[mutant - 1UL].id);
  }
}

static bool run_suite(const options *chosen) {
  bool failed = false;
  uint16_t i;
  for (i = 0U; i < SUITE_NUM_TESTS; i++) {
    const tioga_test *test = &suite_tests[i];
    if ((chosen->only != 0) && (strcmp(chosen->only, test->name) != 0)) {
      continue;
    }
    run_test(test, chosen->mutant, chosen);
    printf("%s %s %s\n", tioga_verdict_name(run.verdict), test->name,
           (run.reason != 0) ? run.reason : "");
    if (chosen->trace) {
      print_trace(&run);
    }
    failed = failed || (run.verdict == TIOGA_FAIL);
  }
  return failed;
}

static bool read_option(const char *text, options *chosen) {
  const char *value = strchr(text, '=');
  value = (value != 0) ? (value + 1) : "";
  if (strncmp(text, "--mutant=", 9) == 0) {
    chosen->mutant = strtoul(value, 0, 10);
  } else if (strncmp(text, "--policy=", 9) == 0) {
    chosen->policy = (tioga_policy)policy_of(value, policies);
  } else if (strncmp(text, "--sut-policy=", 13) == 0) {
    chosen->sut_policy = (tioga_model_policy)policy_of(value, sut_policies);
  } else if (strncmp(text, "--seed=", 7) == 0) {
    chosen->seed = strtoul(value, 0, 10);
  } else if (strncmp(text, "--only=", 7) == 0) {
    chosen->only = value;
  } else if (strcmp(text, "--trace") == 0) {
    chosen->trace = true;
  } else if (strcmp(text, "--all-mutants") == 0) {
    chosen->all_mutants = true;
  } else {
    return false;
  }
  return true;
}

int main(int argc, char **argv) {
  options chosen = {TIOGA_EARLIEST, TIOGA_MODEL_EARLIEST, 0UL, 1UL, 0, false,
                    false};
  int i;
  for (i = 1; i < argc; i++) {
    if (!read_option(argv[i], &chosen)) {
      fprintf(stderr, "suite_host: unknown option '%s'\n", argv[i]);
      return 2;
    }
  }
  if (chosen.all_mutants) {
    run_all_mutants(&chosen);
    return 0;
  }
  return run_suite(&chosen) ? 10 : 0;
}
