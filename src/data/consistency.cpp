#include "dlnn/data/consistency.hpp"

#include <cmath>

namespace dlnn {

void DerivativeConsistency::add(const Vector& t, const Matrix& value, const Matrix& rate) {
  if (value.size() == 0 || rate.size() == 0) return;
  if (power_.size() == 0) power_ = disagreement_ = product_ = Vector::Zero(value.cols());
  const auto pair = [&](double step, const auto& value_before, const auto& value_after, const auto& rate_before,
                        const auto& rate_after) {
    const Eigen::ArrayXd mean = 0.5 * (rate_before + rate_after).transpose().array();
    const Eigen::ArrayXd quotient = (value_after - value_before).transpose().array() / step;
    power_.array() += mean.square();
    product_.array() += mean * quotient;
    disagreement_.array() += (quotient - mean).square();
  };
  if (previous_t_.size() > 0)
    pair(t(0) - previous_t_(0), previous_value_.row(0), value.row(0), previous_rate_.row(0), rate.row(0));
  for (Index k = 1; k < value.rows(); ++k)
    pair(t(k) - t(k - 1), value.row(k - 1), value.row(k), rate.row(k - 1), rate.row(k));
  previous_t_ = t.tail(1);
  previous_value_ = value.bottomRows(1);
  previous_rate_ = rate.bottomRows(1);
}

Vector DerivativeConsistency::relative_rms() const {
  return disagreement_.binaryExpr(
      power_, [](double error, double power) { return error == 0 ? 0.0 : std::sqrt(error / power); });
}

Vector DerivativeConsistency::slope() const {
  return product_.binaryExpr(power_, [](double product, double power) { return power == 0 ? 1.0 : product / power; });
}

}  // namespace dlnn
