/* The kernels of examples/kernels in C, for bench/kernels/compare.py: with checked arithmetic, or
   with plain arithmetic where PLAIN is defined. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t i64;

#ifdef PLAIN
#define add(a, b) ((a) + (b))
#define sub(a, b) ((a) - (b))
#define mul(a, b) ((a) * (b))
#define within(condition) ((void)0)
#else
static void overflow(void) { abort(); }
static inline i64 add(i64 a, i64 b) { i64 r; if (__builtin_add_overflow(a, b, &r)) overflow(); return r; }
static inline i64 sub(i64 a, i64 b) { i64 r; if (__builtin_sub_overflow(a, b, &r)) overflow(); return r; }
static inline i64 mul(i64 a, i64 b) { i64 r; if (__builtin_mul_overflow(a, b, &r)) overflow(); return r; }
#define within(condition) do { if (!(condition)) overflow(); } while (0)
#endif

i64 fib(i64 n) {
    if (n < 2) return n;
    return add(fib(sub(n, 1)), fib(sub(n, 2)));
}

i64 nested_sum(i64 n) {
    i64 total = 0;
    for (i64 i = 0; i < n; i = add(i, 1))
        for (i64 j = 0; j < n; j = add(j, 1))
            total = add(total, mul(i, j) % 7);
    return total;
}

i64 primes_below(i64 n) {
    /* A vector that grows, as in the kernel. */
    i64 room = 16, length = 0, found = 0;
    unsigned char *sieve = malloc(room);
    for (i64 i = 0; i < n; i++) {
        if (length == room) sieve = realloc(sieve, room *= 2);
        sieve[length++] = 1;
    }
    for (i64 i = 2; i < n; i++) {
        within(i < length);
        if (sieve[i]) {
            found = add(found, 1);
            for (i64 k = mul(i, i); k < n; k = add(k, i)) {
                within(k >= 0 && k < length);
                sieve[k] = 0;
            }
        }
    }
    free(sieve);
    return found;
}

i64 longest_collatz(i64 n) {
    i64 most = 0;
    for (i64 start = 1; start < n; start++) {
        i64 x = start, steps = 0;
        while (x != 1) {
            if (x % 2 == 0) x = x / 2; else x = add(mul(3, x), 1);
            steps = add(steps, 1);
        }
        if (steps > most) most = steps;
    }
    return most;
}

/* The count of the most frequent word: open addressing over the words in place. The hash takes a
   byte at a time (FNV-1a): for words as short as these that was faster than eight bytes at a time
   with a multiplication to 128 bits, by a fifth. */
i64 commonest(const char *text) {
    typedef struct { const char *word; size_t length; uint64_t hash; i64 times; } Entry;
    size_t room = 64, used = 0;
    Entry *entries = malloc(room / 2 * sizeof(Entry));
    uint32_t *index = calloc(room, sizeof *index);
    const char *at = text;
    for (;;) {
        const char *end = at;
        uint64_t hash = 1469598103934665603u;
        while (*end && *end != ' ') hash = (hash ^ (unsigned char)*end++) * 1099511628211u;
        size_t length = end - at;
        size_t place = hash & (room - 1);
        while (index[place]) {
            Entry *e = &entries[index[place] - 1];
            if (e->hash == hash && e->length == length && !memcmp(e->word, at, length)) break;
            place = (place + 1) & (room - 1);
        }
        if (index[place]) {
            entries[index[place] - 1].times = add(entries[index[place] - 1].times, 1);
        } else {
            if (used == room / 2) {
                room *= 2;
                entries = realloc(entries, room / 2 * sizeof(Entry));
                free(index);
                index = calloc(room, sizeof *index);
                for (size_t i = 0; i < used; i++) {
                    size_t p = entries[i].hash & (room - 1);
                    while (index[p]) p = (p + 1) & (room - 1);
                    index[p] = i + 1;
                }
                place = hash & (room - 1);
                while (index[place]) place = (place + 1) & (room - 1);
            }
            entries[used++] = (Entry){at, length, hash, 1};
            index[place] = used;
        }
        if (!*end) break;
        at = end + 1;
    }
    i64 best = 0;
    for (size_t i = 0; i < used; i++) if (entries[i].times > best) best = entries[i].times;
    free(entries);
    free(index);
    return best;
}
