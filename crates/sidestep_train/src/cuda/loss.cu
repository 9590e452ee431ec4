// The loss of all sequences and its gradient: the twin of loss.rs.

struct Loss {
    Layout layout;
    Data data;
    const float* rows; /* STEPS + 1 slots of BATCH x PADDED */
    float* roots;      /* STEPS + 1 slots of BATCH x 3 */
    float* by_loss;    /* STEPS slots of BATCH x PADDED, times SCALE */
    u16* by_rows;      /* the last slot as an operand */
    float* lowest;     /* BATCH */
    float* terms;      /* BATCH x 8 sums */
};

#define L_WARPS 16
#define TWO 2.0f

struct Sequence {
    const Loss& p;
    int b, lane;
    u32 start;
    float* g; /* gradient of one step, by one warp */
    float terms[8];

    __device__ Sequence(const Loss& loss, int b, float* g)
        : p(loss), b(b), lane(threadIdx.x & 31), start(start_of(loss.data.batch, b)), g(g) {
        for (int i = 0; i < 8; i++) terms[i] = 0.0f;
    }
    __device__ float row(int t, int channel) const {
        return p.rows[((size_t)t * BATCH + b) * PADDED + channel];
    }
    __device__ float point(int t, int channel) const {
        return metres(p.layout, row(t + 1, channel), channel);
    }
    __device__ float data(int t, int channel) const {
        return p.data.frames[(size_t)(start + t) * FRAME + channel];
    }
    __device__ bool flag(int t, int channel) const {
        return metres(p.layout, data(t, channel), channel) > 0.5f;
    }
    __device__ bool fresh(int t) const { return is_put(p.data.batch, t, b); }
    __device__ void add(int channel, float by) {
        atomicAdd(g + channel, by * p.layout.deviations[channel]);
    }

    __device__ void motion(int t) {
        bool seen = true;
#if BALL
        seen = flag(t + 1, BALL_POSSESSION);
#endif
        int place = t * BATCH + b;
        const float* root = p.data.roots + (size_t)(start + t + 1) * 3;
        float counts = 1.0f + p.data.batch[AT_AIMS + place * AIM + MORE];
        for (int c = lane; c < PADDED; c += 32) {
            float by = 0.0f;
            if (c < FRAME) {
#if BALL
                bool hidden = !seen && c >= BALL_POSITION && c < BALL_POSITION + 3;
#else
                bool hidden = !seen;
#endif
                float error = row(t + 1, c) - data(t + 1, c);
                float weight = hidden ? 0.0f : counts * p.layout.weights[c];
                terms[0] += weight * error * error;
                by = TWO * weight * error;
            } else if (c < CHANNELS) {
                int i = c - FRAME;
                const float* batch = p.data.batch;
                const float* aim = batch + AT_AIMS + place * AIM;
                float target = goal_seen(p.layout, root, aim, aim[SECS_AFTER],
                                         batch[AT_EXPECTED + place * GOALS + i], i);
                float error = row(t + 1, c) - target;
                terms[1] += p.layout.weights[c] * error * error;
                by = TWO * p.layout.weights[c] * error;
            }
            g[c] = by;
        }
        __syncwarp();
    }

    // Eq. 3 for one foot between the frames before and after step t: the weighted error, or zeros.
    __device__ bool foot_error(int t, int position, int contact, float* e, float* by_turn, float* by_new) {
        if (!(flag(t, contact) && flag(t + 1, contact))) return false;
        float s, c, old[3];
        float left = point(t, ROOT), forward = point(t, ROOT + 1);
        sine_cosine(point(t, ROOT + 2), &s, &c);
        for (int i = 0; i < 3; i++) {
            float x = fresh(t) ? data(t, position + i) : row(t, position + i);
            old[i] = metres(p.layout, x, position + i);
        }
        float x = point(t, position), y = point(t, position + 1), z = point(t, position + 2);
        e[0] = c * x + s * z + left - old[0];
        e[1] = y - old[1];
        e[2] = c * z - s * x + forward - old[2];
        float by[3] = {TWO * SLIDE * e[0], TWO * SLIDE * e[1], TWO * SLIDE * e[2]};
        by_new[0] = c * by[0] - s * by[2];
        by_new[1] = by[1];
        by_new[2] = s * by[0] + c * by[2];
        *by_turn = by[0] * (c * z - s * x) - by[2] * (s * z + c * x);
        return true;
    }

