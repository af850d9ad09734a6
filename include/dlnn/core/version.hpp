#pragma once

namespace dlnn {

/// Version of the software, for example "0.1.0".
const char* version() noexcept;

/// Git revision of the source, "-dirty" appended when it had uncommitted changes; "unknown" outside a checkout.
const char* git_revision() noexcept;

}  // namespace dlnn
