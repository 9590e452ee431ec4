// The chain of small kernels, one after the other: forward through all steps, then back.

// ---------------------------------------------------------------- the beginning

struct Begin {
    Data data;
    float* rows;   /* STEPS + 1 slots of BATCH x PADDED */
    float* roots;  /* STEPS + 1 slots of BATCH x 3; the last is where the last update ended */
    u16* memory;   /* LAYERS of STEPS + 1 slots: operands BATCH x HIDDEN */
    float* cells;  /* LAYERS of STEPS + 1 slots */
};

// The end of the last update is the beginning of this one, but for sequences that restart.
extern "C" __global__ void begin(Begin p) {
    const int size = BATCH * HIDDEN;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < LAYERS * size; i += gridDim.x * blockDim.x) {
        int layer = i / size, j = i - layer * size, b = j / HIDDEN, unit = j - b * HIDDEN;
        bool clear = restarts(p.data.batch, 0, b);
        size_t slot = (size_t)layer * (STEPS + 1) * size, place = place_in(b, unit, HIDDEN);
        p.memory[slot + place] = clear ? (u16)0 : p.memory[slot + (size_t)STEPS * size + place];
        p.cells[slot + j] = clear ? 0.0f : p.cells[slot + (size_t)STEPS * size + j];
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < BATCH * PADDED; i += gridDim.x * blockDim.x)
        p.rows[i] = p.rows[(size_t)STEPS * BATCH * PADDED + i];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < BATCH * 3; i += gridDim.x * blockDim.x)
        p.roots[i] = p.roots[STEPS * BATCH * 3 + i];
}

// ---------------------------------------------------------------- the loop closes

struct Encode {
    Layout layout;
    Data data;
    const float* rows;  /* the output of the step before */
    const float* before; /* roots before the step before */
    float* roots;        /* roots before this step */
    const u16* matrix;   /* operand HIDDEN x PADDED */
    const float* biases;
    u16* inputs; /* operand BATCH x PADDED */
    u16* encoded; /* operand BATCH x HIDDEN */
    int t;
};

__device__ __forceinline__ float metres(const Layout& layout, float x, int channel) {
    return x * layout.deviations[channel] + layout.means[channel];
}

__device__ __forceinline__ void advance(float* root, const float* step) {
    float s, c;
    sine_cosine(root[2], &s, &c);
    root[0] += c * step[0] + s * step[1];
    root[1] += c * step[1] - s * step[0];
    root[2] += step[2];
}

// A goal channel as seen from a root, normalised; kinds are those of GoalChannel.
__device__ __forceinline__ float goal_seen(const Layout& layout, const float* root, const float* aim,
                                           float secs, float given, int i) {
    const int kind = layout.goals[i];
    const float mean = layout.means[FRAME + i], deviation = layout.deviations[FRAME + i];
    if (kind == 0) return given;
    float s, c, x = aim[0] - root[0], z = aim[1] - root[1];
    if (kind <= 4 || kind >= 9) {
        sine_cosine(-root[2], &s, &c);
        float left = c * x + s * z, forward = c * z - s * x;
        float distance = sqrtf(left * left + forward * forward);
        float share = kind >= 3 && distance > NEAR_BOUND ? NEAR_BOUND / distance : 1.0f;
        if (kind >= 9) {
            share = 1.0f / fmaxf(secs, PACE_SECS);
            if (distance * share > PACE_BOUND) share = PACE_BOUND / distance;
        }
        c = share * (kind & 1 ? left : forward);
    } else {
        sine_cosine((kind <= 6 ? aim[2] : aim[3]) - root[2], &s, &c);
        if (kind == 6 || kind == 8) c = s;
    }
    return (c - mean) / deviation;
}

#define LANE_GOALS ((GOALS + 31) / 32) /* goal channels of a lane */
#define LANE_CHANNELS DC

// One row of the input by one warp: the own frame or the data's, and G = S F + (1 - S) P. What the
// kernel before does not change is read first.
struct Feed {
    int b, lane;
    u32 frame;
    bool fresh, put_back, own;
    float root[3], data_root[3], aim[AIM], given[LANE_GOALS], select[LANE_GOALS];

