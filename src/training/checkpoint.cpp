#include "dlnn/training/checkpoint.hpp"

#include <torch/torch.h>

#include <string_view>
#include <utility>
#include <vector>

#include "archive.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

constexpr const char* magic = "dlnn-checkpoint";
constexpr std::int64_t format_version = 1;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw ModelError(
      concat(file, " is not a dlnn checkpoint: ", what, "; give a run folder or one of its checkpoints/*.pt"));
}

std::map<std::string, torch::Tensor> read_tensors(const c10::IValue& value, const std::filesystem::path& file) {
  std::map<std::string, torch::Tensor> tensors;
  if (!value.isTuple()) refuse(file, "its tensors are not a tuple");
  for (const auto& item : value.toTupleRef().elements()) {
    if (!item.isTuple() || item.toTupleRef().elements().size() != 2)
      refuse(file, "its tensors are not pairs of name and tensor");
    const auto& pair = item.toTupleRef().elements();
    if (!pair[0].isString() || !pair[1].isTensor() || !pair[1].toTensor().defined()) {
      refuse(file, "its tensors are not pairs of name and tensor");
    }
    if (!tensors.emplace(pair[0].toStringRef(), pair[1].toTensor()).second) {
      refuse(file, concat("tensor ", pair[0].toStringRef(), " occurs twice"));
    }
  }
  return tensors;
}

}  // namespace

void save_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
  std::vector<c10::IValue> tensors;  // cloned, because a view would be saved with all of its storage
  for (const auto& [name, tensor] : checkpoint.tensors) {
    tensors.emplace_back(c10::ivalue::Tuple::create({c10::IValue(name), c10::IValue(tensor.detach().cpu().clone())}));
  }
  const auto content = torch::pickle_save(
      c10::ivalue::Tuple::create({c10::IValue(magic), c10::IValue(format_version),
                                  c10::IValue(checkpoint.metadata.dump()), c10::ivalue::Tuple::create(tensors)}));
  write_file(file, std::string_view(content.data(), content.size()));
}

Checkpoint load_checkpoint(const std::filesystem::path& file) {
  const c10::IValue value = read_archive(file);
  if (!value.isTuple() || value.toTupleRef().elements().size() != 4) refuse(file, "it holds something else");
  const auto& parts = value.toTupleRef().elements();
  if (!parts[0].isString() || parts[0].toStringRef() != magic || !parts[1].isInt() || !parts[2].isString()) {
    refuse(file, "it holds something else");
  }
  if (parts[1].toInt() != format_version) {
    throw ModelError(concat(file, " has checkpoint format ", parts[1].toInt(), ", this dlnn reads format ",
                            format_version, "; use the dlnn that wrote it or train again"));
  }
  Checkpoint checkpoint;
  checkpoint.metadata = nlohmann::json::parse(parts[2].toStringRef(), nullptr, false);
  if (!checkpoint.metadata.is_object()) refuse(file, "its metadata is not JSON");
  checkpoint.tensors = read_tensors(parts[3], file);
  return checkpoint;
}

}  // namespace dlnn
