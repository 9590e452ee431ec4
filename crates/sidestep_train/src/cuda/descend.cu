// Gradients of the weights over all steps at once, their norm, and Adam.

// ---------------------------------------------------------------- gradients of matrices

struct Product {
    const u16* by;   /* operand (STEPS BATCH) x 32 by_chunks: gradients by the rows of the matrix */
    const u16* from; /* operand (STEPS BATCH) x 32 from_chunks: what the columns were fed */
    float* out;
    int by_chunks, from_chunks, stride, first_tile;
};

#define W_STAGES 4
#define W_STAGE_BLOCKS 32

__device__ __forceinline__ void load_transposed(u32* to, const u16* block_row, int feature, int lane_row) {
    int piece = (feature & 31) >> 3;
    const u16* from = block_row + (feature >> 5) * BLOCK + (lane_row * 4 + (piece ^ ((lane_row >> 1) & 3))) * 8;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared_address(from)));
}

// 128 x 128 weights a block, 32 rows of the operands a stage.
extern "C" __global__ void __launch_bounds__(THREADS, 2) weight_gradients(const Product* products, int count) {
    u16* ring = (u16*)room;
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int job = 0;
    while (job + 1 < count && (int)blockIdx.x >= products[job + 1].first_tile) job++;
    const Product p = products[job];
    const int across = (p.from_chunks + 3) / 4, tile = blockIdx.x - p.first_tile;
    const int m0 = tile / across * 4, n0 = tile % across * 4; /* in chunks */
    const int stages = STEPS * BATCH / 32;
    auto load = [&](int stage) {
        if (stage < stages) {
            u16* to = ring + (size_t)(stage % W_STAGES) * W_STAGE_BLOCKS * BLOCK;
            int r = lane >> 2, c = lane & 3, swizzled = (r * 4 + (c ^ ((r >> 1) & 3))) * 8;
            for (int i = warp; i < 32; i += WARPS) {
                int row = (i & 15) >> 2, chunk = i & 3;
                const u16* from = i < 16 ? p.by : p.from;
                int chunks = i < 16 ? p.by_chunks : p.from_chunks, at = (i < 16 ? m0 : n0) + chunk;
                if (at < chunks)
                    copy16(to + i * BLOCK + swizzled,
                           from + ((size_t)(stage * 4 + row) * chunks + at) * BLOCK + lane * 8);
            }
        }
        copies_begun();
    };
    for (int i = 0; i < W_STAGES - 1; i++) load(i);
    float sum[4][4][4] = {};
    const int wm = (warp & 1) * 64, wn = (warp >> 1) * 32, q = lane >> 3, r = lane & 7;
    for (int stage = 0; stage < stages; stage++) {
        copies_done<W_STAGES - 2>();
        __syncthreads();
        load(stage + W_STAGES - 1);
        const u16* by = ring + (size_t)(stage % W_STAGES) * W_STAGE_BLOCKS * BLOCK;
        const u16* from = by + 16 * BLOCK;
        for (int k = 0; k < 2; k++) {
            u32 a[4][4], w[2][4];
            for (int i = 0; i < 4; i++)
                load_transposed(a[i], by + (k * 2 + (q >> 1)) * 4 * BLOCK, wm + i * 16 + (q & 1) * 8, r);
            for (int j = 0; j < 2; j++)
                load_transposed(w[j], from + (k * 2 + (q & 1)) * 4 * BLOCK, wn + j * 16 + (q >> 1) * 8, r);
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    multiply(sum[i][j], a[i][0], a[i][1], a[i][2], a[i][3], w[j >> 1][(j & 1) * 2],
                             w[j >> 1][(j & 1) * 2 + 1]);
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int row = m0 * 32 + wm + i * 16 + (lane >> 2), column = n0 * 32 + wn + j * 8 + (lane & 3) * 2;
            if (row < p.by_chunks * 32 && column < p.from_chunks * 32) {
                float* to = p.out + (size_t)row * p.stride + column;
                *(float2*)to = make_float2(sum[i][j][0], sum[i][j][1]);
                *(float2*)(to + 8 * (size_t)p.stride) = make_float2(sum[i][j][2], sum[i][j][3]);
            }
        }
}

// ---------------------------------------------------------------- gradients of biases

struct Column {
    const u16* by;
    float* out;
    int chunks, first_block;
};

extern "C" __global__ void __launch_bounds__(THREADS) bias_gradients(const Column* columns, int count) {
    __shared__ float parts[WARPS * 8][33];
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int job = 0;
    while (job + 1 < count && (int)blockIdx.x >= columns[job + 1].first_block) job++;
    const Column p = columns[job];
    const int chunk = blockIdx.x - p.first_block;
    float sum[8] = {};
    for (int row = warp; row < STEPS * BATCH / 8; row += WARPS) {
        uint4 v = *(const uint4*)(p.by + ((size_t)row * p.chunks + chunk) * BLOCK + lane * 8);
        const u32 words[4] = {v.x, v.y, v.z, v.w};
        for (int i = 0; i < 4; i++) {
            sum[2 * i] += wide((u16)words[i]);
            sum[2 * i + 1] += wide((u16)(words[i] >> 16));
        }
    }
    for (int i = 0; i < 8; i++) parts[warp * 8 + (lane >> 2)][(lane & 3) * 8 + i] = sum[i];
    __syncthreads();
    if (threadIdx.x < 32) {
        float total = 0.0f;
        for (int i = 0; i < WARPS * 8; i++) total += parts[i][threadIdx.x];
        p.out[chunk * 32 + threadIdx.x] = total;
    }
}

// ---------------------------------------------------------------- the norm

#define NORM_BLOCKS 256

__device__ __forceinline__ float sum_of_block(float x) {
    __shared__ float parts[WARPS];
    for (int k = 16; k > 0; k >>= 1) x += __shfl_xor_sync(~0u, x, k);
    if ((threadIdx.x & 31) == 0) parts[threadIdx.x >> 5] = x;
    __syncthreads();
    x = 0.0f;
    for (int i = 0; i < WARPS; i++) x += parts[i];
    __syncthreads();
    return x;
}

extern "C" __global__ void __launch_bounds__(THREADS) squares(const float* gradient, float* parts) {
    float sum = 0.0f;
    for (size_t i = blockIdx.x * THREADS + threadIdx.x; i < PARAMETERS / 4; i += NORM_BLOCKS * THREADS) {
        float4 g = ((const float4*)gradient)[i];
        sum += g.x * g.x + g.y * g.y + g.z * g.z + g.w * g.w;
    }
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

// Eight sums of terms, the norm, and what gradients are multiplied with: 0 where one is not finite.
extern "C" __global__ void __launch_bounds__(THREADS) report(const float* parts, const float* terms, float* out) {
    float norm = sqrtf(sum_of_block(parts[threadIdx.x])) / SCALE;
    for (int i = 0; i < 8; i++) {
        float sum = 0.0f;
        for (int b = threadIdx.x; b < BATCH; b += THREADS) sum += terms[b * 8 + i];
        sum = sum_of_block(sum);
        if (threadIdx.x == 0) out[i] = sum;
    }
    if (threadIdx.x == 0) {
        out[8] = norm;
        out[9] = isfinite(norm) ? fminf(1.0f, CLIP / fmaxf(norm, 1e-12f)) / SCALE : 0.0f;
    }
}

// ---------------------------------------------------------------- Adam

struct Matrix {
    u16* forward;  /* operand rows x 32 forward_chunks, from chunk first_chunk on */
    u16* backward; /* operand columns x rows */
    int offset, stride, rows, columns, forward_chunks, first_chunk, first_tile;
};

struct Descend {
    const float *batch, *report, *gradient;
    float *weights, *moment1, *moment2, *average;
    const Matrix* matrices;
    const int* biases; /* offset, count, first block */
    int matrix_count, bias_count, bias_tile, only_copy;
};

struct Step {
    float cut, rate, by_correction1, by_correction2, fresh;
};

__device__ __forceinline__ void descend_one(const Step& s, float g, float* w, float* m, float* v, float* average) {
    g *= s.cut;
    *m = BETA1 * *m + (1.0f - BETA1) * g;
    *v = BETA2 * *v + (1.0f - BETA2) * g * g;
    *w -= s.rate * (*m * s.by_correction1) / (sqrtf(*v * s.by_correction2) + 1e-8f);
    *average += (*w - *average) * s.fresh;
}

// Four weights in a row.
__device__ __forceinline__ float4 descend_four(const Descend& p, size_t i) {
    float4 w = *(const float4*)(p.weights + i);
    if (p.only_copy) return w;
    const Step s = {p.report[9], p.batch[AT_RATE], 1.0f / p.batch[AT_CORRECTION1],
                    1.0f / p.batch[AT_CORRECTION2], p.batch[AT_FRESH]};
    if (s.cut == 0.0f) return w;
    const float4 g = *(const float4*)(p.gradient + i);
    float4 m = *(const float4*)(p.moment1 + i), v = *(const float4*)(p.moment2 + i);
    float4 average = *(const float4*)(p.average + i);
    descend_one(s, g.x, &w.x, &m.x, &v.x, &average.x);
    descend_one(s, g.y, &w.y, &m.y, &v.y, &average.y);
    descend_one(s, g.z, &w.z, &m.z, &v.z, &average.z);
    descend_one(s, g.w, &w.w, &m.w, &v.w, &average.w);
    *(float4*)(p.weights + i) = w;
    *(float4*)(p.moment1 + i) = m;
    *(float4*)(p.moment2 + i) = v;
    *(float4*)(p.average + i) = average;
    return w;
}

// 32 x 32 weights a block, and their two copies for the tensor cores.
extern "C" __global__ void __launch_bounds__(THREADS) descend(Descend p) {
    __shared__ u16 tile[32][34];
    if ((int)blockIdx.x >= p.bias_tile) {
        int job = 0, block = blockIdx.x - p.bias_tile;
        while (job + 1 < p.bias_count && block >= p.biases[3 * job + 5]) job++;
        int i = ((block - p.biases[3 * job + 2]) * THREADS + threadIdx.x) * 4;
        if (i < p.biases[3 * job + 1]) descend_four(p, p.biases[3 * job] + i);
        return;
    }
    int job = 0;
    while (job + 1 < p.matrix_count && (int)blockIdx.x >= p.matrices[job + 1].first_tile) job++;
    const Matrix m = p.matrices[job];
    const int across = m.columns / 32, at = blockIdx.x - m.first_tile;
    const int row0 = at / across * 32, chunk = at % across;
    const int row = threadIdx.x >> 3, column = (threadIdx.x & 7) * 4;
    const float4 w = descend_four(p, (size_t)m.offset + (size_t)(row0 + row) * m.stride + chunk * 32 + column);
    const uint2 out = make_uint2(halves(w.x, w.y), halves(w.z, w.w));
    *(uint2*)(m.forward + place_in(row0 + row, (m.first_chunk + chunk) * 32 + column, m.forward_chunks * 32)) = out;
    *(u32*)&tile[row][column] = out.x;
    *(u32*)&tile[row][column + 2] = out.y;
    __syncthreads();
    // Transposed: row of the copy = column here.
    u16 back[4];
    for (int i = 0; i < 4; i++) back[i] = tile[column + i][row];
    *(uint2*)(m.backward + place_in(chunk * 32 + row, row0 + column, m.rows)) =
        make_uint2(back[0] | (u32)back[1] << 16, back[2] | (u32)back[3] << 16);
}