    __device__ __forceinline__ void prepare(const Encode& p, int row) {
        b = row, lane = threadIdx.x & 31;
        const float* batch = p.data.batch;
        const int place = p.t * BATCH + b;
        frame = start_of(batch, b) + p.t;
        fresh = restarts(batch, p.t, b);
        put_back = is_put(batch, p.t, b);
        own = batch[AT_OWN + b] != 0.0f;
        for (int i = 0; i < 3; i++) {
            data_root[i] = p.data.roots[(size_t)frame * 3 + i];
            root[i] = p.before[b * 3 + i];
        }
        for (int i = 0; i < AIM; i++) aim[i] = batch[AT_AIMS + place * AIM + i];
        for (int k = 0; k < LANE_GOALS; k++) {
            int i = min(lane + 32 * k, GOALS - 1);
            given[k] = batch[AT_GIVEN + place * GOALS + i];
            select[k] = batch[AT_SELECT + place * GOALS + i];
        }
    }

    __device__ __forceinline__ void put(const Encode& p, u16* to, int local, int c, float value) const {
        u16 small = half(value);
        to[place_in(local, c, PADDED)] = small;
        if (blockIdx.x == 0) p.inputs[place_in(b, c, PADDED)] = small;
    }

    __device__ __forceinline__ void run(const Encode& p, u16* to, int local) {
        const float* row = p.rows + (size_t)b * PADDED;
        const float* seen_row = put_back ? p.data.frames + (size_t)frame * FRAME : row;
        float values[LANE_CHANNELS], predicted[LANE_GOALS], step[3];
#pragma unroll
        for (int k = 0; k < LANE_CHANNELS; k++) {
            int c = lane + 32 * k;
            values[k] = c < FRAME ? seen_row[c] : 0.0f;
        }
        for (int k = 0; k < LANE_GOALS; k++) {
            int i = min(lane + 32 * k, GOALS - 1);
            predicted[k] = fresh ? 0.0f : row[FRAME + i];
        }
        for (int i = 0; i < 3; i++) step[i] = metres(p.layout, row[ROOT + i], ROOT + i);
        if (fresh)
            for (int i = 0; i < 3; i++) root[i] = data_root[i];
        else if (p.t > 0)
            advance(root, step);
        if (!own)
            for (int i = 0; i < 3; i++) step[i] = data_root[i];
        else
            for (int i = 0; i < 3; i++) step[i] = root[i];
#pragma unroll
        for (int k = 0; k < LANE_CHANNELS; k++) {
            int c = lane + 32 * k;
            if (c < FRAME || c >= CHANNELS) put(p, to, local, c, values[k]);
        }
        for (int k = 0; k < LANE_GOALS; k++) {
            int i = lane + 32 * k;
            if (i < GOALS) {
                float seen = goal_seen(p.layout, step, aim, aim[SECS_BEFORE], given[k], i);
                put(p, to, local, FRAME + i, select[k] * seen + (1.0f - select[k]) * predicted[k]);
            }
        }
        if (blockIdx.x == 0 && lane == 0)
            for (int i = 0; i < 3; i++) p.roots[b * 3 + i] = root[i];
    }
};

// 16 rows x 64 units a block.
extern "C" __global__ void __launch_bounds__(THREADS) encode(Encode p) {
    u16* a = (u16*)room;
    u16* w = a + 16 * PADDED;
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const int tile = blockIdx.x * 64, row0 = blockIdx.y * 16;
    copy_blocks(w, DC, p.matrix + (size_t)(tile / 8) * DC * BLOCK, DC, 8, 0, DC);
    copies_begun();
    Feed feed[2];
#pragma unroll
    for (int i = 0; i < 2; i++) feed[i].prepare(p, row0 + warp + i * WARPS);
    wait_for_last_kernel();
#pragma unroll
    for (int i = 0; i < 2; i++) feed[i].run(p, a, warp + i * WARPS);
    copies_done<0>();
    __syncthreads();
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int c = 0; c < DC; c++) {
        uint4 low = *(const uint4*)(a + c * BLOCK + lane * 8);
        uint4 high = *(const uint4*)(a + (DC + c) * BLOCK + lane * 8);
        multiply_blocks(sum, low, high, *(const uint4*)(w + (warp * DC + c) * BLOCK + lane * 8));
    }
    const int row = lane >> 2, column = tile + warp * 8 + (lane & 3) * 2;
    const float b0 = p.biases[column], b1 = p.biases[column + 1];
    *(u32*)(p.encoded + place_in(row0 + row, column, HIDDEN)) =
        halves(tanhf(sum[0] + b0), tanhf(sum[1] + b1));
    *(u32*)(p.encoded + place_in(row0 + row + 8, column, HIDDEN)) =
        halves(tanhf(sum[2] + b0), tanhf(sum[3] + b1));
}

