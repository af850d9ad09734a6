#pragma once

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "dlnn/core/atomic_file.hpp"

namespace dlnn::commands {

/// To a file, or to standard output for "-".
inline void write_json(const std::string& target, const nlohmann::json& json) {
  if (target == "-") {
    std::cout << json.dump(2) << "\n";
  } else {
    write_file(target, json.dump(2) + "\n");
  }
}

}  // namespace dlnn::commands
