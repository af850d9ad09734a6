#include "dlnn/cli/engine.hpp"

#include <dlfcn.h>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

/// DLNN_ENGINE is relative to the executable's folder, in the build tree as in an installed prefix.
void* open_engine() {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto library = (folder / DLNN_ENGINE).lexically_normal();
  if (void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL)) return handle;
  throw IoError(concat("cannot load ", library.string(), ": ", ::dlerror(),
                       "; run scripts/setup.sh and build or install dlnn again"));
}

}  // namespace

const Engine& engine() {
  static const Engine* instance = [] {
    auto entry = reinterpret_cast<const Engine* (*)()>(::dlsym(open_engine(), "dlnn_engine"));
    if (entry == nullptr) {
      throw IoError(
          concat(DLNN_ENGINE, " beside this executable is of another version of dlnn: build or install it again"));
    }
    return entry();
  }();
  return *instance;
}

}  // namespace dlnn