// ---------------------------------------------------------------- a layer, forward

#define F_RANKS 4
#define F_ROWS TILE_ROWS
#define F_COLUMNS (4096 / F_ROWS)
#define F_UNITS (F_COLUMNS / 4 / F_RANKS) /* of a block */
#define F_CHUNKS ((HC + F_RANKS - 1) / F_RANKS)
#define F_STRIDE (F_COLUMNS + 4)

struct Forward {
    const float* batch;
    const u16* below;  /* operand BATCH x HIDDEN */
    const u16* memory; /* operand BATCH x HIDDEN: own output of the step before */
    const u16* matrix; /* operand 4 HIDDEN x 2 HIDDEN */
    const float* biases;
    const float* cells;
    float* next_cells;
    float* gates; /* BATCH x HIDDEN x 4, after their curves */
    u16* up;
    u16* next_memory;
    int layer, t;
};

// 32 rows x 32 units, or 64 x 16, a cluster of four blocks, which share the summed columns. What does not depend on
// the kernel before is read and summed before that one ends: weights and the layer's own memory.
extern "C" __global__ void __cluster_dims__(F_RANKS, 1, 1) __launch_bounds__(THREADS)
    layer_forward(Forward p) {
    u16* a = (u16*)room;
    u16* w = a + F_ROWS / 8 * 2 * F_CHUNKS * BLOCK;
    float* sums = (float*)(w + (F_COLUMNS / 8) * 2 * F_CHUNKS * BLOCK);
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const int rank = blockIdx.x % F_RANKS, tile = blockIdx.x / F_RANKS, row0 = blockIdx.y * F_ROWS;
    const int first = rank * HC / F_RANKS, count = (rank + 1) * HC / F_RANKS - first;
    const int stride = 2 * F_CHUNKS;
    const u16* matrix = p.matrix + (size_t)tile * (F_COLUMNS / 8) * 2 * HC * BLOCK;
    const size_t rows = (size_t)(row0 / 8) * HC * BLOCK;
    copy_blocks(w, stride, matrix, 2 * HC, F_COLUMNS / 8, HC + first, count);
    copy_blocks(a, stride, p.memory + rows, HC, F_ROWS / 8, first, count);
    copies_begun();
    copy_blocks(w + F_CHUNKS * BLOCK, stride, matrix, 2 * HC, F_COLUMNS / 8, first, count);
    copies_begun();
    copies_done<1>();
    __syncthreads();
    float sum[4][4] = {};
    const int wm = warp % (F_ROWS / 16), wn = warp / (F_ROWS / 16);
    const u16* rows_a = a + wm * 2 * stride * BLOCK + lane * 8;
    const u16* rows_w = w + wn * 4 * stride * BLOCK + lane * 8;
    auto add = [&](int from) {
#pragma unroll 4
        for (int c = from; c < from + count; c++) {
            uint4 low = *(const uint4*)(rows_a + c * BLOCK);
            uint4 high = *(const uint4*)(rows_a + (stride + c) * BLOCK);
            for (int j = 0; j < 4; j++)
                multiply_blocks(sum[j], low, high, *(const uint4*)(rows_w + (j * stride + c) * BLOCK));
        }
    };
    add(0);
    wait_for_last_kernel();
    copy_blocks(a + F_CHUNKS * BLOCK, stride, p.below + rows, HC, F_ROWS / 8, first, count);
    copies_begun();
    copies_done<0>();
    __syncthreads();
    add(F_CHUNKS);
    for (int j = 0; j < 4; j++) {
        float* to = sums + (wm * 16 + (lane >> 2)) * F_STRIDE + wn * 32 + j * 8 + (lane & 3) * 2;
        *(float2*)to = make_float2(sum[j][0], sum[j][1]);
        *(float2*)(to + 8 * F_STRIDE) = make_float2(sum[j][2], sum[j][3]);
    }
    cluster_arrive();
    // One unit of one row a thread.
    const int row = threadIdx.x / F_UNITS, of_block = threadIdx.x % F_UNITS, b = row0 + row;
    const int unit = (tile * F_RANKS + rank) * F_UNITS + of_block;
    const float4 bias = *(const float4*)(p.biases + unit * 4);
    const bool clear = restarts(p.batch, p.t, b);
    const bool ends = p.t + 1 < STEPS && restarts(p.batch, p.t + 1, b);
    const float cell = clear ? 0.0f : p.cells[b * HIDDEN + unit];
    const u32 mine = shared_address(sums + row * F_STRIDE + (rank * F_UNITS + of_block) * 4);
    cluster_wait();
    float4 g = bias;
    for (int r = 0; r < F_RANKS; r++) {
        float4 part = read4(of_rank(mine, r));
        g.x += part.x, g.y += part.y, g.z += part.z, g.w += part.w;
    }
    cluster_arrive();
    g = make_float4(sigmoid(g.x), sigmoid(g.y), tanhf(g.z), sigmoid(g.w));
    const float next = g.y * cell + g.x * g.z, output = g.w * tanhf(next);
    *(float4*)(p.gates + (size_t)(b * HIDDEN + unit) * 4) = g;
    p.next_cells[b * HIDDEN + unit] = next;
    const size_t place = place_in(b, unit, HIDDEN);
    p.up[place] = half(output * kept(p.batch, p.layer, p.t, b, unit));
    p.next_memory[place] = ends ? (u16)0 : half(output);
    cluster_wait();
}

