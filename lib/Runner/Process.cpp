//===- Process.cpp - A program under test -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Process.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tioga;
using namespace std::chrono_literals;

/// A longer line is no line of any protocol.
static constexpr size_t maxLine = 1 << 20;
/// How much of the standard error is kept.
static constexpr size_t maxErrors = 1 << 16;
/// How long a program has to end after SIGTERM.
static constexpr auto grace = 300ms;

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static int getMilliseconds(LineChannel::Clock::time_point deadline) {
  auto rest = std::chrono::ceil<std::chrono::milliseconds>(
      deadline - LineChannel::Clock::now());
  return int(std::clamp<int64_t>(rest.count(), 0, 1 << 30));
}

void LineChannel::closeDescriptors() {
  for (int *descriptor : {&input, &output, &others}) {
    if (*descriptor >= 0 && (descriptor != &output || output != input))
      ::close(*descriptor);
  }
  input = output = others = -1;
}

bool LineChannel::writeLine(llvm::StringRef line, Clock::time_point deadline) {
  std::string text = line.str() + "\n";
  size_t written = 0;
  while (written < text.size()) {
    if (output < 0 || !problem.empty())
      return fail("the program does not take any input");
    ssize_t count =
        ::write(output, text.data() + written, text.size() - written);
    if (count > 0) {
      written += count;
      continue;
    }
    if (count < 0 && errno != EAGAIN && errno != EINTR)
      return fail("the program has closed its input");
    pollfd watched[] = {{output, POLLOUT, 0}, {others, POLLIN, 0}};
    if (::poll(watched, 2, getMilliseconds(deadline)) == 0)
      return fail("the program does not read its input");
    readOthers();
  }
  return true;
}

