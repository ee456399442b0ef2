// SPDX-License-Identifier: MIT
//
// A metric for `disarray audit -- ./template` (cc -o template template.c): precision at a cutoff. Change CLAIMS, which is
// held against it, and metric(). What it fails at as nobody meant it to is said with "exception" in place of "error".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLAIMS                                                                                     \
    "\"protocol\": 1, \"name\": \"precision\", \"kind\": \"relevance-by-rank\", "                  \
    "\"direction\": \"greatest\", \"range\": [\"0\", \"1\"], \"takes_cutoff\": true, "             \
    "\"takes_cutoffs\": true, \"takes_not_retrieved\": false, \"reference\": \"P\", "              \
    "\"conventions\": {\"short-lists\": \"cutoff\"}"

static double metric(const long* grades, size_t size, size_t cutoff) {
    size_t hits = 0;
    for (size_t i = 0; i < size && i < cutoff; ++i)
        hits += grades[i] >= 1;
    return (double)hits / (double)cutoff;
}

/// The whole numbers of a list that begins after `key`; a size of -1 if there is no such list, -2 if not all are numbers.
static long numbers(const char* line, const char* key, long** list) {
    const char* at = strstr(line, key);
    if (!at) return -1;
    at = strchr(at, '[') + 1;
    long size = 0;
    for (char* end; *at != ']'; at = end + (*end == ',')) {
        *list = realloc(*list, (size_t)(size + 1) * sizeof **list);
        (*list)[size++] = strtol(at, &end, 10);
        if (end == at) return -2;
    }
    return size;
}

static void evaluate(const char* line) {
    static long *grades, *cutoffs;
    const long size = numbers(line, "\"grades\":", &grades), many = numbers(line, "\"cutoffs\":", &cutoffs);
    const char* at = strstr(line, "\"cutoff\":");
    const size_t cutoff = at ? strtoul(at + 9, NULL, 10) : (size_t)(size > 0 ? size : 0);
    int is_taken = size >= 0;
    for (long i = 0; i < size; ++i)
        is_taken = is_taken && grades[i] >= 0;
    if (!is_taken) {
        printf("\"error\": \"a grade that is no integer of at least 0\"");
    } else if (many >= 0) {  // several in one call: a value for each
        printf("\"values\": [");
        for (long i = 0; i < many; ++i)
            printf("%s%.17g", i > 0 ? ", " : "", metric(grades, (size_t)size, (size_t)cutoffs[i]));
        printf("]");
    } else if (cutoff == 0) {
        printf("\"undefined\": \"0/0\"");
    } else {
        printf("\"value\": %.17g", metric(grades, (size_t)size, cutoff));
    }
}

int main(void) {
    static char line[1 << 24];  // of the longest request
    while (fgets(line, sizeof line, stdin)) {
        printf("{\"id\": %ld, ", strtol(strstr(line, "\"id\":") + 5, NULL, 10));
        if (strstr(line, "\"op\": \"describe\"")) {
            printf(CLAIMS);
        } else {
            evaluate(line);
        }
        printf("}\n");
        fflush(stdout);
    }
    return 0;
}