// ---------------------------------------------------------------- 16 rows x 32 columns of a product

struct Decode {
    const u16* top;    /* operand BATCH x HIDDEN */
    const u16* matrix; /* operand PADDED x HIDDEN */
    const float* biases;
    float* rows; /* BATCH x PADDED */
};

// Leaves the sums in shared memory: 16 rows of 33 numbers, for each half of the summed columns.
__device__ __forceinline__ float* small_product(const u16* rows, const u16* matrix) {
    u16* a = (u16*)room;
    u16* w = a + 16 * HIDDEN;
    float* sums = (float*)(w + 32 * HIDDEN);
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    copy_blocks(w, HC, matrix + (size_t)blockIdx.x * 4 * HC * BLOCK, HC, 4, 0, HC);
    copies_begun();
    wait_for_last_kernel();
    copy_blocks(a, HC, rows + (size_t)blockIdx.y * 2 * HC * BLOCK, HC, 2, 0, HC);
    copies_begun();
    copies_done<0>();
    __syncthreads();
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    const int part = warp >> 2, column = warp & 3;
#pragma unroll 4
    for (int c = part * HC / 2; c < (part + 1) * HC / 2; c++) {
        uint4 low = *(const uint4*)(a + c * BLOCK + lane * 8);
        uint4 high = *(const uint4*)(a + (HC + c) * BLOCK + lane * 8);
        multiply_blocks(sum, low, high, *(const uint4*)(w + (column * HC + c) * BLOCK + lane * 8));
    }
    float* to = sums + part * 16 * 33 + (lane >> 2) * 33 + column * 8 + (lane & 3) * 2;
    to[0] = sum[0], to[1] = sum[1], to[8 * 33] = sum[2], to[8 * 33 + 1] = sum[3];
    __syncthreads();
    return sums;
}

extern "C" __global__ void __launch_bounds__(THREADS) decode(Decode p) {
    const float* sums = small_product(p.top, p.matrix);
    for (int i = threadIdx.x; i < 16 * 32; i += THREADS) {
        int row = i >> 5, column = i & 31, channel = blockIdx.x * 32 + column;
        float sum = sums[row * 33 + column] + sums[16 * 33 + row * 33 + column];
        p.rows[(size_t)(blockIdx.y * 16 + row) * PADDED + channel] = sum + p.biases[channel];
    }
}

// ---------------------------------------------------------------- back through the closing of the loop

