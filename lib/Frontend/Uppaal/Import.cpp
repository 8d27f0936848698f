//===- Import.cpp - Read UPPAAL models --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"
#include "Parser.h"
#include "ReadXml.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tioga/Expr/Parse.h"
#include "tioga/Frontend/Interface.h"
#include "tioga/Support/ReadFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include <numeric>

using namespace mlir;
using namespace tioga;
using namespace tioga::uppaal;
using llvm::StringRef;

/// The whole file as one text.
static Text &addWhole(Source &source) {
  Text &text = source.addText("");
  text.content = source.getContent().str();
  text.offsets.resize(text.content.size() + 1);
  std::iota(text.offsets.begin(), text.offsets.end(), 0);
  return text;
}

static bool isXml(StringRef content) {
  content.consume_front("\xef\xbb\xbf");
  return content.ltrim().starts_with("<");
}

/// A name for the network: that of the file.
static std::string getNetworkName(StringRef path) {
  std::string name;
  for (char c : llvm::sys::path::stem(path))
    name += llvm::isAlnum(c) ? c : '_';
  if (name.empty() || llvm::isDigit(name.front()))
    name = "N" + name;
  while (!isIdentifier(name))
    name += "_";
  return name;
}

/// What comments, the interface file and the command line say, in this order;
/// the last word counts. Nothing after reporting errors.
static std::optional<InterfaceSpec>
getInterface(const Model &model, Source &source, const ImportOptions &options) {
  InterfaceSpec spec;
  for (const Identifier &line : model.annotations) {
    std::string error = spec.addLine(line.text);
    if (!error.empty()) {
      source.error(line.range, error);
      return std::nullopt;
    }
  }
  if (failed(spec.addFile(source.getPath(), options, source.getContext())))
    return std::nullopt;
  return spec;
}

namespace {
/// A file with what was made of it.
struct Import {
  Import(llvm::SourceMgr &sourceMgr, MLIRContext *context)
      : source(
            context,
            sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())
                ->getBufferIdentifier(),
            sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getBuffer()),
        exprs(std::make_unique<ExprContext>()), builder(model, source, *exprs) {
    context->loadDialect<TiogaDialect, ta::TADialect>();
  }

  /// With `queryFiles`, queries may come from a file beside the model, too,
  /// which is added there.
  OwningOpRef<ModuleOp> run(const ImportOptions &options,
                            llvm::SourceMgr *queryFiles = nullptr);

  Source source;
  Model model;
  std::unique_ptr<ExprContext> exprs;
  NetworkBuilder builder;
  std::vector<UppaalQuery> queries;
};
} // namespace

/// Keeps the queries with the model, so that they can be written again.
static void attachQueries(ta::NetworkOp network,
                          ArrayRef<UppaalQuery> queries) {
  if (queries.empty())
    return;
  Builder builder(network.getContext());
  SmallVector<Attribute> attributes;
  for (const UppaalQuery &query : queries) {
    NamedAttrList list;
    bool isKnown = query.kind != UppaalQuery::Kind::Unsupported;
    StringRef kind = query.kind == UppaalQuery::Kind::Exists ? "E<>" : "A[]";
    list.append("kind", builder.getStringAttr(isKnown ? kind : query.text));
    if (isKnown)
      list.append("condition",
                  ExprAttr::get(network.getContext(), query.condition));
    if (!query.comment.empty())
      list.append("comment", builder.getStringAttr(query.comment));
    attributes.push_back(list.getDictionary(network.getContext()));
  }
  network->setAttr("tioga.queries", builder.getArrayAttr(attributes));
}

/// The unit of time may have changed since.
static void takeQueries(ta::NetworkOp network,
                        std::vector<UppaalQuery> &queries, ExprContext &exprs) {
  auto attributes = network->getAttrOfType<ArrayAttr>("tioga.queries");
  for (auto [index, query] : llvm::enumerate(queries))
    if (auto condition = cast<DictionaryAttr>(attributes[index])
                             .getAs<ExprAttr>("condition"))
      query.condition = exprs.import(condition.getExpr());
}

/// Reads the file with the ending `.q` beside the model, if there is one. Null
/// if not; the source knows of errors.
static std::unique_ptr<Source> readQueryFile(Model &model, Source &source,
                                             llvm::SourceMgr &sourceMgr,
                                             const ImportOptions &options) {
  SmallString<128> path(source.getPath());
  llvm::sys::path::replace_extension(path, ".q");
  if (!llvm::sys::fs::exists(path))
    return nullptr;
  auto file = readFile(path, options.maxFileSize);
  if (!file) {
    source.error(Range(), "cannot read '" + Twine(path) +
                              "': " + file.getError().message());
    return nullptr;
  }
  unsigned id = sourceMgr.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  const llvm::MemoryBuffer *buffer = sourceMgr.getMemoryBuffer(id);
  auto queries = std::make_unique<Source>(
      source.getContext(), buffer->getBufferIdentifier(), buffer->getBuffer());
  parseQueries(model, *queries, addWhole(*queries));
  return queries;
}

OwningOpRef<ModuleOp> Import::run(const ImportOptions &options,
                                  llvm::SourceMgr *queryFiles) {
  // XML cannot hold them, so that nothing with them could be written again.
  bool hasControls = llvm::any_of(source.getContent(), [](char c) {
    return c >= 0 && c < ' ' && !llvm::isSpace(c);
  });
  if (hasControls)
    source.error(Range(), "the file has control characters");
  else if (isXml(source.getContent()))
    readXml(model, source);
  else
    Parser(model, source, addWhole(source)).parseXta();
  if (source.hadErrors())
    return {};
  std::optional<InterfaceSpec> interface = getInterface(model, source, options);
  if (!interface)
    return {};
  std::string name = interface->system.empty()
                         ? getNetworkName(source.getPath())
                         : interface->system;
  OwningOpRef<ModuleOp> module = builder.run(name);
  if (!module)
    return {};
  auto network = *module->getOps<ta::NetworkOp>().begin();
  std::unique_ptr<Source> file;
  if (model.queries.empty() && queryFiles)
    file = readQueryFile(model, source, *queryFiles, options);
  for (const QueryNode &query : model.queries)
    queries.push_back(builder.lowerQuery(query));
  attachQueries(network, queries);
  if (failed(applyInterface(network, *interface)) ||
      failed(applyAnnotations(network, *interface, ElementNames::ByIndex)))
    return {};
  takeQueries(network, queries, *exprs);
  return module;
}

OwningOpRef<ModuleOp> tioga::importUppaal(llvm::SourceMgr &sourceMgr,
                                          MLIRContext *context,
                                          const ImportOptions &options) {
  return Import(sourceMgr, context).run(options);
}

std::optional<UppaalModel>
tioga::importUppaalWithQueries(llvm::SourceMgr &sourceMgr, MLIRContext *context,
                               const ImportOptions &options) {
  Import import(sourceMgr, context);
  UppaalModel result;
  result.module = import.run(options, &sourceMgr);
  if (!result.module || import.source.hadErrors())
    return std::nullopt;
  result.queries = std::move(import.queries);
  result.exprs = std::move(import.exprs);
  return result;
}

void tioga::registerImportUppaal() {
  TranslateToMLIRRegistration registration(
      "import-uppaal", "read UPPAAL models",
      [](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        return importUppaal(*sourceMgr, context);
      });
}
