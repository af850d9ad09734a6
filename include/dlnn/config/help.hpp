#pragma once

#include <string>
#include <string_view>

#include "dlnn/config/option.hpp"

namespace dlnn {

/// Meaning, default and range of every option of the section or key at `path` ("model.dissipation"; "": everything), as
/// text for a terminal. Throws ConfigError naming the nearest path when there is none.
[[nodiscard]] std::string option_help(const Section& defaults, std::string_view path);

/// JSON schema (draft 2020-12) of a file that holds this configuration: types, ranges, choices, defaults, descriptions,
/// no other keys. Editors with a YAML language server complete and check files from it.
[[nodiscard]] std::string json_schema(const Section& defaults, const std::string& title);

}  // namespace dlnn
