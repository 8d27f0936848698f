//===- QuerySession.h - A question with all that it needs -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_ENGINE_ENCODER_QUERYSESSION_H
#define TIOGA_ENGINE_ENCODER_QUERYSESSION_H

#include "tioga/Engine/Encoder/PairQueries.h"

namespace tioga {

/// Choices that change formulas and never answers.
struct EncodingOptions {
  TimeEncoding time = TimeEncoding::Timestamps;
  /// One depth after the other, or all at once.
  bool incremental = false;
};

/// Makes the encoders of one or two systems and one query about them, all of
/// which write to one sink.
class QuerySession {
public:
  QuerySession(smt::TermContext &terms, smt::TermSink &sink,
               EncodingOptions options)
      : terms(terms), options(options), timeline(terms, sink, options.time) {}

  /// Encodes a system. On failure `getError` says why. With two systems the
  /// first is the specification or the left one.
  bool addSystems(const System &system);
  bool addSystems(const System &first, llvm::StringRef firstPrefix,
                  const System &second, llvm::StringRef secondPrefix);

  SystemEncoder &getEncoder(unsigned index = 0) { return *encoders[index]; }
  Timeline &getTimeline() { return timeline; }
  smt::TermContext &getTerms() { return terms; }

  BoundedQuery &setQuery(std::unique_ptr<BoundedQuery> value) {
    query = std::move(value);
    return *query;
  }
  BoundedQuery &getQuery() { return *query; }

  const std::string &getError() const { return error; }
  mlir::Location getErrorLoc() const { return *errorLoc; }

private:
  bool add(const System &system, llvm::StringRef prefix);

  smt::TermContext &terms;
  EncodingOptions options;
  Timeline timeline;
  std::unique_ptr<ExprEncoder> exprs;
  std::vector<std::unique_ptr<SystemEncoder>> encoders;
  std::unique_ptr<BoundedQuery> query;
  std::string error;
  std::optional<mlir::Location> errorLoc;
};

/// What `--query` asks, with everything that its text refers to.
struct QueryRequest {
  QueryText text;
  const System *system = nullptr;
  /// The implementation of `conform`, the other system of `equiv`.
  const System *other = nullptr;
  /// What `reach` and `test` are to reach, one after the other.
  std::vector<Goal> goals;
  EncodingOptions encoding;
  ConformQuery::Options conformance;
};

/// Encodes the systems and makes the query of a request. On failure the error
/// of the session says why. \pre the query is not `step`
bool makeQuery(QuerySession &session, const QueryRequest &request);

/// Nothing, or why the query cannot be exact for these systems.
std::optional<std::string> findObstacle(const QueryRequest &request);

/// The number of steps that the formula of a query has at most. Conformance and
/// equivalence count the offending observation.
unsigned getNumSteps(const QueryText &query);

} // namespace tioga

#endif // TIOGA_ENGINE_ENCODER_QUERYSESSION_H
