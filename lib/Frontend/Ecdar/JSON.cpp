//===- JSON.cpp - JSON documents with places --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSON.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ecdar;

/// LLVM's parser is recursive: deeper documents would end in its stack.
static constexpr unsigned maxDepth = 100;

/// Whether brackets nest too deep. Strings do not count.
static bool isTooDeep(llvm::StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
    } else if (text[i] == '{' || text[i] == '[') {
      if (++depth > maxDepth)
        return true;
    } else if ((text[i] == '}' || text[i] == ']') && depth > 0) {
      --depth;
    }
  }
  return false;
}

std::optional<JSONDocument> JSONDocument::parse(llvm::StringRef path,
                                                llvm::StringRef text,
                                                MLIRContext *context) {
  JSONDocument document(path, context);
  if (isTooDeep(text)) {
    emitError(document.getLoc(""))
        << "the JSON document nests deeper than " << maxDepth;
    return std::nullopt;
  }
  llvm::Expected<llvm::json::Value> root = llvm::json::parse(text);
  if (root) {
    document.root = std::move(*root);
    document.index(text);
    return document;
  }
  llvm::handleAllErrors(
      root.takeError(), [&](const llvm::json::ParseError &error) {
        unsigned line = 1, column = 1;
        // `[line:column, byte=n]: what is wrong`
        std::string message;
        llvm::raw_string_ostream os(message);
        error.log(os);
        llvm::StringRef rest = message;
        if (rest.consume_front("[") && !rest.consumeInteger(10, line) &&
            rest.consume_front(":"))
          rest.consumeInteger(10, column);
        size_t end = rest.find("]: ");
        if (end != llvm::StringRef::npos)
          rest = rest.drop_front(end + 3);
        emitError(FileLineColLoc::get(context, path, line, column))
            << "no JSON: " << rest;
      });
  return std::nullopt;
}

mlir::Location JSONDocument::getLoc(llvm::StringRef pointer) const {
  auto found = places.find(pointer);
  auto [line, column] =
      found == places.end() ? std::pair(1u, 1u) : found->second;
  return FileLineColLoc::get(context, path, line, column);
}

/// `~` and `/` in a key of a JSON pointer (RFC 6901).
static std::string escape(llvm::StringRef key) {
  std::string result;
  for (char c : key) {
    if (c == '~')
      result += "~0";
    else if (c == '/')
      result += "~1";
    else
      result += c;
  }
  return result;
}

namespace {
/// Finds the places of all values in a text that is known to be JSON.
class Indexer {
public:
  Indexer(llvm::StringRef text,
          llvm::StringMap<std::pair<unsigned, unsigned>> &places)
      : text(text), places(places) {}

  void run() { value(""); }

private:
  void space() {
    for (; at < text.size() && llvm::isSpace(text[at]); ++at)
      if (text[at] == '\n') {
        ++line;
        lineStart = at + 1;
      }
  }
  llvm::StringRef string() {
    size_t begin = ++at;
    for (; at < text.size() && text[at] != '"'; ++at)
      at += text[at] == '\\';
    return text.slice(begin, at++);
  }
  void value(const std::string &pointer);

  llvm::StringRef text;
  llvm::StringMap<std::pair<unsigned, unsigned>> &places;
  size_t at = 0, lineStart = 0;
  unsigned line = 1;
};
} // namespace

void Indexer::value(const std::string &pointer) {
  space();
  if (at >= text.size())
    return;
  places[pointer] = {line, unsigned(at - lineStart + 1)};
  char first = text[at];
  if (first == '"') {
    string();
    return;
  }
  if (first != '{' && first != '[') {
    at = std::min(text.find_first_of(",]} \t\r\n", at), text.size());
    return;
  }
  ++at;
  for (unsigned number = 0;; ++number) {
    space();
    if (at >= text.size() || text[at] == '}' || text[at] == ']') {
      ++at;
      return;
    }
    std::string key = std::to_string(number);
    if (first == '{') {
      key = escape(string());
      space();
      ++at; // The colon.
    }
    value(pointer + "/" + key);
    space();
    if (at < text.size() && text[at] == ',')
      ++at;
  }
}

void JSONDocument::index(llvm::StringRef text) { Indexer(text, places).run(); }

JSONValue JSONValue::get(llvm::StringRef key) const {
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  return {*document, object ? object->get(key) : nullptr,
          pointer + "/" + escape(key)};
}

static llvm::StringRef getKindName(const llvm::json::Value &value) {
  switch (value.kind()) {
  case llvm::json::Value::Null:
    return "null";
  case llvm::json::Value::Boolean:
    return "a Boolean";
  case llvm::json::Value::Number:
    return "a number";
  case llvm::json::Value::String:
    return "a string";
  case llvm::json::Value::Array:
    return "an array";
  case llvm::json::Value::Object:
    return "an object";
  }
  llvm_unreachable("covered switch");
}

LogicalResult JSONValue::expectObject() const {
  if (value && value->getAsObject())
    return success();
  return emitError() << "expected an object, and not "
                     << (value ? getKindName(*value) : "nothing");
}

LogicalResult JSONValue::getText(llvm::StringRef key, Text &text) const {
  JSONValue child = get(key);
  text = {"", child.exists() ? child.getLoc() : getLoc(), child.pointer};
  if (!child.exists() || child.value->kind() == llvm::json::Value::Null)
    return success();
  auto string = child.value->getAsString();
  if (!string)
    return child.emitError()
           << "expected a string, and not " << getKindName(*child.value);
  text.text = string->str();
  return success();
}

LogicalResult JSONValue::getNumber(llvm::StringRef key, int64_t &number) const {
  JSONValue child = get(key);
  if (auto value =
          child.exists() ? child.value->getAsInteger() : std::nullopt) {
    number = *value;
    return success();
  }
  return child.emitError() << "expected a number, and not "
                           << (child.exists() ? getKindName(*child.value)
                                              : "nothing");
}

LogicalResult JSONValue::getElements(std::vector<JSONValue> &list) const {
  const llvm::json::Array *array = value ? value->getAsArray() : nullptr;
  if (!array)
    return emitError() << "expected an array, and not "
                       << (value ? getKindName(*value) : "nothing");
  for (auto [index, element] : llvm::enumerate(*array))
    list.push_back(
        {*document, &element, pointer + "/" + std::to_string(index)});
  return success();
}

LogicalResult JSONValue::getList(llvm::StringRef key,
                                 std::vector<JSONValue> &list) const {
  JSONValue child = get(key);
  return child.exists() ? child.getElements(list) : success();
}
