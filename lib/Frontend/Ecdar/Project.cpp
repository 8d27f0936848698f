//===- Project.cpp - Projects of JSON files ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSON.h"
#include "tioga/Support/ReadFile.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::ecdar;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

static LogicalResult readLocation(const JSONValue &value,
                                  std::vector<ecdar::Location> &locations) {
  mlir::Location loc = value.getLoc();
  Text none = {"", loc, ""};
  ecdar::Location location = {none, none, none};
  Text kind = none, urgency = none;
  if (failed(value.expectObject()) ||
      failed(value.getText("id", location.id)) ||
      failed(value.getText("nickname", location.nickname)) ||
      failed(value.getText("invariant", location.invariant)) ||
      failed(value.getText("type", kind)) ||
      failed(value.getText("urgency", urgency)))
    return failure();
  auto known = llvm::StringSwitch<std::optional<LocationKind>>(kind.text)
                   .Cases("", "NORMAL", LocationKind::Normal)
                   .Case("INITIAL", LocationKind::Initial)
                   .Case("UNIVERSAL", LocationKind::Universal)
                   .Case("INCONSISTENT", LocationKind::Inconsistent)
                   .Default(std::nullopt);
  if (!known)
    return kind.emitError() << "unknown type of location '" << kind.text << "'";
  location.kind = *known;
  location.isUrgent = urgency.text == "URGENT";
  location.isCommitted = urgency.text == "COMMITTED";
  if (!location.isUrgent && !location.isCommitted && !urgency.text.empty() &&
      urgency.text != "NORMAL" && urgency.text != "PROHIBITED")
    return urgency.emitError() << "unknown urgency '" << urgency.text << "'";
  locations.push_back(std::move(location));
  return success();
}

static LogicalResult readEdge(const JSONValue &value,
                              std::vector<Edge> &edges) {
  Text none = {"", value.getLoc(), ""};
  Edge edge = {none, none, none, false, none, none, none};
  Text status = none;
  if (failed(value.expectObject()) ||
      failed(value.getText("sourceLocation", edge.source)) ||
      failed(value.getText("targetLocation", edge.target)) ||
      failed(value.getText("sync", edge.sync)) ||
      failed(value.getText("status", status)) ||
      failed(value.getText("guard", edge.guard)) ||
      failed(value.getText("update", edge.update)) ||
      failed(value.getText("select", edge.select)))
    return failure();
  if (status.text != "INPUT" && status.text != "OUTPUT")
    return status.emitError() << "expected \"INPUT\" or \"OUTPUT\", and not \""
                              << status.text << "\"";
  edge.isInput = status.text == "INPUT";
  llvm::StringRef sync = llvm::StringRef(edge.sync.text).trim();
  if (sync.ends_with(edge.isInput ? "?" : "!"))
    sync = sync.drop_back().rtrim();
  edge.sync.text = sync.str();
  edges.push_back(std::move(edge));
  return success();
}