    __device__ void slide(int t) {
        for (int k = lane; k < FEET; k += 32) {
            int position = p.layout.feet[2 * k], contact = p.layout.feet[2 * k + 1];
            float e[3], by_turn, by_new[3];
            if (foot_error(t, position, contact, e, &by_turn, by_new)) {
                terms[2] += SLIDE * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
                for (int i = 0; i < 3; i++) add(position + i, by_new[i]);
                add(ROOT, TWO * SLIDE * e[0]);
                add(ROOT + 1, TWO * SLIDE * e[2]);
                add(ROOT + 2, by_turn);
            }
            // The same pair of frames as the next step sees it.
            if (t + 1 < STEPS && !fresh(t + 1) &&
                foot_error(t + 1, position, contact, e, &by_turn, by_new))
                for (int i = 0; i < 3; i++) add(position + i, -TWO * SLIDE * e[i]);
        }
    }

    __device__ float distance(int t, int from, int to, float length, float weight) {
        float across[3], square = 0.0f;
        for (int i = 0; i < 3; i++) {
            across[i] = point(t, from + i) - point(t, to + i);
            square += across[i] * across[i];
        }
        float apart = sqrtf(square), error = apart - length;
        if (apart > 1e-6f)
            for (int i = 0; i < 3; i++) {
                float by = TWO * weight * error * across[i] / apart;
                add(from + i, by);
                add(to + i, -by);
            }
        return weight * error * error;
    }

    __device__ void links(int t) {
        for (int k = lane; k < LINKS; k += 32)
            terms[3] += distance(t, p.layout.links[2 * k], p.layout.links[2 * k + 1], p.layout.lengths[k], LINK);
#if BALL
        for (int k = lane; k < HANDS; k += 32)
            if (flag(t + 1, p.layout.hands[2 * k + 1]) && flag(t + 1, BALL_POSSESSION))
                terms[6] += distance(t, p.layout.hands[2 * k], BALL_POSITION, BALL_REACH, HAND);
#endif
    }

    // What the root's way needs of a step, by one thread for each: the root before, the step, the data's
    // root after, and whether it restarts.
    __device__ void read_way(int t, float* way) {
        for (int i = 0; i < 3; i++) {
            way[i] = p.roots[(t * BATCH + b) * 3 + i];
            way[3 + i] = point(t, ROOT + i);
            way[6 + i] = p.data.roots[(size_t)(start + t + 1) * 3 + i];
        }
        float before[3] = {way[0], way[1], way[2]};
        advance(before, way + 3);
        if (t == STEPS - 1)
            for (int i = 0; i < 3; i++) p.roots[(STEPS * BATCH + b) * 3 + i] = before[i];
        float ex = before[0] - way[6], ez = before[1] - way[7], eh = before[2] - way[8];
        float square = ex * ex + ez * ez, bound = PLACE_BOUND * PLACE_BOUND;
        // Only those who see their goal from their own root can know of it.
        const float own = p.data.batch[AT_OWN + b] != 0.0f ? 1.0f : 0.0f;
        terms[4] += own * PLACE * fminf(square, bound);
        float sine, cosine;
        sine_cosine(eh, &sine, &cosine);
        terms[5] += own * HEADING * (1.0f - cosine);
        way[6] = square < bound ? own * TWO * PLACE * ex : 0.0f;
        way[7] = square < bound ? own * TWO * PLACE * ez : 0.0f;
        way[8] = own * HEADING * sine;
        sine_cosine(way[2], way + 9, way + 10);
        way[11] = restarts(p.data.batch, t, b) ? 1.0f : 0.0f;
    }

