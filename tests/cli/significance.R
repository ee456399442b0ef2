# SPDX-License-Identifier: MIT
# Compares the tests in a document of `disarray evaluate --test all --json` with R's; values that are
# rational only.
suppressWarnings(library(jsonlite))
document <- fromJSON(commandArgs(TRUE)[1], simplifyVector = FALSE)
value <- function(text) if (grepl("^-?[0-9]+(/[0-9]+)?$", text)) eval(parse(text = text)) else NA
runs <- list()
for (run in document$runs) runs[[run$run]] <- run$queries
same <- function(what, found, expected) {
  if (abs(found - expected) > 1e-9 * max(abs(expected), 1e-3))
    stop(sprintf("%s: found %.17g, expected %.17g", what, found, expected))
}
compared <- 0
for (comparison in document$comparisons) {
  m <- comparison$metric
  holm <- list()
  for (pair in comparison$pairs) {
    d <- sapply(names(runs[[pair$first]]), function(q)
      value(runs[[pair$first]][[q]][[m]]$value) - value(runs[[pair$second]][[q]][[m]]$value))
    tests <- list()
    for (test in pair$tests) {
      tests[[test$test]] <- test
      holm[[test$test]] <- rbind(holm[[test$test]], c(test$p, test$p_holm))
    }
    if (any(is.na(d))) next
    d[abs(d) < 1e-12] <- 0
    same(paste(m, "t"), tests$t$p, t.test(d)$p.value)
    changed <- d[d != 0]
    same(paste(m, "sign"), tests$sign$p, binom.test(sum(changed > 0), length(changed))$p.value)
    if (!any(duplicated(round(abs(changed), 10))) && length(changed) <= 200)
      same(paste(m, "wilcoxon"), tests$wilcoxon$p, wilcox.test(changed, exact = TRUE)$p.value)
    compared <- compared + 1
  }
  for (name in names(holm)) {
    expected <- p.adjust(holm[[name]][, 1], "holm")
    for (i in seq_along(expected)) same(paste(m, name, "Holm"), holm[[name]][i, 2], expected[i])
  }
}
if (compared == 0) stop("nothing was compared")
