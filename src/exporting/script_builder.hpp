#pragma once

#include <torch/csrc/jit/api/module.h>

#include <string>

#include "dlnn/nn/angle_embedding.hpp"
#include "dlnn/nn/mlp.hpp"

namespace dlnn::exporting {

/// A TorchScript module under construction: tensors become buffers, methods are collected as source text and compiled
/// at the end.
class ScriptBuilder {
 public:
  ScriptBuilder() : module_("dlnn_model") {}

  void buffer(const std::string& name, const torch::Tensor& value) {
    module_.register_buffer(name, value.detach().clone());
  }
  void constant(const std::string& name, std::int64_t value) {
    module_.register_attribute(name, c10::IntType::get(), value);
  }
  /// Appends methods; every "$name" in the text is replaced by `name`.
  void define(const std::string& source, const std::string& name = "");
  /// Compiles all methods and gives the module away.
  [[nodiscard]] torch::jit::Module finish();

  /// features(q), features_jvp(x, v), features_vjp(x, g).
  void embedding(const AngleEmbedding& embedding);
  /// NAME_values(x): the net itself.
  void net_values(const std::string& name, const Mlp& net, const torch::Tensor& theta);
  /// NAME_forward(x, dx) -> (y, dy, [σ′ of each layer]) and NAME_vjp(g, [σ′]).
  void net_tangent(const std::string& name, const Mlp& net, const torch::Tensor& theta);

 private:
  torch::jit::Module module_;
  std::string source_;
};

/// Registers the weights of a net as NAME_w0, NAME_b0, ….
void register_layers(ScriptBuilder& builder, const std::string& name, const Mlp& net, const torch::Tensor& theta);

/// Source of σ(a), σ′(a) or σ″(a) (order 0 to 2).
[[nodiscard]] std::string activation_source(Activation activation, int order, const std::string& a);

}  // namespace dlnn::exporting