    // The root against the data's, back over all own steps; one thread. `by` gets 3 numbers a step.
    __device__ void root(const float* way, float* by) {
        float later[3] = {0.0f, 0.0f, 0.0f};
        for (int t = STEPS - 1; t >= 0; t--) {
            const float *at = way + t * 12, *step = at + 3;
            const float s = at[9], c = at[10];
            for (int i = 0; i < 3; i++) later[i] += at[6 + i];
            by[t * 3] = c * later[0] - s * later[1];
            by[t * 3 + 1] = s * later[0] + c * later[1];
            by[t * 3 + 2] = later[2];
            later[2] += later[0] * (c * step[1] - s * step[0]) + later[1] * (-s * step[1] - c * step[0]);
            if (at[11] != 0.0f) later[0] = later[1] = later[2] = 0.0f;
        }
    }

#if BALL
    __device__ bool held(int t) const {
        for (int k = 0; k < HANDS; k++)
            if (flag(t, p.layout.hands[2 * k + 1])) return true;
        return false;
    }

    // Eqs. 7 and 8; one thread. `by` gets one number a step.
    __device__ void bounces(float* by) {
        float lowest = p.lowest[b];
        int lowest_at = -1;
        for (int t = 0; t < STEPS; t++) {
            by[t] = 0.0f;
            if (fresh(t)) {
                lowest = metres(p.layout, data(t, BALL_POSITION + 1), BALL_POSITION + 1);
                lowest_at = -1;
            }
            bool before = held(t), after = held(t + 1);
            // A ball that came from somebody else did not have to bounce.
            bool own = flag(t, BALL_POSSESSION) && flag(t + 1, BALL_POSSESSION);
            if (!before && after && own) {
                float error = lowest - BALL_RADIUS;
                terms[7] += BOUNCE * error * error;
                if (lowest_at >= 0) by[lowest_at] += TWO * BOUNCE * error;
            }
            float now = point(t, BALL_POSITION + 1);
            if (before || now < lowest) lowest = now, lowest_at = t;
        }
        p.lowest[b] = lowest;
    }
#endif
};

// One block a sequence, one warp a step.
extern "C" __global__ void __launch_bounds__(L_WARPS * 32) loss(Loss p) {
    __shared__ float gradient[L_WARPS][PADDED];
    __shared__ float way[STEPS][12], by_root[STEPS * 3], sums[L_WARPS][8];
#if BALL
    __shared__ float by_height[STEPS];
#endif
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, b = blockIdx.x;
    Sequence s(p, b, gradient[warp]);
    for (int t = threadIdx.x; t < STEPS; t += blockDim.x) s.read_way(t, way[t]);
    __syncthreads();
    if (threadIdx.x == 0) s.root(way[0], by_root);
#if BALL
    if (threadIdx.x == 32) s.bounces(by_height);
#endif
    __syncthreads();
    for (int t = warp; t < STEPS; t += L_WARPS) {
        s.motion(t);
        s.slide(t);
        s.links(t);
        __syncwarp();
        if (lane < 3) s.add(ROOT + lane, by_root[t * 3 + lane]);
#if BALL
        if (lane == 0) s.add(BALL_POSITION + 1, by_height[t]);
#endif
        __syncwarp();
        for (int c = lane; c < PADDED; c += 32) {
            float by = s.g[c] * (SCALE / (STEPS * BATCH));
            p.by_loss[((size_t)t * BATCH + b) * PADDED + c] = by;
            if (t == STEPS - 1) p.by_rows[place_in(b, c, PADDED)] = half(by);
        }
        __syncwarp();
    }
    for (int i = 0; i < 8; i++) {
        float term = s.terms[i];
        for (int k = 16; k > 0; k >>= 1) term += __shfl_xor_sync(~0u, term, k);
        if (lane == 0) sums[warp][i] = term;
    }
    __syncthreads();
    if (threadIdx.x < 8) {
        float term = 0.0f;
        for (int i = 0; i < L_WARPS; i++) term += sums[i][threadIdx.x];
        p.terms[b * 8 + threadIdx.x] = term;
    }
}
