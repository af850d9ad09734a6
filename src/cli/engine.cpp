#include "dlnn/cli/engine.hpp"

#include <dlfcn.h>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

/// The library beside this build, beside the installed executable, or wherever the system's loader finds it.
void* open_engine() {
  const auto executable = std::filesystem::read_symlink("/proc/self/exe");
  const std::filesystem::path candidates[] = {executable.parent_path() / ".." / DLNN_LIBDIR / DLNN_ENGINE_NAME, DLNN_ENGINE_BUILD_PATH,
                                              DLNN_ENGINE_NAME};
  std::string why;
  for (const auto& candidate : candidates) {
    if (candidate.has_parent_path() && !std::filesystem::exists(candidate)) continue;
    if (void* handle = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_GLOBAL)) return handle;
    why = ::dlerror();
  }
  throw IoError(concat("cannot load ", DLNN_ENGINE_NAME, ": ", why.empty() ? "not found" : why,
                       "; run scripts/setup.sh and build again"));
}

}  // namespace

const Engine& engine() {
  static const Engine* instance = [] {
    auto entry = reinterpret_cast<const Engine* (*)()>(::dlsym(open_engine(), "dlnn_engine"));
    if (entry == nullptr) throw IoError(concat(DLNN_ENGINE_NAME, " is of another version of dlnn: build or install it again"));
    return entry();
  }();
  return *instance;
}

}  // namespace dlnn
