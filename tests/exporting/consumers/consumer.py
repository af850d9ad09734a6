"""The same program as consumer.cpp in Python. Exit status 77: this Python has no torch."""
import sys

try:
    import torch
except ImportError:
    sys.exit(77)

torch.set_grad_enabled(False)
model = torch.jit.load(sys.argv[1])
n = (len(sys.argv) - 2) // 4
q, qd, qdd, tau = torch.tensor([float(word) for word in sys.argv[2:]], dtype=torch.float64).view(4, 1, n)
for result in (model.inverse_dynamics(q, qd, qdd), model.forward_dynamics(q, qd, tau)):
    for value in result[0].tolist():
        print(repr(value))
