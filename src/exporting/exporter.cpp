#include "dlnn/exporting/exporter.hpp"

#include "dlnn/exporting/torchscript.hpp"

namespace dlnn {

const std::map<std::string, Exporter>& exporters() {
  static const std::map<std::string, Exporter> formats{{"torchscript", export_torchscript}};
  return formats;
}

}  // namespace dlnn