static LogicalResult readComponent(const JSONDocument &document,
                                   std::vector<Component> &components) {
  JSONValue root(document, &document.getRoot(), "");
  Text none = {"", root.getLoc(), ""};
  Component component = {none, none, "", {}, {}};
  Text description = none;
  std::vector<JSONValue> locations, edges;
  if (failed(root.expectObject()) ||
      failed(root.getText("name", component.name)) ||
      failed(root.getText("declarations", component.declarations)) ||
      failed(root.getText("description", description)) ||
      failed(root.getList("locations", locations)) ||
      failed(root.getList("edges", edges)))
    return failure();
  component.description = description.text;
  for (const JSONValue &location : locations)
    if (failed(readLocation(location, component.locations)))
      return failure();
  for (const JSONValue &edge : edges)
    if (failed(readEdge(edge, component.edges)))
      return failure();
  components.push_back(std::move(component));
  return success();
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

namespace {
/// The tree of a system: instances of components below operators.
class SystemReader {
public:
  explicit SystemReader(const JSONDocument &document)
      : root(document, &document.getRoot(), "") {}

  LogicalResult read(EcdarProject &project);

private:
  struct Node {
    JSONValue value;
    std::string component;
    EcdarExpr::Kind kind = EcdarExpr::Kind::Component;
    std::vector<int64_t> children;
    bool isVisited = false;
  };
  LogicalResult readNodes();
  LogicalResult readEdges();
  std::unique_ptr<EcdarExpr> build(int64_t id, unsigned depth = 0);

  JSONValue root;
  std::map<int64_t, Node> nodes;
  std::vector<int64_t> top;
};
} // namespace

LogicalResult SystemReader::readNodes() {
  std::vector<JSONValue> instances, operators;
  if (failed(root.getList("componentInstances", instances)) ||
      failed(root.getList("operators", operators)))
    return failure();
  for (const JSONValue &value : instances) {
    int64_t id;
    Text name = {"", value.getLoc(), ""};
    if (failed(value.getNumber("id", id)) ||
        failed(value.getText("componentName", name)))
      return failure();
    nodes.insert({id, {value, name.text}});
  }
  for (const JSONValue &value : operators) {
    int64_t id;
    Text type = {"", value.getLoc(), ""};
    if (failed(value.getNumber("id", id)) ||
        failed(value.getText("type", type)))
      return failure();
    auto kind = llvm::StringSwitch<std::optional<EcdarExpr::Kind>>(type.text)
                    .Case("composition", EcdarExpr::Kind::Composition)
                    .Case("conjunction", EcdarExpr::Kind::Conjunction)
                    .Case("quotient", EcdarExpr::Kind::Quotient)
                    .Default(std::nullopt);
    if (!kind)
      return type.emitError() << "unknown operator '" << type.text << "'";
    nodes.insert({id, {value, "", *kind}});
  }
  return success();
}

LogicalResult SystemReader::readEdges() {
  std::vector<JSONValue> edges;
  if (failed(root.getList("edges", edges)))
    return failure();
  for (const JSONValue &edge : edges) {
    int64_t child, parent;
    if (failed(edge.getNumber("child", child)) ||
        failed(edge.getNumber("parent", parent)))
      return failure();
    auto found = nodes.find(parent);
    if (parent == 0)
      top.push_back(child);
    else if (found == nodes.end())
      return edge.emitError() << "there is no element " << parent;
    else
      found->second.children.push_back(child);
  }
  return success();
}

std::unique_ptr<EcdarExpr> SystemReader::build(int64_t id, unsigned depth) {
  constexpr unsigned maxDepth = 200;
  auto found = nodes.find(id);
  if (found == nodes.end()) {
    root.emitError() << "there is no element " << id;
    return nullptr;
  }
  Node &node = found->second;
  if (depth > maxDepth) {
    node.value.emitError() << "operators nest deeper than " << maxDepth;
    return nullptr;
  }
  if (node.isVisited) {
    node.value.emitError() << "element " << id << " has two parents";
    return nullptr;
  }
  node.isVisited = true;
  auto expr = std::make_unique<EcdarExpr>();
  expr->name = node.component;
  if (node.kind == EcdarExpr::Kind::Component)
    return expr;
  size_t count = node.children.size();
  if (count == 0 || (node.kind == EcdarExpr::Kind::Quotient && count != 2)) {
    node.value.emitError() << "the operator has " << count << " operands";
    return nullptr;
  }
  expr = build(node.children.front(), depth + 1);
  for (int64_t child : llvm::ArrayRef(node.children).drop_front()) {
    auto both = std::make_unique<EcdarExpr>();
    both->kind = node.kind;
    both->left = std::move(expr);
    both->right = build(child, depth + 1);
    if (!both->left || !both->right)
      return nullptr;
    expr = std::move(both);
  }
  return expr;
}

LogicalResult SystemReader::read(EcdarProject &project) {
  Text name = {"", root.getLoc(), ""};
  if (failed(root.expectObject()) || failed(root.getText("name", name)) ||
      failed(readNodes()) || failed(readEdges()))
    return failure();
  // A system that nobody has drawn yet.
  if (top.empty())
    return success();
  if (top.size() > 1)
    return root.get("edges").emitError()
           << "the system has " << top.size() << " roots";
  std::unique_ptr<EcdarExpr> expr = build(top.front());
  if (!expr)
    return failure();
  if (!project.systems.insert({name.text, std::move(expr)}).second)
    return name.emitError() << "system '" << name.text << "' is there twice";
  return success();
}

//===----------------------------------------------------------------------===//
// Projects
//===----------------------------------------------------------------------===//

bool tioga::isEcdarDirectory(llvm::StringRef directory) {
  llvm::SmallString<128> components(directory), globals(directory);
  path::append(components, "Components");
  path::append(globals, "GlobalDeclarations.json");
  return fs::is_directory(components) || fs::exists(globals);
}

namespace {
class ProjectReader {
public:
  ProjectReader(llvm::StringRef directory, llvm::SourceMgr &sourceMgr,
                MLIRContext *context, const ImportOptions &options)
      : directory(directory), sourceMgr(sourceMgr), context(context),
        options(options), loc(FileLineColLoc::get(context, directory, 1, 1)) {}

  EcdarProject read();

private:
  /// Nothing after reporting errors.
  std::optional<JSONDocument> readDocument(llvm::StringRef file);
  /// Calls `fn` for the JSON files of a folder, by name.
  LogicalResult
  forEachFile(llvm::StringRef folder,
              llvm::function_ref<LogicalResult(const JSONDocument &)> fn);
  /// Calls `fn` if there is such a file.
  LogicalResult
  withFile(llvm::StringRef name,
           llvm::function_ref<LogicalResult(const JSONDocument &)> fn);
  LogicalResult readQueries(const JSONDocument &document,
                            EcdarProject &project);

  std::string directory;
  llvm::SourceMgr &sourceMgr;
  MLIRContext *context;
  const ImportOptions &options;
  mlir::Location loc;
};
} // namespace

std::optional<JSONDocument> ProjectReader::readDocument(llvm::StringRef file) {
  auto buffer = readFile(file, options.maxFileSize);
  if (std::error_code code = buffer.getError()) {
    emitError(FileLineColLoc::get(context, file, 1, 1))
        << "cannot read '" << file << "': " << code.message();
    return std::nullopt;
  }
  unsigned id = sourceMgr.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return JSONDocument::parse(file, sourceMgr.getMemoryBuffer(id)->getBuffer(),
                             context);
}

LogicalResult ProjectReader::forEachFile(
    llvm::StringRef folder,
    llvm::function_ref<LogicalResult(const JSONDocument &)> fn) {
  llvm::SmallString<128> whole(directory);
  path::append(whole, folder);
  if (!fs::is_directory(whole))
    return success();
  std::vector<std::string> files;
  std::error_code code;
  for (fs::directory_iterator it(whole, code), end; it != end && !code;
       it.increment(code))
    if (path::extension(it->path()) == ".json")
      files.push_back(it->path());
  if (code)
    return emitError(loc) << "cannot read '" << whole
                          << "': " << code.message();
  llvm::sort(files);
  bool isFine = true;
  for (const std::string &file : files) {
    std::optional<JSONDocument> document = readDocument(file);
    isFine &= document && succeeded(fn(*document));
  }
  return success(isFine);
}

LogicalResult ProjectReader::withFile(
    llvm::StringRef name,
    llvm::function_ref<LogicalResult(const JSONDocument &)> fn) {
  llvm::SmallString<128> file(directory);
  path::append(file, name);
  if (!fs::exists(file))
    return success();
  std::optional<JSONDocument> document = readDocument(file);
  return success(document && succeeded(fn(*document)));
}

LogicalResult ProjectReader::readQueries(const JSONDocument &document,
                                         EcdarProject &project) {
  JSONValue root(document, &document.getRoot(), "");
  std::vector<JSONValue> list;
  if (failed(root.getElements(list)))
    return failure();
  for (const JSONValue &value : list) {
    Text query = {"", value.getLoc(), ""};
    if (failed(value.expectObject()) || failed(value.getText("query", query)))
      return failure();
    if (!query.isBlank())
      project.queries.push_back({query.text, query.loc});
  }
  return success();
}

static LogicalResult readDeclarations(const JSONDocument &document,
                                      Text &text) {
  JSONValue root(document, &document.getRoot(), "");
  return success(succeeded(root.expectObject()) &&
                 succeeded(root.getText("declarations", text)));
}

EcdarProject ProjectReader::read() {
  EcdarProject project;
  std::vector<Component> components;
  std::vector<Text> globals;
  llvm::StringMap<Interface> interfaces;
  bool isFine = succeeded(
      withFile("GlobalDeclarations.json", [&](const JSONDocument &document) {
        globals.push_back({"", loc, ""});
        return readDeclarations(document, globals.back());
      }));
  isFine &= succeeded(
      withFile("SystemDeclarations.json", [&](const JSONDocument &document) {
        Text text = {"", loc, ""};
        if (failed(readDeclarations(document, text)))
          return failure();
        return parseInterfaces(text, interfaces);
      }));
  isFine &=
      succeeded(forEachFile("Components", [&](const JSONDocument &document) {
        return readComponent(document, components);
      }));
  isFine &= succeeded(forEachFile("Systems", [&](const JSONDocument &document) {
    return SystemReader(document).read(project);
  }));
  isFine &=
      succeeded(withFile("Queries.json", [&](const JSONDocument &document) {
        return readQueries(document, project);
      }));
  if (!isFine)
    return {};
  if (components.empty()) {
    emitError(loc) << "the project has no components";
    return {};
  }
  project.module = buildModule(components, globals, interfaces, loc, context);
  return project;
}

EcdarProject tioga::importEcdarDirectory(llvm::StringRef path,
                                         llvm::SourceMgr &sourceMgr,
                                         MLIRContext *context,
                                         const ImportOptions &options) {
  return ProjectReader(path, sourceMgr, context, options).read();
}

EcdarProject tioga::importEcdarComponent(llvm::SourceMgr &sourceMgr,
                                         MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  std::optional<JSONDocument> document = JSONDocument::parse(
      buffer->getBufferIdentifier(), buffer->getBuffer(), context);
  EcdarProject project;
  std::vector<Component> components;
  if (!document || failed(readComponent(*document, components)))
    return project;
  project.module =
      buildModule(components, {}, {}, document->getLoc(""), context);
  return project;
}
