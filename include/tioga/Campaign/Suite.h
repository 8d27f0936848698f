//===- Suite.h - Suites and journals on disk --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A suite is a directory: `suite.mlir` holds the tests, `campaign.json` what is
// known about each mutant, `journal.jsonl` one line per decided mutant, written
// within milliseconds, so that no finished work is lost or done twice.
// docs/Mutation.md documents the fields.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_CAMPAIGN_SUITE_H
#define TIOGA_CAMPAIGN_SUITE_H

#include "tioga/Campaign/Campaign.h"
#include "llvm/Support/JSON.h"
#include <chrono>

namespace tioga {

/// What the entries of a journal have to agree on to be used again.
struct JournalKey {
  std::string model, options;
};

/// A hash of the text of a system, without source locations.
std::string hashModel(mlir::Operation *system);
std::string hashText(llvm::StringRef text);

/// One line per decided mutant.
class Journal {
public:
  Journal(const System &system, JournalKey key)
      : system(system), key(std::move(key)) {}

  /// Reads the entries of this key. A line that cannot be read, such as the
  /// last one of a run that was killed, is ignored. A missing file is empty.
  llvm::StringMap<MutantResult> read(llvm::StringRef path) const;
  /// Opens for appending, after what is there or, if `isNew`, from the
  /// beginning. A torn last line is completed first.
  std::error_code open(llvm::StringRef path, bool isNew);
  /// Appends a line. The operating system gets it at once unless it got others
  /// within the last two milliseconds.
  void append(llvm::StringRef id, const MutantResult &result);

private:
  void write(llvm::StringRef id, const MutantResult &result,
             llvm::json::OStream &os) const;
  std::optional<MutantResult> fromJSON(const llvm::json::Object &entry) const;
  std::optional<TestPath> readPath(const llvm::json::Object &entry) const;
  std::optional<InputSequence>
  readInputs(const llvm::json::Object &entry) const;

  const System &system;
  JournalKey key;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
  std::chrono::steady_clock::time_point handedOver;
};

/// The contents of `campaign.json`.
llvm::json::Value toJSON(const CampaignResult &result, const MutantSet &set,
                         const JournalKey &key);

/// What checking a mutant costs, by percentile, and which one costs most.
void printTimes(const CampaignResult &result, const MutantSet &set,
                llvm::raw_ostream &os);

/// Numbers per operator and in total, as a table.
void printSummary(const CampaignResult &result, const MutantSet &set,
                  llvm::raw_ostream &os);

/// Which test kills which mutant, one line per mutant.
void printKillMatrix(const CampaignResult &result, const MutantSet &set,
                     llvm::raw_ostream &os);

/// The same as an object: `tests` by name, and `mutants` with the names of the
/// tests that kill them.
llvm::json::Value getKillMatrix(const CampaignResult &result,
                                const MutantSet &set);

/// The tests as a module, each with the requirements that the elements on its
/// path stem from.
mlir::OwningOpRef<mlir::ModuleOp> writeSuite(llvm::ArrayRef<TimedTest> tests,
                                             const System &system,
                                             mlir::Operation *model);

} // namespace tioga

#endif // TIOGA_CAMPAIGN_SUITE_H
