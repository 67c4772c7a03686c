/* threads.c - a heap that is stepped by four threads, beside one that is stepped by one: the same
 * bits in every step, whichever thread did what. The pool is that of any program. */
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#define THREADS 4
#define BOXES 300

/* What the threads share; the caller of the step is number 0 of them. */
typedef struct pool {
    mtx_t lock;
    cnd_t work, done;
    thrd_t threads[THREADS - 1];
    void (*run)(void *job, uint32_t index);
    void *job;
    uint32_t taken, count, left; /* runs: bits, numbers */
    uint32_t begun;              /* threads */
    bool ends;
} pool;

/* A run that nobody has taken; `count` if there is none. That of a thread's own number comes first,
 * since most of what it needs is in the cache of that thread. */
static uint32_t next_run(const pool *of, uint32_t own) {
    for (uint32_t i = 0; i < of->count; i++) {
        const uint32_t index = (own + i) % of->count;
        if (!(of->taken >> index & 1u)) return index;
    }
    return of->count;
}

/* One after the other, as long as there are any; called and left with the lock. */
static void take_runs(pool *of, uint32_t own) {
    for (uint32_t index; (index = next_run(of, own)) < of->count;) {
        of->taken |= UINT32_C(1) << index;
        mtx_unlock(&of->lock);
        of->run(of->job, index);
        mtx_lock(&of->lock);
        if (--of->left == 0) cnd_signal(&of->done);
    }
}

static int thread_main(void *context) {
    pool *const of = context;
    mtx_lock(&of->lock);
    const uint32_t own = ++of->begun;
    while (!of->ends) {
        take_runs(of, own);
        cnd_wait(&of->work, &of->lock);
    }
    mtx_unlock(&of->lock);
    return 0;
}

/* pawl_parallel */
static void run_on_threads(void *context, uint32_t count, void (*run)(void *job, uint32_t index),
                           void *job) {
    pool *const of = context;
    mtx_lock(&of->lock);
    of->run = run;
    of->job = job;
    of->taken = 0;
    of->count = of->left = count;
    cnd_broadcast(&of->work);
    take_runs(of, 0);
    while (of->left > 0)
        cnd_wait(&of->done, &of->lock);
    mtx_unlock(&of->lock);
}

static void give_way(void *context) {
    (void)context;
    thrd_yield();
}

static pawl_world *make_heap(const pawl_world_def *def) {
    pawl_world *world;
    pawl_body_id id;
    const pawl_fx half = PAWL_FX(0, 1, 2), apart = PAWL_FX(1, 1, 8);
    const size_t size = pawl_world_size(def);
    if (pawl_world_init(malloc(size), size, def, &world) != PAWL_OK) exit(1);
    const pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_def body = pawl_body_def_default();
    body.type = PAWL_STATIC;
    body.position = pawl_vec2_make(0, -PAWL_FX_ONE);
    if (pawl_body_create_box(world, &body, &shape, 40 * PAWL_FX_ONE, PAWL_FX_ONE, &id) != PAWL_OK)
        exit(1);
    body.type = PAWL_DYNAMIC;
    for (int i = 0; i < BOXES; i++) {
        const int column = i % 30 - 15, row = i / 30;
        body.position = pawl_vec2_make(column * apart + row * half / 2, PAWL_FX_ONE + row * apart);
        if (pawl_body_create_box(world, &body, &shape, half, half, &id) != PAWL_OK) exit(1);
    }
    return world;
}

static void start(pool *of) {
    mtx_init(&of->lock, mtx_plain);
    cnd_init(&of->work);
    cnd_init(&of->done);
    for (int i = 0; i < THREADS - 1; i++)
        if (thrd_create(&of->threads[i], thread_main, of) != thrd_success) exit(1);
}

static void stop(pool *of) {
    mtx_lock(&of->lock);
    of->ends = true;
    cnd_broadcast(&of->work);
    mtx_unlock(&of->lock);
    for (int i = 0; i < THREADS - 1; i++)
        thrd_join(of->threads[i], NULL);
}

int main(void) {
    static pool threads;
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = BOXES + 1;
    def.sleeping = false;
    pawl_world *const one = make_heap(&def), *const four = make_heap(&def);
    pawl_step_hooks hooks = {.context = &threads, .workers = THREADS, .yield = give_way};
    hooks.worker_memory_size = pawl_world_workers_size(&def); /* 0: a build without workers */
    hooks.worker_memory = malloc(hooks.worker_memory_size + 1);
    if (hooks.worker_memory_size > 0) hooks.parallel = run_on_threads;
    start(&threads);
    int equal = 0;
    for (int step = 1; step <= 240; step++) {
        if (pawl_world_step(one, NULL) != PAWL_OK) return 1;
        if (pawl_world_step(four, &hooks) != PAWL_OK) return 1;
        equal += pawl_world_hash(one) == pawl_world_hash(four);
        if (step % 80 == 0)
            printf("step %3d: %08lx, %3d of %3d hashes are equal\n", step,
                   (unsigned long)pawl_world_hash(four), equal, step);
    }
    stop(&threads);
    free(hooks.worker_memory);
    free(one);
    free(four);
    return 0;
}