struct FeedBack {
    const float* batch;
    const u16* by_encoded; /* operand BATCH x HIDDEN */
    const u16* matrix;     /* operand PADDED x HIDDEN: the encoder's, transposed */
    const float* by_loss;  /* BATCH x PADDED: gradient of the loss by the output of the step before */
    u16* by_rows;          /* operand BATCH x PADDED */
    int t;
};

extern "C" __global__ void __launch_bounds__(THREADS) feed_back(FeedBack p) {
    const float* sums = small_product(p.by_encoded, p.matrix);
    for (int i = threadIdx.x; i < 16 * 32; i += THREADS) {
        int row = i >> 5, column = i & 31, channel = blockIdx.x * 32 + column;
        int b = blockIdx.y * 16 + row;
        bool cut = channel < FRAME ? is_put(p.batch, p.t, b) : restarts(p.batch, p.t, b);
        float gain = cut || channel >= CHANNELS ? 0.0f : 1.0f;
        if (channel >= FRAME && channel < CHANNELS)
            gain *= 1.0f - p.batch[AT_SELECT + (p.t * BATCH + b) * GOALS + channel - FRAME];
        float sum = sums[row * 33 + column] + sums[16 * 33 + row * 33 + column];
        float by = p.by_loss[(size_t)b * PADDED + channel] + gain * sum;
        p.by_rows[place_in(b, channel, PADDED)] = half(by);
    }
}

// ---------------------------------------------------------------- a layer, back

#define B_RANKS 8
#define B_ROWS TILE_ROWS_BACK
#define B_COLUMNS (2048 / B_ROWS)
#define B_UNITS (B_COLUMNS / B_RANKS) /* of a block */
#define B_CHUNKS ((GC + B_RANKS - 1) / B_RANKS)
#define B_STRIDE (B_COLUMNS + 4)

struct Backward {
    const float* batch;
    const u16* above;        /* operand BATCH x 32 above_chunks: gradients by what comes from here */
    const u16* above_matrix; /* operand HIDDEN x 32 above_chunks */
    const u16* later;        /* operand BATCH x 4 HIDDEN: gradients by the own gates of the next step */
    const u16* later_matrix; /* operand HIDDEN x 4 HIDDEN */
    const float* gates;
    const float* cells;
    const float* next_cells;
    float* by_cells; /* BATCH x HIDDEN, changed in place */
    u16* by_gates;   /* operand BATCH x 4 HIDDEN */
    const u16* encoded; /* of the encoder: what it gave */
    u16* by_encoded;
    int above_chunks, layer, t, has_later;
};

