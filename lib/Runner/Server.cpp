//===- Server.cpp - The other side of the line protocol ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Runner/Server.h"
#include "Protocol.h"
#include "tioga/Engine/TraceText.h"
#include "tioga/Runner/Runner.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace tioga;
namespace json = llvm::json;

namespace {

/// What is played, in words of the protocol.
class Player {
public:
  virtual ~Player() = default;
  virtual bool reset(std::string &problem) = 0;
  virtual bool input(const WireMessage &message, std::string &problem) = 0;
  struct Progress {
    Rational delay;
    std::optional<WireMessage> output;
  };
  virtual std::optional<Progress> advance(Rational max,
                                          std::string &problem) = 0;
};

class ModelPlayer : public Player {
public:
  explicit ModelPlayer(ModelInstance &instance) : instance(instance) {}

  bool reset(std::string &problem) override {
    bool isReady = instance.reset();
    problem = instance.getProblem().str();
    return isReady;
  }
  bool input(const WireMessage &message, std::string &problem) override {
    std::optional<Message> known =
        fromWire(message, instance.getSystem(), problem);
    if (!known)
      return false;
    instance.input(*known); // What it does not take, it ignores.
    problem = instance.getProblem().str();
    return problem.empty();
  }
  std::optional<Progress> advance(Rational max, std::string &problem) override {
    std::optional<ModelInstance::Progress> progress = instance.advance(max);
    problem = instance.getProblem().str();
    if (!progress)
      return std::nullopt;
    Progress result{progress->delay, std::nullopt};
    if (progress->output)
      result.output = toWire(*progress->output, instance.getSystem());
    return result;
  }

private:
  ModelInstance &instance;
};

class ComposedPlayer : public Player {
public:
  explicit ComposedPlayer(ComposedInstance &instance) : instance(instance) {}

  bool reset(std::string &problem) override {
    bool isReady = instance.reset();
    problem = instance.getProblem().str();
    return isReady;
  }
  bool input(const WireMessage &message, std::string &problem) override {
    bool isTaken = instance.input(message);
    problem = instance.getProblem().str();
    return isTaken;
  }
  std::optional<Progress> advance(Rational max, std::string &problem) override {
    std::optional<ComposedInstance::Progress> progress = instance.advance(max);
    problem = instance.getProblem().str();
    if (!progress)
      return std::nullopt;
    return Progress{progress->delay, progress->output};
  }

private:
  ComposedInstance &instance;
};

/// The answer to a step comes at once.
class ContractPlayer : public Player {
public:
  explicit ContractPlayer(ContractInstance &instance) : instance(instance) {}

  bool reset(std::string &) override {
    instance.reset();
    return true;
  }
  bool input(const WireMessage &message, std::string &problem) override {
    bool isTaken = instance.input(message);
    problem = instance.getProblem().str();
    return isTaken;
  }
  std::optional<Progress> advance(Rational max, std::string &) override {
    std::optional<WireMessage> output = instance.takeOutput();
    return Progress{output ? Rational() : max, std::move(output)};
  }

private:
  ContractInstance &instance;
};

class Server {
public:
  Server(Player &player, llvm::raw_ostream &os) : player(player), os(os) {}

  /// Answers one line. False if that is not possible, or to quit.
  bool answer(llvm::StringRef line);
  std::string problem;

private:
  void say(json::Object object) {
    os << llvm::formatv("{0}\n", json::Value(std::move(object)));
    os.flush();
  }
  bool fail(const llvm::Twine &what) {
    problem = what.str();
    return false;
  }
  bool takeInput(const json::Object &object);
  bool passTime(const json::Object &object);

  Player &player;
  llvm::raw_ostream &os;
};

} // namespace

/// Arguments are numbers, truth values or text.
static std::string getText(const json::Value &value) {
  if (auto text = value.getAsString())
    return text->str();
  return llvm::formatv("{0}", value);
}

bool Server::takeInput(const json::Object &object) {
  WireMessage wire{object.getString("label").value_or("").str(), {}};
  if (const json::Array *arguments = object.getArray("arguments"))
    for (const json::Value &argument : *arguments)
      wire.arguments.push_back(getText(argument));
  return player.input(wire, problem);
}

bool Server::passTime(const json::Object &object) {
  const json::Value *value = object.get("max");
  std::optional<Rational> max =
      value ? parseDelay(getText(*value)) : std::nullopt;
  if (!max || max->isNegative())
    return fail("a delay needs a number 'max'");
  std::optional<Player::Progress> progress = player.advance(*max, problem);
  if (!progress)
    return false;
  json::Object reply{{"delay", progress->delay.str()}};
  if (!progress->output) {
    reply["type"] = "delayed";
    say(std::move(reply));
    return true;
  }
  const WireMessage &wire = *progress->output;
  reply["type"] = "output";
  reply["label"] = wire.label;
  if (!wire.arguments.empty())
    reply["arguments"] = argumentsToJSON(wire.arguments);
  say(std::move(reply));
  return true;
}

bool Server::answer(llvm::StringRef line) {
  if (line.trim().empty())
    return true;
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value) {
    llvm::consumeError(value.takeError());
    return fail("'" + line.take_front(80) + "' is no JSON");
  }
  const json::Object *object = value->getAsObject();
  llvm::StringRef type =
      object ? object->getString("type").value_or("") : llvm::StringRef();
  if (type == "input")
    return takeInput(*object);
  if (type == "delay")
    return passTime(*object);
  if (type == "quit")
    return false;
  if (type != "reset")
    return fail("'" + line.take_front(80) + "' is no message");
  if (!player.reset(problem))
    return false;
  say(json::Object{{"type", "ready"}});
  return true;
}

static bool serve(Player &player, std::istream &in, llvm::raw_ostream &os,
                  std::string &problem) {
  if (!player.reset(problem))
    return false;
  Server server(player, os);
  std::string line;
  while (std::getline(in, line) && server.answer(line))
    ;
  problem = server.problem;
  return problem.empty();
}

bool tioga::serve(ModelInstance &instance, std::istream &in,
                  llvm::raw_ostream &os, std::string &problem) {
  ModelPlayer player(instance);
  return ::serve(player, in, os, problem);
}

bool tioga::serve(ContractInstance &instance, std::istream &in,
                  llvm::raw_ostream &os, std::string &problem) {
  ContractPlayer player(instance);
  return ::serve(player, in, os, problem);
}

bool tioga::serve(ComposedInstance &instance, std::istream &in,
                  llvm::raw_ostream &os, std::string &problem) {
  ComposedPlayer player(instance);
  return ::serve(player, in, os, problem);
}
