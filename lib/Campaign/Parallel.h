//===- Parallel.h - Work that is divided among threads ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_LIB_CAMPAIGN_PARALLEL_H
#define TIOGA_LIB_CAMPAIGN_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace tioga {

/// Calls `work(context, i)` once for each i below `count`. Each thread has a
/// context of its own, made by `makeContext`. Only the calling thread calls
/// `onProgress(done)`, between its own pieces of work.
template <typename MakeContext, typename Work, typename Progress>
void parallelFor(size_t count, unsigned threads, MakeContext makeContext,
                 Work work, Progress onProgress) {
  std::atomic<size_t> next{0}, done{0};
  auto run = [&](bool isMain) {
    auto context = makeContext();
    for (size_t i = next++; i < count; i = next++) {
      work(context, i);
      size_t finished = ++done;
      if (isMain)
        onProgress(finished);
    }
  };
  if (count == 0)
    return;
  std::vector<std::thread> others;
  for (size_t i = 1; i < std::min<size_t>(threads, count); ++i)
    others.emplace_back(run, false);
  run(true);
  for (std::thread &thread : others)
    thread.join();
}

template <typename MakeContext, typename Work>
void parallelFor(size_t count, unsigned threads, MakeContext makeContext,
                 Work work) {
  parallelFor(count, threads, makeContext, work, [](size_t) {});
}

} // namespace tioga

#endif // TIOGA_LIB_CAMPAIGN_PARALLEL_H
