#include "dlnn/evaluation/figures.hpp"

namespace dlnn {

std::vector<Figure> report_figures(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  std::vector<Figure> figures = {learning_curves(models),           torque_figure(models, data),
                                 acceleration_figure(models, data), rollout_figure(models, data),
                                 error_growth_figure(models, data), energy_figure(models, data),
                                 friction_figure(models, data),     mass_matrix_figure(models, data)};
  std::erase_if(figures, [](const Figure& figure) { return figure.panels.empty(); });
  return figures;
}

}  // namespace dlnn
