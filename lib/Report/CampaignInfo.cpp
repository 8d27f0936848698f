//===- CampaignInfo.cpp - What a suite was made from ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tioga/Report/HTML.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tioga;
namespace json = llvm::json;

static std::string readFile(llvm::StringRef directory, llvm::StringRef name) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, name);
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

static std::string getText(const json::Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

static void readCampaign(const json::Object &campaign, CampaignInfo &info) {
  if (const json::Array *operators = campaign.getArray("operators"))
    for (const json::Value &value : *operators)
      if (const json::Object *each = value.getAsObject())
        info.operators.push_back(
            {getText(*each, "name"), each->getInteger("mutants").value_or(0),
             each->getInteger("killed").value_or(0),
             each->getInteger("equivalent").value_or(0) +
                 each->getInteger("equivalentToDepth").value_or(0),
             each->getInteger("undecided").value_or(0),
             each->getNumber("score").value_or(0)});
  if (const json::Array *results = campaign.getArray("results"))
    for (const json::Value &value : *results)
      if (const json::Object *each = value.getAsObject()) {
        info.mutants.push_back(
            {getText(*each, "id"), getText(*each, "operator"),
             getText(*each, "status"), getText(*each, "description"),
             getText(*each, "test")});
        const CampaignInfo::MutantInfo &mutant = info.mutants.back();
        if (!mutant.test.empty())
          info.kills[mutant.id] = {mutant.test};
      }
}

/// `mutant,t1,t2`, then one line per mutant with ones and zeros.
static void readKills(llvm::StringRef text, CampaignInfo &info) {
  llvm::SmallVector<llvm::StringRef> lines, names, cells;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  if (lines.empty())
    return;
  lines.front().split(names, ',');
  for (llvm::StringRef line : llvm::ArrayRef(lines).drop_front()) {
    cells.clear();
    line.split(cells, ',');
    std::vector<std::string> &kills = info.kills[cells.front()];
    kills.clear();
    for (size_t i = 1; i < std::min(cells.size(), names.size()); ++i)
      if (cells[i] == "1")
        kills.push_back(names[i].str());
  }
}

CampaignInfo CampaignInfo::read(llvm::StringRef directory) {
  CampaignInfo info;
  llvm::Expected<json::Value> campaign =
      json::parse(readFile(directory, "campaign.json"));
  if (!campaign) {
    llvm::consumeError(campaign.takeError());
    return info;
  }
  if (const json::Object *object = campaign->getAsObject())
    readCampaign(*object, info);
  readKills(readFile(directory, "kills.csv"), info);
  return info;
}
