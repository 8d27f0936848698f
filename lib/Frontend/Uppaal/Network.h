//===- Network.h - From UPPAAL models to networks ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_FRONTEND_UPPAAL_NETWORK_H
#define TIOGA_LIB_FRONTEND_UPPAAL_NETWORK_H

#include "Lowering.h"
#include "mlir/IR/Builders.h"
#include "tioga/Dialect/TA/IR/TAOps.h"
#include "tioga/Frontend/ImportUppaal.h"
#include "llvm/ADT/StringSet.h"

namespace tioga::uppaal {

/// One automaton of the network.
struct Instance {
  std::string process;
  std::vector<int64_t> arguments;
  /// The template with the parameters and what it declares.
  const TemplateNode *templ = nullptr;
  NameScope *scope = nullptr;
  std::string irName;
  /// The names of the locations, by their ids and by their own names.
  llvm::StringMap<std::string> byId, byName;
};

class NetworkBuilder : private Lowering::QueryNames {
public:
  NetworkBuilder(const Model &model, Source &source, ExprContext &exprs);

  /// Null after reporting errors.
  mlir::OwningOpRef<mlir::ModuleOp> run(llvm::StringRef name);
  /// \pre `run` was successful
  UppaalQuery lowerQuery(const QueryNode &query);

private:
  static constexpr unsigned maxAutomata = 10'000;
  static constexpr unsigned maxEdges = 200'000;

  using Names = llvm::StringSet<>;
  using Assumptions = llvm::SmallVector<std::pair<Expr, int64_t>, 2>;

  std::string makeName(llvm::StringRef wanted, Names &taken,
                       const Names *outer = nullptr);
  mlir::StringAttr getDoc(llvm::StringRef doc);
  mlir::Type convert(const DataType &type);

  // Declarations.
  void declareGlobals();
  void declareVariable(const VarDecl &decl, const DataType &type,
                       NameScope &scope, Names &taken, const Names *outer);
  void declareElements(const DataType &type, llvm::StringRef name,
                       llvm::function_ref<void(llvm::StringRef)> declare);
  void declareLabel(llvm::StringRef name, const DataType &type,
                    const VarDecl &decl);

  // Processes.
  void declareTemplates();
  void instantiateAll();
  void instantiateProcess(const Identifier &process);
  bool forEachArgument(llvm::ArrayRef<VarDecl> params, NameScope &scope,
                       llvm::SmallVectorImpl<int64_t> &values,
                       llvm::function_ref<void(NameScope &)> fn);
  void bind(const Symbol &symbol, NameScope &parameters, Instance &instance);
  bool bindArguments(llvm::ArrayRef<VarDecl> params,
                     llvm::ArrayRef<const Node *> arguments, NameScope &from,
                     NameScope &into, Range range);
  bool bindArgument(const VarDecl &param, const Node &argument, NameScope &from,
                    NameScope &into);
  void generate(Instance instance);
  bool nameLocations(Instance &instance);
  void generateLocation(const LocationNode &location, Instance &instance);
  void generateEdge(const EdgeNode &edge, Instance &instance);
  void selectAndGenerate(const EdgeNode &edge, unsigned select,
                         Instance &instance, NameScope &scope);
  void expandEdge(const EdgeNode &edge, Instance &instance, NameScope &scope);
  bool generateOutside(const EdgeNode &edge, Instance &instance,
                       NameScope &scope, const Assumptions &assumptions,
                       Expr isInside);
  void createEdge(const EdgeNode &edge, Instance &instance,
                  llvm::StringRef label, llvm::ArrayRef<Expr> conjuncts,
                  llvm::ArrayRef<Assignment> update, mlir::StringAttr doc);
  bool generateCase(const EdgeNode &edge, Instance &instance, NameScope &scope,
                    const Assumptions &assumptions);
  std::optional<std::string> lowerChannel(const EdgeNode &edge,
                                          NameScope &scope);

  // Queries.
  const Instance *findInstance(const Node &node, NameScope &scope);
  Expr lookupLocation(const Node &field, NameScope &scope) override;
  bool lookupMember(const Node &field, NameScope &scope,
                    std::optional<Place> &place) override;

  const Model &model;
  Source &source;
  mlir::OpBuilder builder;
  Lowering lowering;
  NameScope globals;
  Names names, labels;
  std::vector<Instance> instances;
  /// The label of the edge that is made, once it is known.
  std::string pendingLabel;
  unsigned numEdges = 0;
  bool hasFailed() const { return source.hadErrors(); }
};

} // namespace tioga::uppaal

#endif // TIOGA_LIB_FRONTEND_UPPAAL_NETWORK_H