// The sum over two products of 32 rows x 64 units, or 64 x 32, shared by a cluster of eight blocks; what depends on
// the kernel before comes second. Gives one thread the gradient by the output of one unit.
__device__ __forceinline__ float by_output(const Backward& p, bool is_layer, int row, int unit_of_tile) {
    u16* a = (u16*)room;
    u16* w = a + B_ROWS / 8 * 2 * B_CHUNKS * BLOCK;
    float* sums = (float*)(w + (B_COLUMNS / 8) * 2 * B_CHUNKS * BLOCK);
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const int rank = blockIdx.x % B_RANKS, tile = blockIdx.x / B_RANKS, row0 = blockIdx.y * B_ROWS;
    const int stride = 2 * B_CHUNKS;
    const int first = rank * GC / B_RANKS, count = (rank + 1) * GC / B_RANKS - first;
    const int first_above = rank * p.above_chunks / B_RANKS;
    const int count_above = (rank + 1) * p.above_chunks / B_RANKS - first_above;
    if (p.has_later) {
        copy_blocks(w, stride, p.later_matrix + (size_t)tile * (B_COLUMNS / 8) * GC * BLOCK, GC, B_COLUMNS / 8, first, count);
        copy_blocks(a, stride, p.later + (size_t)(row0 / 8) * GC * BLOCK, GC, B_ROWS / 8, first, count);
    }
    copies_begun();
    copy_blocks(w + B_CHUNKS * BLOCK, stride, p.above_matrix + (size_t)tile * (B_COLUMNS / 8) * p.above_chunks * BLOCK,
                p.above_chunks, B_COLUMNS / 8, first_above, count_above);
    copies_begun();
    copies_done<1>();
    __syncthreads();
    const int wm = warp % (B_ROWS / 16), wn = warp / (B_ROWS / 16);
    const u16* rows_a = a + wm * 2 * stride * BLOCK + lane * 8;
    const u16* rows_w = w + wn * 2 * stride * BLOCK + lane * 8;
    auto add = [&](float (*sum)[4], int from, int count) {
#pragma unroll 4
        for (int c = from; c < from + count; c++) {
            uint4 low = *(const uint4*)(rows_a + c * BLOCK);
            uint4 high = *(const uint4*)(rows_a + (stride + c) * BLOCK);
            for (int j = 0; j < 2; j++)
                multiply_blocks(sum[j], low, high, *(const uint4*)(rows_w + (j * stride + c) * BLOCK));
        }
    };
    float by_later[2][4] = {}, by_above[2][4] = {};
    if (p.has_later) add(by_later, 0, count);
    wait_for_last_kernel();
    copy_blocks(a + B_CHUNKS * BLOCK, stride, p.above + (size_t)(row0 / 8) * p.above_chunks * BLOCK,
                p.above_chunks, B_ROWS / 8, first_above, count_above);
    copies_begun();
    copies_done<0>();
    __syncthreads();
    add(by_above, B_CHUNKS, count_above);
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 4; i++) {
            int r = wm * 16 + (lane >> 2) + (i >> 1) * 8;
            int c = wn * 16 + j * 8 + (lane & 3) * 2 + (i & 1), b = row0 + r;
            float up = is_layer ? kept(p.batch, p.layer, p.t, b, tile * B_COLUMNS + c) : 1.0f;
            float on = p.has_later && !restarts(p.batch, p.t + 1, b) ? 1.0f : 0.0f;
            sums[r * B_STRIDE + c] = up * by_above[j][i] + on * by_later[j][i];
        }
    cluster_arrive();
    cluster_wait();
    const u32 mine = shared_address(sums + row * B_STRIDE + unit_of_tile);
    float sum = 0.0f;
    for (int r = 0; r < B_RANKS; r++) sum += read1(of_rank(mine, r));
    cluster_arrive();
    return sum;
}

extern "C" __global__ void __cluster_dims__(B_RANKS, 1, 1) __launch_bounds__(THREADS)
    layer_backward(Backward p) {
    const int row = threadIdx.x / B_UNITS;
    const int of_tile = blockIdx.x % B_RANKS * B_UNITS + threadIdx.x % B_UNITS;
    const int b = blockIdx.y * B_ROWS + row, unit = blockIdx.x / B_RANKS * B_COLUMNS + of_tile;
    const int place = b * HIDDEN + unit;
    const float4 g = *(const float4*)(p.gates + (size_t)place * 4);
    const bool clear = restarts(p.batch, p.t, b);
    const float before = clear ? 0.0f : p.cells[place], curve = tanhf(p.next_cells[place]);
    const float later = p.has_later ? p.by_cells[place] : 0.0f;
    const float by = by_output(p, true, row, of_tile);
    const float by_cell = later + by * g.w * (1.0f - curve * curve);
    uint2 out;
    out.x = halves(by_cell * g.z * g.x * (1.0f - g.x), by_cell * before * g.y * (1.0f - g.y));
    out.y = halves(by_cell * g.x * (1.0f - g.z * g.z), by * curve * g.w * (1.0f - g.w));
    *(uint2*)(p.by_gates + place_in(b, unit * 4, 4 * HIDDEN)) = out;
    p.by_cells[place] = clear ? 0.0f : by_cell * g.y;
    cluster_wait();
}

extern "C" __global__ void __cluster_dims__(B_RANKS, 1, 1) __launch_bounds__(THREADS)
    encode_backward(Backward p) {
    const int row = threadIdx.x / B_UNITS;
    const int of_tile = blockIdx.x % B_RANKS * B_UNITS + threadIdx.x % B_UNITS;
    const int b = blockIdx.y * B_ROWS + row, unit = blockIdx.x / B_RANKS * B_COLUMNS + of_tile;
    const size_t place = place_in(b, unit, HIDDEN);
    const float e = wide(p.encoded[place]);
    const float by = by_output(p, false, row, of_tile);
    p.by_encoded[place] = half(by * (1.0f - e * e));
    cluster_wait();
}
