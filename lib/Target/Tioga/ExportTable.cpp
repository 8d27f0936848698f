//===- ExportTable.cpp - Write contracts as tables --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Target/ExportTable.h"
#include "Writer.h"
#include "tioga/Dialect/Contract/IR/ContractOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tioga;
using namespace tioga::text;

namespace {

struct Row {
  std::string kind, id, view, type, assume, guarantee, text, doc;
};

class TableWriter {
public:
  TableWriter(contract::InterfaceOp interface, raw_ostream &os)
      : interface(interface), os(os), names(interface),
        writer(llvm::nulls(), names) {}

  LogicalResult write();

private:
  LogicalResult prepare();
  void writeTypes();
  void writeItem(Operation &op);
  void writeText(TextOp text);
  void writeVariable(VarOp var);
  template <typename ClauseOp>
  void writeClause(ClauseOp clause, StringRef kind);
  void writeFrame(contract::FrameOp frame);
  void writePurpose(PurposeOp purpose);
  void writeRow(const Row &row);

  contract::InterfaceOp interface;
  raw_ostream &os;
  NameTable names;
  Writer writer;
  contract::TicksOp ticks;
  /// Sentences by identifier; those of contracts stand in their rows.
  llvm::StringMap<StringRef> texts;
  llvm::StringSet<> ofClauses, written;
};

} // namespace

