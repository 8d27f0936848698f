//===- Interrupts.cpp - Running queries -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "tioga/Solver/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <csignal>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace tioga::smt;

namespace {
/// All queries that run now.
struct Registry {
  std::mutex mutex;
  std::vector<RunningQuery *> queries;
  std::atomic<bool> interrupted{false};
};
} // namespace

static Registry &getRegistry() {
  static Registry registry;
  return registry;
}

RunningQuery::RunningQuery(std::function<void()> stop) : stop(std::move(stop)) {
  std::lock_guard<std::mutex> lock(getRegistry().mutex);
  getRegistry().queries.push_back(this);
}

RunningQuery::~RunningQuery() {
  std::lock_guard<std::mutex> lock(getRegistry().mutex);
  llvm::erase(getRegistry().queries, this);
}

void tioga::smt::interruptSolvers() {
  Registry &registry = getRegistry();
  registry.interrupted = true;
  std::lock_guard<std::mutex> lock(registry.mutex);
  for (RunningQuery *query : registry.queries)
    query->stop();
}

bool tioga::smt::areSolversInterrupted() { return getRegistry().interrupted; }

void tioga::smt::resetSolverInterrupt() { getRegistry().interrupted = false; }

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

/// A signal handler may do next to nothing: it writes one byte to this pipe,
/// and a thread that reads it does the work.
static int signalPipe[2] = {-1, -1};

static void handleSignal(int signal) {
  // The next one is not caught any more.
  ::signal(signal, SIG_DFL);
  char byte = 's';
  ssize_t written = ::write(signalPipe[1], &byte, 1);
  (void)written;
}

struct InterruptScope::Impl {
  std::thread thread;
  struct sigaction oldInterrupt = {}, oldTerminate = {};
};

InterruptScope::InterruptScope() : impl(std::make_unique<Impl>()) {
  if (::pipe(signalPipe) != 0)
    return;
  impl->thread = std::thread([] {
    char byte = 0;
    while (::read(signalPipe[0], &byte, 1) == 1 && byte == 's')
      interruptSolvers();
  });
  struct sigaction action = {};
  action.sa_handler = handleSignal;
  ::sigaction(SIGINT, &action, &impl->oldInterrupt);
  ::sigaction(SIGTERM, &action, &impl->oldTerminate);
}

InterruptScope::~InterruptScope() {
  if (!impl->thread.joinable())
    return;
  ::sigaction(SIGINT, &impl->oldInterrupt, nullptr);
  ::sigaction(SIGTERM, &impl->oldTerminate, nullptr);
  char byte = 'e';
  ssize_t written = ::write(signalPipe[1], &byte, 1);
  (void)written;
  impl->thread.join();
  ::close(signalPipe[0]);
  ::close(signalPipe[1]);
}
