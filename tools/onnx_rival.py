"""Times ONNX Runtime on the network of a neural controller, on one thread, beside `sidestep measure inference`.

    python -m pip install onnx onnxruntime numpy
    python tools/onnx_rival.py CONTROLLER
    python tools/onnx_rival.py 4x512

With layers and units instead of a file it takes the weights and inputs of the example `speed` of
`sidestep_network`, which times our own steps on them.

The graph is the one that a trainer would export: a dense layer, LSTM operators of one step each, a dense
layer. Weights that are bytes are turned into real numbers first; `int8` is ONNX Runtime's own dynamic
quantisation of the same graph.
"""

import json
import struct
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic


def tables(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    kinds = {"F32": np.float32, "U8": np.int8}
    out = {}
    for name, entry in header.items():
        if name.startswith("network_") and entry["dtype"] in kinds:
            start, end = entry["data_offsets"]
            numbers = np.frombuffer(data[8 + size + start : 8 + size + end], kinds[entry["dtype"]])
            out[name[8:]] = numbers.reshape(entry["shape"])
    for name in [name for name in out if name.endswith("_scales")]:
        matrix = name[: -len("_scales")]
        out[matrix] = (out[matrix].astype(np.float32) * out[name][:, None]).astype(np.float32)
    return out


def random_tables(layers, hidden, ends=216):
    """The weights of the example `speed`: a linear congruential generator, matrix after matrix."""
    bits = 1

    def matrix(rows, columns):
        nonlocal bits
        numbers = np.empty(rows * columns, np.float64)
        for i in range(rows * columns):
            bits = (bits * 1_664_525 + 1_013_904_223) & 0xFFFFFFFF
            numbers[i] = bits >> 8
        return ((numbers / 8_388_608.0 - 1.0) / hidden**0.5).astype(np.float32).reshape(rows, columns)

    t = {"sizes": [ends, ends, hidden, layers], "encoder": matrix(hidden, ends)}
    for layer in range(layers):
        t[f"layer_{layer}_input"] = matrix(4 * hidden, hidden)
        t[f"layer_{layer}_recurrent"] = matrix(4 * hidden, hidden)
        t[f"layer_{layer}_bias"] = np.zeros(4 * hidden, np.float32)
    t["decoder"] = matrix(ends, hidden)
    t["encoder_bias"], t["decoder_bias"] = np.zeros(hidden, np.float32), np.zeros(ends, np.float32)
    return t


def gates(matrix):
    """From input, forget, cell, output to the order of ONNX: input, output, forget, cell."""
    i, f, c, o = np.split(matrix, 4)
    return np.concatenate([i, o, f, c])


def graph(t):
    inputs, outputs, hidden, layers = (int(x) for x in t["sizes"])
    nodes, constants = [], []

    def constant(name, numbers):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(numbers, np.float32), name))
        return name

    nodes.append(helper.make_node("MatMul", ["x", constant("we", t["encoder"].T)], ["e0"]))
    nodes.append(helper.make_node("Add", ["e0", constant("be", t["encoder_bias"])], ["e1"]))
    nodes.append(helper.make_node("Tanh", ["e1"], ["e2"]))
    constants.append(numpy_helper.from_array(np.array([0], np.int64), "zero"))
    nodes.append(helper.make_node("Unsqueeze", ["e2", "zero"], ["s0"]))
    states_in, states_out = [], []
    for layer in range(layers):
        name = f"layer_{layer}"
        w = constant(f"w{layer}", gates(t[f"{name}_input"])[None])
        r = constant(f"r{layer}", gates(t[f"{name}_recurrent"])[None])
        bias = gates(t[f"{name}_bias"])
        b = constant(f"b{layer}", np.concatenate([bias, np.zeros_like(bias)])[None])
        names = [f"s{layer}", w, r, b, "", f"h{layer}", f"c{layer}"]
        results = [f"y{layer}", f"h{layer}_next", f"c{layer}_next"]
        nodes.append(helper.make_node("LSTM", names, results, hidden_size=hidden))
        constants.append(numpy_helper.from_array(np.array([1], np.int64), f"one{layer}"))
        nodes.append(helper.make_node("Squeeze", [f"y{layer}", f"one{layer}"], [f"s{layer + 1}"]))
        states_in += [f"h{layer}", f"c{layer}"]
        states_out += results[1:]
    nodes.append(helper.make_node("Squeeze", [f"s{layers}", "zero"], ["top"]))
    nodes.append(helper.make_node("MatMul", ["top", constant("wd", t["decoder"].T)], ["d0"]))
    nodes.append(helper.make_node("Add", ["d0", constant("bd", t["decoder_bias"])], ["y"]))

    def value(name, shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    state = [1, "n", hidden]
    begins = [value("x", ["n", inputs])] + [value(name, state) for name in states_in]
    ends = [value("y", ["n", outputs])] + [value(name, state) for name in states_out]
    made = helper.make_graph(nodes, "network", begins, ends, constants)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def seconds(path, t, count, steps):
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    names = [value.name for value in session.get_inputs()]
    hidden = int(t["sizes"][2])
    feed = {name: np.zeros((1, count, hidden), np.float32) for name in names[1:]}
    feed["x"] = np.zeros((count, int(t["sizes"][0])), np.float32)
    # Fed with its own outputs, a network of random weights dies away, and numbers next to nothing are slow.
    is_random = isinstance(t["sizes"], list)
    if is_random:
        numbers = np.arange(feed["x"].size) * 37 % 101 / 50.0 - 1.0
        feed["x"] = numbers.astype(np.float32).reshape(feed["x"].shape)
    best = float("inf")
    for _ in range(9):
        start = time.thread_time()
        for _ in range(steps):
            results = session.run(None, feed)
            if not is_random:
                feed["x"] = results[0]
            feed.update(zip(names[1:], results[1:]))
        best = min(best, (time.thread_time() - start) / steps)
    return best


def main():
    what = sys.argv[1]
    sizes = what.split("x")
    if len(sizes) == 2 and all(size.isdigit() for size in sizes):
        t = random_tables(*map(int, sizes))
    else:
        t = tables(what)
    with tempfile.TemporaryDirectory() as folder:
        real, small = f"{folder}/f32.onnx", f"{folder}/int8.onnx"
        onnx.save(graph(t), real)
        quantize_dynamic(real, small, weight_type=QuantType.QInt8)
        print(
            json.dumps(
                {
                    "onnxruntime": ort.__version__,
                    "f32_us": 1e6 * seconds(real, t, 1, 100),
                    "int8_us": 1e6 * seconds(small, t, 1, 100),
                    "batch100_f32_ms": 1e3 * seconds(real, t, 100, 10),
                    "batch100_int8_ms": 1e3 * seconds(small, t, 100, 10),
                }
            )
        )


if __name__ == "__main__":
    main()
