//===- ChildSolver.cpp - Solvers as child processes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The child reads the script and answers on one socket. It can be killed at any
// time (timeout, interrupt, memory): the script in force is kept and given to
// the next child when the next query comes.
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "tioga/Solver/SMTLib.h"
#include "tioga/Solver/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tioga;
using namespace tioga::smt;

using Clock = std::chrono::steady_clock;

namespace {

/// A running process with one socket for its input and output.
class Child {
public:
  Child(llvm::ArrayRef<std::string> command, unsigned memory);
  ~Child();
  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  bool isRunning() const { return pid > 0; }
  pid_t getPid() const { return pid; }
  /// Returns false if the child is gone.
  bool write(llvm::StringRef text);
  enum class ReadResult { Ok, TimedOut, Ended };
  /// Reads one answer: an atom on a line of its own or a whole list.
  ReadResult readAnswer(std::optional<Clock::time_point> deadline,
                        std::string &answer);

private:
  pid_t pid = -1;
  int socket = -1;
  std::string buffer;
};

class ChildSolver : public Solver {
public:
  ChildSolver(std::vector<std::string> command, SolverOptions options)
      : Solver(std::move(options)), command(std::move(command)) {}

  std::optional<Rational> getValue(Term symbol) override;
  std::vector<std::string> getCore() override;

protected:
  CheckResult checkImpl(llvm::ArrayRef<Term> assumptions) override;
  void statementAdded(const Statement &statement) override;
  void popped() override;

private:
  bool start();
  std::string getText(const Statement &statement) const;
  CheckResult readStatus();
  CheckResult giveUp(llvm::StringRef reason);
  bool ask(llvm::StringRef question, std::string &answer);

  std::vector<std::string> command;
  std::unique_ptr<Child> child;
  LogicFinder logic;
  std::string startedLogic;
  /// All values of the last model.
  std::optional<Model> model;
};

} // namespace

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

Child::Child(llvm::ArrayRef<std::string> command, unsigned memory) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return;
  // Everything that allocates happens before the fork.
  llvm::SmallVector<char *, 8> arguments;
  for (const std::string &word : command)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  pid = ::fork();
  if (pid == 0) {
    ::dup2(ends[1], STDIN_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    // Ctrl-C is for us, who then end the child.
    ::setpgid(0, 0);
    if (memory) {
      rlimit limit;
      limit.rlim_cur = limit.rlim_max = rlim_t(memory) << 20;
      ::setrlimit(RLIMIT_AS, &limit);
    }
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  socket = ends[0];
}

Child::~Child() {
  if (socket >= 0)
    ::close(socket);
  if (pid <= 0)
    return;
  ::kill(pid, SIGKILL);
  int status;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
}

bool Child::write(llvm::StringRef text) {
  while (!text.empty()) {
    pollfd wait = {socket, POLLIN | POLLOUT, 0};
    if (::poll(&wait, 1, -1) < 0) {
      if (errno == EINTR)
        continue;
      return false;
    }
    // What the child says meanwhile is kept, else both might wait for ever.
    if (wait.revents & POLLIN) {
      char bytes[4096];
      ssize_t count = ::recv(socket, bytes, sizeof(bytes), 0);
      if (count <= 0)
        return false;
      buffer.append(bytes, count);
    }
    if (wait.revents & (POLLERR | POLLHUP))
      return false;
    if (!(wait.revents & POLLOUT))
      continue;
    ssize_t count =
        ::send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
      return false;
    if (count > 0)
      text = text.drop_front(count);
  }
  return true;
}

/// The length of the first answer in the text; nothing if it is not complete.
static std::optional<size_t> findAnswer(llvm::StringRef text) {
  size_t start = text.find_first_not_of(" \t\r\n");
  if (start == llvm::StringRef::npos)
    return std::nullopt;
  if (text[start] != '(') {
    size_t end = text.find('\n', start);
    if (end == llvm::StringRef::npos)
      return std::nullopt;
    return end + 1;
  }
  unsigned depth = 0;
  char quote = 0;
  for (size_t i = start; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == quote)
        quote = 0;
    } else if (c == '|' || c == '"') {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return std::nullopt;
}

Child::ReadResult Child::readAnswer(std::optional<Clock::time_point> deadline,
                                    std::string &answer) {
  while (true) {
    if (std::optional<size_t> end = findAnswer(buffer)) {
      answer = llvm::StringRef(buffer).take_front(*end).trim().str();
      buffer.erase(0, *end);
      return ReadResult::Ok;
    }
    int wait = -1;
    if (deadline) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          *deadline - Clock::now());
      if (left.count() <= 0)
        return ReadResult::TimedOut;
      wait = int(std::min<int64_t>(left.count() + 1, 1 << 30));
    }
    pollfd input = {socket, POLLIN, 0};
    int ready = ::poll(&input, 1, wait);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready == 0)
      continue;
    char bytes[4096];
    ssize_t count = ready < 0 ? -1 : ::recv(socket, bytes, sizeof(bytes), 0);
    if (count <= 0)
      return ReadResult::Ended;
    buffer.append(bytes, count);
  }
}

//===----------------------------------------------------------------------===//
// Solver
//===----------------------------------------------------------------------===//