static std::string quote(StringRef cell) {
  if (cell.find_first_of(",\"\n\r") == StringRef::npos && cell.trim() == cell)
    return cell.str();
  std::string quoted = "\"";
  for (char c : cell)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void TableWriter::writeRow(const Row &row) {
  SmallVector<std::string> cells;
  for (const std::string *cell :
       {&row.kind, &row.id, &row.view, &row.type, &row.assume, &row.guarantee,
        &row.text, &row.doc})
    cells.push_back(quote(*cell));
  os << llvm::join(cells, ",") << "\n";
}

static std::string getDoc(StringAttr doc) {
  return doc ? doc.getValue().str() : "";
}

LogicalResult TableWriter::prepare() {
  Block &body = interface.getBody().front();
  for (Operation &op : body) {
    if (auto text = dyn_cast<TextOp>(op))
      texts.try_emplace(text.getId(), text.getText());
    else if (auto clause = dyn_cast<contract::InitiallyOp>(op))
      ofClauses.insert(clause.getId());
    else if (auto clause = dyn_cast<contract::RequireOp>(op))
      ofClauses.insert(clause.getId());
    else if (auto op1 = dyn_cast<contract::TicksOp>(op))
      ticks = op1;
    if (auto stems = op.getAttrOfType<ArrayAttr>("stems"))
      return op.emitError("a table has no column for what a view stems from");
  }
  if (interface.getStemsAttr())
    return interface.emitError(
        "a table has no column for what a contract stems from");
  return success();
}

void TableWriter::writeTypes() {
  SmallVector<EnumType> known;
  for (auto var : interface.getBody().getOps<VarOp>())
    var.getType().walk([&](EnumType type) {
      if (llvm::is_contained(known, type))
        return;
      known.push_back(type);
      SmallVector<std::string> literals;
      for (StringAttr literal : type.getLiterals())
        literals.push_back(literal.getValue().str());
      Row row;
      row.kind = "type";
      row.id = type.getName().str();
      row.type = "enum { " + llvm::join(literals, ", ") + " }";
      writeRow(row);
    });
}

void TableWriter::writeVariable(VarOp var) {
  Row row;
  row.kind = stringifyOwner(var.getOwner()).str();
  row.id = writer.name(var.getName());
  row.type = writer.type(var.getType());
  row.doc = getDoc(var.getDocAttr());
  auto isTimer = [&](StringRef name) {
    return ticks && ticks.getTimersAttr() &&
           llvm::any_of(ticks.getTimersAttr().getAsValueRange<StringAttr>(),
                        [&](StringRef timer) { return timer == name; });
  };
  if (ticks && ticks.getClock() == var.getName()) {
    row.kind = "ticks";
    row.type = ticks.getSymbolic() ? "symbolic" : "explicit";
    if (ticks.getDelay())
      row.guarantee = writer.name(*ticks.getDelay());
  } else if (isTimer(var.getName())) {
    row.kind = "timer";
    row.type = "";
  }
  writeRow(row);
}

template <typename ClauseOp>
void TableWriter::writeClause(ClauseOp clause, StringRef kind) {
  Row row;
  row.kind = (clause.getLocked() ? "locked " + kind : Twine(kind)).str();
  row.id = clause.getId().str();
  row.view = clause.getView().value_or("").str();
  if (clause.getAssumeAttr())
    row.assume = writer.expr(clause.getAssumeAttr());
  row.guarantee = writer.expr(clause.getGuaranteeAttr());
  if (written.insert(clause.getId()).second)
    row.text = texts.lookup(clause.getId()).str();
  row.doc = getDoc(clause.getDocAttr());
  writeRow(row);
}

void TableWriter::writeFrame(contract::FrameOp frame) {
  Row row;
  row.kind = "frame";
  row.view = frame.getView().value_or("").str();
  SmallVector<std::string> variables;
  if (frame.getVariablesAttr())
    for (StringRef name :
         frame.getVariablesAttr().getAsValueRange<StringAttr>())
      variables.push_back(writer.name(name));
  row.id = variables.empty() ? "all" : llvm::join(variables, ", ");
  writeRow(row);
}

void TableWriter::writePurpose(PurposeOp purpose) {
  Row row;
  row.kind = "purpose";
  row.id = purpose.getName().str();
  SmallVector<std::string> goals;
  for (auto goal : purpose.getSteps().getAsRange<ExprAttr>())
    goals.push_back(writer.expr(goal));
  row.guarantee = llvm::join(goals, ", ");
  writeRow(row);
}

void TableWriter::writeItem(Operation &op) {
  Row row;
  if (auto var = dyn_cast<VarOp>(op)) {
    writeVariable(var);
  } else if (auto view = dyn_cast<contract::ViewOp>(op)) {
    row.kind = "view";
    row.id = view.getSymName().str();
    row.doc = getDoc(view.getDocAttr());
    writeRow(row);
  } else if (auto clause = dyn_cast<contract::InitiallyOp>(op)) {
    writeClause(clause, "initially");
  } else if (auto clause = dyn_cast<contract::RequireOp>(op)) {
    writeClause(clause, "require");
  } else if (auto frame = dyn_cast<contract::FrameOp>(op)) {
    writeFrame(frame);
  } else if (auto purpose = dyn_cast<PurposeOp>(op)) {
    writePurpose(purpose);
  }
}

void TableWriter::writeText(TextOp text) {
  if (ofClauses.contains(text.getId()))
    return;
  Row row;
  row.kind = "text";
  row.id = text.getId().str();
  row.text = text.getText().str();
  writeRow(row);
}

LogicalResult TableWriter::write() {
  if (failed(prepare()))
    return failure();
  writeRow(
      {"kind", "id", "view", "type", "assume", "guarantee", "text", "doc"});
  Row head;
  head.kind = "contract";
  head.id = writer.name(interface.getSymName());
  head.doc = getDoc(interface.getDocAttr());
  writeRow(head);
  writeTypes();
  for (Operation &op : interface.getBody().front())
    writeItem(op);
  // Where they stand among the others says nothing, and readers may move them.
  for (auto text : interface.getBody().getOps<TextOp>())
    writeText(text);
  return success();
}

LogicalResult tioga::exportTable(Operation *op, raw_ostream &os) {
  auto interface = dyn_cast<contract::InterfaceOp>(op);
  if (!interface)
    return op->emitError("only contracts can be written as tables");
  return TableWriter(interface, os).write();
}
