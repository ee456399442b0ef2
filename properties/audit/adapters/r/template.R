#!/usr/bin/env Rscript
# SPDX-License-Identifier: MIT
#
# A metric for `disarray audit -- Rscript template.R`: precision at a cutoff. Change claims, which is held against it,
# and metric(): hand the members of "input" on as in earnest, and repair nothing. JSON by the package jsonlite.
suppressPackageStartupMessages(library(jsonlite))

claims <- list(protocol = 1, name = "precision", kind = "relevance-by-rank", direction = "greatest", range = c("0", "1"),
               takes_cutoff = TRUE, takes_cutoffs = TRUE, takes_not_retrieved = FALSE, reference = "P",
               conventions = list("short-lists" = "cutoff"))

# What is documented not to be taken; every other error is a fault.
refuse <- function(...) stop(structure(class = c("refused", "error", "condition"), list(message = paste0(...), call = NULL)))

metric <- function(grades, cutoff = length(grades)) {
  if (any(!is.finite(grades)) || any(grades < 0)) refuse("a grade that is no number of at least 0")
  if (cutoff == 0) NaN else sum(head(grades, cutoff) >= 1) / cutoff  # NaN: no value
}

# Numbers as text of 17 digits, which tell a double from its neighbours; "NaN" and "Infinity" are numbers to as.numeric().
value_of <- function(input) {
  grades <- as.numeric(input$grades)
  number <- function(value) if (is.finite(value)) sprintf("%.17g", value) else "null"
  if (!is.null(input$cutoffs))  # several in one call: a value for each
    return(sprintf('"values": [%s]', paste(sapply(input$cutoffs, function(k) number(metric(grades, k))), collapse = ", ")))
  value <- if (is.null(input$cutoff)) metric(grades) else metric(grades, input$cutoff)
  if (is.finite(value)) paste0('"value": ', number(value)) else '"undefined": "0/0"'
}

requests <- file("stdin", "r")
while (length(line <- readLines(requests, n = 1)) > 0) {
  request <- parse_json(line, simplifyVector = TRUE)
  said <- function(key) function(e) sprintf('"%s": %s', key, toJSON(conditionMessage(e), auto_unbox = TRUE))
  members <- if (request$op == "describe") sub("^\\{(.*)\\}$", "\\1", toJSON(claims, auto_unbox = TRUE))
             else tryCatch(value_of(request$input), refused = said("error"), error = said("exception"))
  cat(sprintf('{"id": %d, %s}\n', request$id, members))
  flush(stdout())
}
