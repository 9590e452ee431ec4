// What all kernels share: operands of the tensor cores, copies, barriers, numbers of a batch.
//
// The compiler gets the sizes as macros: HIDDEN, LAYERS, BATCH, STEPS, CHANNELS, PADDED (a multiple of
// 32), FRAME, GOALS, ROOT, FEET, LINKS, HANDS, BALL, and the numbers of the layout and the loss.
//
// An operand is a matrix of halves in blocks of 8 rows x 32 columns, row by row inside a block, block
// rows one after the other. A lane that reads 16 bytes of a block has row lane / 4 and columns
// 8 (lane % 4) to 8 (lane % 4) + 7: just what two steps of mma.m16n8k16 need of it, when both
// operands permute the summed columns alike.

typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned long long u64;

#define BLOCK 256 /* halves of a block */
#define DC (PADDED / 32)
#define HC (HIDDEN / 32)
#define GC (4 * HIDDEN / 32)
#define THREADS 256
#define WARPS 8

// Numbers of an update as the host sends them, in words.
#define AT_RATE 0
#define AT_CORRECTION1 1
#define AT_CORRECTION2 2
#define AT_FRESH 3
#define AT_NOISE 4
#define AT_START 16
#define AT_OWN (AT_START + BATCH)
#define AT_RESTART (AT_OWN + BATCH)
#define AT_AIMS (AT_RESTART + STEPS * BATCH)
#define AIM 7 /* numbers of an aim */
#define MORE 6 /* of which the last says how many times more a frame counts */
#define SECS_BEFORE 4
#define SECS_AFTER 5
#define AT_GIVEN (AT_AIMS + STEPS * BATCH * AIM)
#define AT_EXPECTED (AT_GIVEN + STEPS * BATCH * GOALS)
#define AT_SELECT (AT_EXPECTED + STEPS * BATCH * GOALS)

// Shared memory whose size the launch decides.
extern __shared__ __align__(128) unsigned char room[];

struct Layout {
    const float *means, *deviations, *weights; /* PADDED each */
    const int *goals;                          /* kinds */
    const int *feet;                           /* position, contact */
    const int *links;                          /* from, to */
    const float *lengths;
    const int *hands; /* position, contact */
};

struct Data {
    const float *frames, *roots, *batch;
};

__device__ __forceinline__ u32 start_of(const float* batch, int b) {
    return ((const u32*)batch)[AT_START + b];
}
__device__ __forceinline__ bool restarts(const float* batch, int t, int b) {
    return batch[AT_RESTART + t * BATCH + b] == 1.0f;
}
// Whether the step sees a frame of the data, whatever else goes on.
__device__ __forceinline__ bool is_put(const float* batch, int t, int b) {
    return batch[AT_RESTART + t * BATCH + b] != 0.0f;
}

__device__ __forceinline__ size_t place_in(int row, int column, int columns) {
    return ((size_t)(row >> 3) * (columns >> 5) + (column >> 5)) * BLOCK + (row & 7) * 32 +
           (column & 31);
}

// Two numbers to two halves, the first in the lower bits; what is too large stays at the largest.
__device__ __forceinline__ u32 halves(float low, float high) {
    low = fminf(fmaxf(low, -60000.0f), 60000.0f);
    high = fminf(fmaxf(high, -60000.0f), 60000.0f);
    u32 out;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out) : "f"(high), "f"(low));
    return out;
}
__device__ __forceinline__ u16 half(float x) { return (u16)halves(x, 0.0f); }
__device__ __forceinline__ float wide(u16 x) {
    float out;
    asm("cvt.f32.f16 %0, %1;" : "=f"(out) : "h"(x));
    return out;
}

__device__ __forceinline__ u32 shared_address(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}
__device__ __forceinline__ void copies_begun() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int LEFT> __device__ __forceinline__ void copies_done() {
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

// The kernel before this one has ended and all it wrote can be read. Only then may the next one
// begin, so whatever two kernels back wrote may be read before.
__device__ __forceinline__ void wait_for_last_kernel() {
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

__device__ __forceinline__ void cluster_arrive() {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ __forceinline__ void cluster_wait() {
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ u32 of_rank(u32 address, u32 rank) {
    u32 out;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(out) : "r"(address), "r"(rank));
    return out;
}
__device__ __forceinline__ float4 read4(u32 address) {
    float4 v;
    asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(address));
    return v;
}
__device__ __forceinline__ float read1(u32 address) {
    float v;
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(address));
    return v;
}

__device__ __forceinline__ void multiply(float* sum, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
// 16 rows x 8 columns, 32 summed columns: blocks of rows 0 to 7 and 8 to 15, and of the columns.
__device__ __forceinline__ void multiply_blocks(float* sum, uint4 low, uint4 high, uint4 other) {
    multiply(sum, low.x, high.x, low.y, high.y, other.x, other.y);
    multiply(sum, low.z, high.z, low.w, high.w, other.z, other.w);
}

// Copies `count` blocks of each of `rows` block rows, from chunk `first` on, to shared memory, where a
// block row has `stride` blocks.
__device__ __forceinline__ void copy_blocks(u16* to, int stride, const u16* from, int from_stride,
                                            int rows, int first, int count) {
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int i = warp; i < rows * count; i += WARPS) {
        int row = i / count, chunk = i - row * count;
        copy16(to + (size_t)(row * stride + chunk) * BLOCK + lane * 8,
               from + ((size_t)row * from_stride + first + chunk) * BLOCK + lane * 8);
    }
}

// Sine and cosine to 5e-7, without the slow branch for huge angles: headings are a few turns.
__device__ __forceinline__ void sine_cosine(float x, float* s, float* c) {
    float turns = rintf(x * 0.15915494f);
    x = fmaf(-turns, 6.28125f, x);
    __sincosf(fmaf(-turns, 1.9353072e-3f, x), s, c);
}

__device__ __forceinline__ float sigmoid(float x) { return 1.0f / (1.0f + __expf(-x)); }

// lowbias32, as on the CPU.
__device__ __forceinline__ u32 mix(u32 x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}
// What a number that goes up is multiplied with.
__device__ __forceinline__ float kept(const float* batch, int layer, int t, int b, int unit) {
#if DROP_LIMIT
    u32 place = (u32)(((layer * STEPS + t) * BATCH + b) * HIDDEN + unit);
    return mix(place + ((const u32*)batch)[AT_NOISE]) < DROP_LIMIT ? 0.0f : DROP_SCALE;
#else
    return 1.0f;
#endif
}
