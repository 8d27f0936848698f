//===- ProcessTest.cpp - Programs that misbehave ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Process.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <csignal>
#include <sys/wait.h>

using namespace tioga;
using namespace std::chrono_literals;
using Status = LineChannel::Status;

namespace {

class ProcessTest : public testing::Test {
protected:
  void start(llvm::StringRef command) {
    std::string error;
    channel = startProcess(command, error);
    ASSERT_TRUE(channel) << error;
  }
  Status read(std::chrono::milliseconds time = 5s) {
    return channel->readLine(line, LineChannel::Clock::now() + time);
  }
  /// No child is left, not even a dead one.
  void TearDown() override {
    channel.reset();
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }

  std::unique_ptr<LineChannel> channel;
  std::string line;
};

TEST_F(ProcessTest, Echoes) {
  start("cat");
  EXPECT_TRUE(channel->writeLine("hello", LineChannel::Clock::now() + 5s));
  EXPECT_EQ(read(), Status::Line);
  EXPECT_EQ(line, "hello");
  EXPECT_EQ(read(10ms), Status::Timeout);
}

TEST_F(ProcessTest, EndsWithACode) {
  start("echo last; echo why >&2; exit 3");
  EXPECT_EQ(read(), Status::Line);
  EXPECT_EQ(read(), Status::Closed);
  EXPECT_EQ(channel->describeEnd(), "ended with exit code 3");
  EXPECT_EQ(channel->getErrors(), "why\n");
}

TEST_F(ProcessTest, CrashesByASignal) {
  start("kill -ABRT $$");
  EXPECT_EQ(read(), Status::Closed);
  EXPECT_EQ(channel->describeEnd(), "crashed: Aborted");
}

TEST_F(ProcessTest, EndsWithinALine) {
  start("printf half");
  EXPECT_EQ(read(), Status::Broken);
  EXPECT_EQ(channel->getProblem(), "the program has ended in the middle of a "
                                   "line");
}

TEST_F(ProcessTest, IgnoresSignals) {
  start("trap '' TERM HUP INT; echo up; while true; do sleep 1; done");
  EXPECT_EQ(read(), Status::Line);
  channel->close();
  EXPECT_EQ(channel->describeEnd(),
            "was killed, since it did not end by itself");
}

TEST_F(ProcessTest, LeavesChildrenBehind) {
  // The grandchild ignores that its parent has ended, and its process group is
  // what is killed.
  start("(trap '' TERM HUP; sleep 1000) & echo $!");
  EXPECT_EQ(read(), Status::Line);
  pid_t grandchild = std::stoi(line);
  channel->close();
  for (int i = 0; i < 100 && ::kill(grandchild, 0) == 0; ++i) {
    // Whoever adopts it may not have reaped it yet.
    std::string path = "/proc/" + line + "/stat";
    if (FILE *file = std::fopen(path.c_str(), "r")) {
      char state = 0;
      int count = std::fscanf(file, "%*d %*s %c", &state);
      std::fclose(file);
      if (count == 1 && state == 'Z')
        return;
    }
    ::usleep(10'000);
  }
  EXPECT_NE(::kill(grandchild, 0), 0);
}

TEST_F(ProcessTest, DoesNotRead) {
  start("exec sleep 1000");
  // More than a pipe holds.
  std::string text(1 << 20, 'x');
  EXPECT_FALSE(channel->writeLine(text, LineChannel::Clock::now() + 50ms));
  EXPECT_EQ(channel->getProblem(), "the program does not read its input");
}

TEST_F(ProcessTest, HasClosedItsInput) {
  start("exec 0<&-; echo deaf; exec sleep 1000");
  EXPECT_EQ(read(), Status::Line);
  EXPECT_FALSE(channel->writeLine("hello", LineChannel::Clock::now() + 1s));
  EXPECT_EQ(channel->getProblem(), "the program has closed its input");
}

TEST_F(ProcessTest, KeepsTheEndOfItsErrors) {
  start("i=0; while [ $i -lt 20000 ]; do echo \"line $i\"; i=$((i+1)); done "
        ">&2; echo done");
  EXPECT_EQ(read(60s), Status::Line);
  std::string errors = channel->getErrors();
  EXPECT_LT(errors.size(), 200'000u);
  EXPECT_TRUE(llvm::StringRef(errors).ends_with("line 19999\n"));
}

} // namespace
