// SPDX-License-Identifier: MIT
//
// Kendall's τ_a of two rankings, with ties: (concordant − discordant pairs)/(n choose 2), exact, in
// O(n log n) by merge sort (Knight 1966). A metric for `disarray audit` in C11 without libraries;
// from the protocol (properties/audit/PROTOCOL.md) it reads what it is asked, one request a line.
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void give_up(const char* why) {
    fprintf(stderr, "kendall_tau: %s\n", why);
    exit(1);
}

static void* resized(void* memory, size_t size) {
    memory = realloc(memory, size);
    if (!memory) give_up("out of memory");
    return memory;
}

// ---- The metric

typedef struct {
    double first, second;
} Ranks;

static int by_first_then_second(const void* a, const void* b) {
    const Ranks *p = a, *q = b;
    if (p->first != q->first) return p->first < q->first ? -1 : 1;
    return (p->second > q->second) - (p->second < q->second);
}

/// The pairs i < j with second[i] > second[j]; sorts by second. buffer: room for n.
static int64_t inversions(Ranks* ranks, Ranks* buffer, size_t n) {
    if (n < 2) return 0;
    const size_t middle = n / 2;
    int64_t count =
        inversions(ranks, buffer, middle) + inversions(ranks + middle, buffer, n - middle);
    size_t left = 0, right = middle;
    for (size_t k = 0; k < n; ++k) {
        if (right == n || (left < middle && ranks[left].second <= ranks[right].second)) {
            buffer[k] = ranks[left++];
        } else {
            count += (int64_t)(middle - left);
            buffer[k] = ranks[right++];
        }
    }
    memcpy(ranks, buffer, n * sizeof *ranks);
    return count;
}

static int64_t pairs(int64_t n) {
    return n * (n - 1) / 2;
}

static bool same_first(const Ranks* a, const Ranks* b) {
    return a->first == b->first;
}
static bool same_second(const Ranks* a, const Ranks* b) {
    return a->second == b->second;
}
static bool same_both(const Ranks* a, const Ranks* b) {
    return same_first(a, b) && same_second(a, b);
}

/// The pairs that are tied, where tied elements stand together.
static int64_t tied_pairs(const Ranks* ranks, size_t n, bool (*same)(const Ranks*, const Ranks*)) {
    int64_t count = 0, run = 0;
    for (size_t i = 0; i < n; ++i) {
        run = i > 0 && same(&ranks[i - 1], &ranks[i]) ? run + 1 : 0;
        count += run;
    }
    return count;
}

/// Concordant minus discordant pairs; sorts. At most 8·10⁶ elements fit a request: no overflow.
static int64_t balance(Ranks* ranks, size_t n) {
    qsort(ranks, n, sizeof *ranks, by_first_then_second);
    const int64_t tied = tied_pairs(ranks, n, same_first) - tied_pairs(ranks, n, same_both);
    Ranks* buffer = resized(NULL, (n + 1) * sizeof *ranks);
    const int64_t discordant = inversions(ranks, buffer, n);
    free(buffer);
    return pairs((int64_t)n) - tied - tied_pairs(ranks, n, same_second) - 2 * discordant;
}