LineChannel::Status LineChannel::readLine(std::string &line,
                                          Clock::time_point deadline) {
  while (true) {
    size_t end = buffer.find('\n');
    if (end != std::string::npos) {
      line = buffer.substr(0, end);
      buffer.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r')
        line.pop_back();
      return Status::Line;
    }
    if (buffer.size() > maxLine) {
      fail("the program has printed a line of more than 1 MiB");
      return Status::Broken;
    }
    if (reachedEnd || input < 0) {
      if (!buffer.empty()) {
        fail("the program has ended in the middle of a line");
        return Status::Broken;
      }
      return Status::Closed;
    }
    pollfd watched[] = {{input, POLLIN, 0}, {others, POLLIN, 0}};
    int ready = ::poll(watched, 2, getMilliseconds(deadline));
    if (ready == 0)
      return Status::Timeout;
    readOthers();
    char chunk[4096];
    ssize_t count = ::read(input, chunk, sizeof(chunk));
    if (count > 0)
      buffer.append(chunk, count);
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
      reachedEnd = true;
  }
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

namespace {

class ProcessChannel : public LineChannel {
public:
  ~ProcessChannel() override { close(); }
  bool start(llvm::StringRef command, std::string &error);
  void close() override;
  std::string getErrors() override {
    readOthers();
    return errors;
  }
  std::string describeEnd() override;

private:
  void readOthers() override;
  /// Waits for the end of the process. False if it did not come in time.
  bool reap(std::chrono::milliseconds time);

  pid_t pid = -1;
  std::optional<int> status;
  bool killed = false;
  std::string errors;
};

} // namespace

static void setNonBlocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

bool ProcessChannel::start(llvm::StringRef command, std::string &error) {
  // A program that goes away must not take us with it.
  ::signal(SIGPIPE, SIG_IGN);
  int in[2], out[2], err[2];
  if (::pipe2(in, O_CLOEXEC) || ::pipe2(out, O_CLOEXEC) ||
      ::pipe2(err, O_CLOEXEC)) {
    error = std::strerror(errno);
    return false;
  }
  std::string text = command.str();
  pid = ::fork();
  if (pid == 0) {
    ::setpgid(0, 0);
    ::dup2(in[0], 0);
    ::dup2(out[1], 1);
    ::dup2(err[1], 2);
    ::signal(SIGPIPE, SIG_DFL);
    ::execl("/bin/sh", "sh", "-c", text.c_str(), static_cast<char *>(nullptr));
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  ::close(err[1]);
  output = in[1];
  input = out[0];
  others = err[0];
  if (pid < 0) {
    error = std::strerror(errno);
    closeDescriptors();
    return false;
  }
  // Both sides do it, so that it is done whoever comes first.
  ::setpgid(pid, pid);
  for (int descriptor : {input, output, others})
    setNonBlocking(descriptor);
  return true;
}

void ProcessChannel::readOthers() {
  char chunk[4096];
  ssize_t count;
  while (others >= 0 && (count = ::read(others, chunk, sizeof(chunk))) != -1) {
    if (count == 0) {
      ::close(others);
      others = -1;
      break;
    }
    errors.append(chunk, count);
    if (errors.size() > 2 * maxErrors)
      errors.erase(0, errors.size() - maxErrors);
  }
}

bool ProcessChannel::reap(std::chrono::milliseconds time) {
  auto deadline = Clock::now() + time;
  while (!status) {
    int result = 0;
    pid_t found = ::waitpid(pid, &result, WNOHANG);
    if (found == pid || (found < 0 && errno == ECHILD)) {
      status = result;
      break;
    }
    if (Clock::now() >= deadline)
      return false;
    ::usleep(1000);
  }
  return true;
}

void ProcessChannel::close() {
  if (pid < 0)
    return;
  readOthers();
  closeDescriptors();
  // A program that ends when its input does needs no signal.
  if (!reap(20ms)) {
    ::kill(-pid, SIGTERM);
    if (!reap(grace)) {
      killed = true;
      ::kill(-pid, SIGKILL);
      reap(5s);
    }
  }
  // What it may have left behind.
  ::kill(-pid, SIGKILL);
  pid = -1;
}

std::string ProcessChannel::describeEnd() {
  if (pid >= 0)
    reap(50ms);
  if (!status)
    return {};
  if (killed)
    return "was killed, since it did not end by itself";
  if (WIFSIGNALED(*status))
    return "crashed: " + std::string(::strsignal(WTERMSIG(*status)));
  int code = WEXITSTATUS(*status);
  // So a shell says that what it has started was ended by a signal.
  if (code > 128 && code <= 128 + SIGRTMAX)
    return "crashed: " + std::string(::strsignal(code - 128));
  return "ended with exit code " + std::to_string(code);
}

std::unique_ptr<LineChannel> tioga::startProcess(llvm::StringRef command,
                                                 std::string &error) {
  auto process = std::make_unique<ProcessChannel>();
  if (!process->start(command, error))
    return nullptr;
  return process;
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

namespace {
class Connection : public LineChannel {
public:
  explicit Connection(int descriptor) { input = output = descriptor; }
  ~Connection() override { close(); }
  void close() override { closeDescriptors(); }
};
} // namespace

std::unique_ptr<LineChannel> tioga::connectTo(llvm::StringRef address,
                                              std::string &error) {
  ::signal(SIGPIPE, SIG_IGN);
  auto [host, port] = address.rsplit(':');
  addrinfo hints = {}, *list = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (int code = ::getaddrinfo(host.str().c_str(), port.str().c_str(), &hints,
                               &list)) {
    error = ::gai_strerror(code);
    return nullptr;
  }
  int descriptor = -1;
  for (addrinfo *each = list; each && descriptor < 0; each = each->ai_next) {
    descriptor = ::socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC,
                          each->ai_protocol);
    if (descriptor >= 0 &&
        ::connect(descriptor, each->ai_addr, each->ai_addrlen)) {
      error = std::strerror(errno);
      ::close(descriptor);
      descriptor = -1;
    }
  }
  ::freeaddrinfo(list);
  if (descriptor < 0)
    return nullptr;
  setNonBlocking(descriptor);
  return std::make_unique<Connection>(descriptor);
}