std::string ChildSolver::getText(const Statement &statement) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (statement.kind) {
  case Statement::Kind::Declare:
    printDeclaration(statement.term, os);
    break;
  case Statement::Kind::Define:
    printDefinition(*statement.function, os);
    break;
  case Statement::Kind::Assert:
    printAssertion(statement.term, options.cores ? statement.name : "", os);
    break;
  case Statement::Kind::Push:
    os << "(push 1)";
    break;
  }
  os << '\n';
  return text;
}

void ChildSolver::statementAdded(const Statement &statement) {
  if (statement.kind == Statement::Kind::Define)
    logic.add(statement.function->body);
  else if (statement.kind == Statement::Kind::Declare)
    logic.addSymbol(statement.term);
  else if (statement.kind == Statement::Kind::Assert)
    logic.add(statement.term);
  if (!child)
    return;
  // A larger logic needs another child.
  if (logic.getName() != startedLogic || !child->write(getText(statement)))
    child.reset();
}

void ChildSolver::popped() {
  if (child && !child->write("(pop 1)\n"))
    child.reset();
}

bool ChildSolver::start() {
  if (child)
    return true;
  child = std::make_unique<Child>(command, options.memory);
  if (!child->isRunning())
    return false;
  startedLogic = logic.getName();
  std::string text = "(set-option :print-success false)\n"
                     "(set-option :produce-models true)\n";
  if (options.cores)
    text += "(set-option :produce-unsat-cores true)\n";
  text += "(set-logic " + startedLogic + ")\n";
  for (const Statement &statement : statements)
    text += getText(statement);
  return child->write(text);
}

CheckResult ChildSolver::giveUp(llvm::StringRef reason) {
  child.reset();
  return {Status::Unknown, reason.str()};
}

CheckResult ChildSolver::readStatus() {
  std::optional<Clock::time_point> deadline;
  if (options.timeout)
    deadline = Clock::now() + std::chrono::milliseconds(options.timeout);
  std::string answer;
  switch (child->readAnswer(deadline, answer)) {
  case Child::ReadResult::TimedOut:
    return giveUp("timeout");
  case Child::ReadResult::Ended:
    return giveUp(areSolversInterrupted() ? "interrupted"
                                          : "the solver ended without answer");
  case Child::ReadResult::Ok:
    break;
  }
  if (answer == "sat")
    return {Status::Sat, ""};
  if (answer == "unsat")
    return {Status::Unsat, ""};
  if (answer != "unknown")
    return giveUp(answer);
  std::string reason;
  if (!ask("(get-info :reason-unknown)\n", reason))
    reason = "unknown";
  return {Status::Unknown, reason};
}

CheckResult ChildSolver::checkImpl(llvm::ArrayRef<Term> assumptions) {
  model.reset();
  if (!start())
    return giveUp("cannot start '" + command.front() + "'");
  std::string text;
  llvm::raw_string_ostream os(text);
  if (assumptions.empty()) {
    os << "(check-sat)\n";
  } else {
    os << "(check-sat-assuming (";
    llvm::interleave(
        assumptions, os, [&](Term term) { printTerm(term, os); }, " ");
    os << "))\n";
  }
  pid_t pid = child->getPid();
  RunningQuery running([pid] { ::kill(pid, SIGKILL); });
  if (areSolversInterrupted())
    return giveUp("interrupted");
  if (!child->write(text))
    return giveUp("the solver ended without answer");
  return readStatus();
}

bool ChildSolver::ask(llvm::StringRef question, std::string &answer) {
  return child && child->write(question) &&
         child->readAnswer(Clock::now() + std::chrono::seconds(10), answer) ==
             Child::ReadResult::Ok;
}

std::optional<Rational> ChildSolver::getValue(Term symbol) {
  if (!model) {
    std::string question;
    llvm::raw_string_ostream os(question);
    os << "(get-value (";
    for (const Statement &statement : statements)
      if (statement.kind == Statement::Kind::Declare) {
        printSymbol(statement.term.getName(), os);
        os << ' ';
      }
    os << "))\n";
    std::string answer;
    if (ask(question, answer))
      model = readModel(answer);
    if (!model)
      model.emplace();
  }
  auto found = model->find(symbol.getName());
  if (found == model->end())
    return std::nullopt;
  return found->second;
}

std::vector<std::string> ChildSolver::getCore() {
  std::vector<std::string> names;
  std::string answer;
  if (!ask("(get-unsat-core)\n", answer))
    return names;
  std::optional<std::vector<SExpr>> exprs = SExpr::parse(answer);
  if (!exprs || exprs->size() != 1)
    return names;
  for (const SExpr &item : exprs->front().items)
    if (item.isAtom())
      names.push_back(item.atom);
  llvm::sort(names);
  return names;
}

llvm::Expected<std::unique_ptr<Solver>>
smt::createChildSolver(llvm::ArrayRef<std::string> command,
                       SolverOptions options) {
  if (command.empty())
    return llvm::createStringError("no solver is named");
  llvm::ErrorOr<std::string> program =
      llvm::sys::findProgramByName(command.front());
  if (!program)
    return llvm::createStringError("solver '" + command.front() +
                                   "' is not installed");
  std::vector<std::string> words = command.vec();
  words.front() = *program;
  return std::make_unique<ChildSolver>(std::move(words), std::move(options));
}