static int64_t greatest_common_divisor(int64_t a, int64_t b) {
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

// ---- JSON: a cursor that each function moves past what it reads; false: it is something else

typedef struct {
    double* items;
    size_t size, room;
} Numbers;

typedef struct {
    char op[16];
    int64_t id, protocol;
    Numbers first, second;
    bool is_finite;  ///< no rank is one of the strings "NaN", "Infinity", "-Infinity"
} Request;

static bool token(const char** at, char expected) {
    while (isspace((unsigned char)**at))
        ++*at;
    if (**at != expected) return false;
    ++*at;
    return true;
}

/// A string; its beginning is copied, as much as there is room for; no key or op has an escape.
static bool string(const char** at, char* text, size_t room) {
    if (!token(at, '"')) return false;
    size_t length = 0;
    for (; **at != '"'; ++*at) {
        if (**at == '\\') ++*at;
        if (**at == '\0') return false;
        if (length + 1 < room) text[length++] = **at;
    }
    text[length] = '\0';
    ++*at;
    return true;
}

static bool number(const char** at, double* value) {
    char* end;
    *value = strtod(*at, &end);
    if (end == *at) return false;
    *at = end;
    return true;
}

static bool integer(const char** at, int64_t* value) {
    char* end;
    *value = strtoll(*at, &end, 10);
    if (end == *at) return false;
    *at = end;
    return true;
}

static bool rank(const char** at, Request* request, double* value) {
    char text[16];
    const bool is_number = number(at, value);
    if (!is_number || !isfinite(*value)) request->is_finite = false;
    return is_number || string(at, text, sizeof text);
}

static bool ranks(const char** at, Request* request, Numbers* numbers) {
    numbers->size = 0;
    if (!token(at, '[')) return false;
    if (token(at, ']')) return true;
    do {
        if (numbers->size == numbers->room) {
            numbers->room = 2 * numbers->room + 16;
            numbers->items = resized(numbers->items, numbers->room * sizeof *numbers->items);
        }
        if (!rank(at, request, &numbers->items[numbers->size++])) return false;
    } while (token(at, ','));
    return token(at, ']');
}

/// An object of the members that a request has.
static bool members(const char** at, Request* request) {
    if (!token(at, '{')) return false;
    do {
        char key[16];
        if (!string(at, key, sizeof key) || !token(at, ':')) return false;
        bool read = false;
        if (!strcmp(key, "id")) read = integer(at, &request->id);
        if (!strcmp(key, "op")) read = string(at, request->op, sizeof request->op);
        if (!strcmp(key, "protocol")) read = integer(at, &request->protocol);
        if (!strcmp(key, "input")) read = members(at, request);
        if (!strcmp(key, "first")) read = ranks(at, request, &request->first);
        if (!strcmp(key, "second")) read = ranks(at, request, &request->second);
        if (!read) return false;
    } while (token(at, ','));
    return token(at, '}');
}

// ---- Answers

static void describe(int64_t protocol) {
    if (protocol != 1) {
        printf("\"exception\": \"protocol %" PRId64 ", expected 1\"", protocol);
        return;
    }
    printf(
        "\"protocol\": 1, \"name\": \"kendall_tau\", \"kind\": \"two-rankings\", "
        "\"direction\": \"greatest\", \"range\": [\"-1\", \"1\"], \"reference\": \"kendall-tau\"");
}

/// An error refuses what a metric of ranks need not take; what should not happen is an exception.
static void evaluate(const Request* request) {
    const size_t n = request->first.size;
    if (!request->is_finite) {
        printf("\"error\": \"a rank that is not a finite number\"");
    } else if (request->second.size != n) {
        printf("\"error\": \"%zu and %zu ranks, expected equally many\"", n, request->second.size);
    } else if (n < 2) {
        printf("\"undefined\": \"0/0\"");
    } else {
        Ranks* both = resized(NULL, n * sizeof *both);
        for (size_t i = 0; i < n; ++i)
            both[i] = (Ranks){request->first.items[i], request->second.items[i]};
        const int64_t numerator = balance(both, n), denominator = pairs((int64_t)n);
        free(both);
        const int64_t common = greatest_common_divisor(denominator, llabs(numerator));
        printf("\"value\": \"%" PRId64 "/%" PRId64 "\"", numerator / common, denominator / common);
    }
}

static void answer(const char* line, Request* request) {
    request->op[0] = '\0';
    request->first.size = request->second.size = 0;
    request->is_finite = true;
    if (!members(&line, request) || !token(&line, '\0')) give_up("a line that is no request");
    printf("{\"id\": %" PRId64 ", ", request->id);
    if (!strcmp(request->op, "describe")) {
        describe(request->protocol);
    } else if (!strcmp(request->op, "evaluate")) {
        evaluate(request);
    } else {
        printf("\"exception\": \"no such op, expected describe or evaluate\"");
    }
    printf("}\n");
}

/// Answers are written when all lines that have been read are answered: a write for each would cost
/// more than a small τ.
int main(void) {
    Request request = {0};
    char* input = NULL;
    size_t size = 0, room = 0;
    for (;;) {
        if (room - size < 1 << 16) input = resized(input, room = 2 * room + (1 << 17));
        const ssize_t got = read(STDIN_FILENO, input + size, room - size - 1);
        if (got <= 0) break;
        const size_t unsearched = size;
        size += (size_t)got;
        char *line = input, *end = memchr(input + unsearched, '\n', (size_t)got);
        for (; end; end = memchr(line, '\n', size - (size_t)(line - input))) {
            *end = '\0';
            answer(line, &request);
            line = end + 1;
        }
        size -= (size_t)(line - input);
        memmove(input, line, size);
        fflush(stdout);
    }
    if (size > 0) {
        input[size] = '\0';
        answer(input, &request);
    }
    free(request.first.items);
    free(request.second.items);
    free(input);
    return 0;
}
