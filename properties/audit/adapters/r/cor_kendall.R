#!/usr/bin/env Rscript
# SPDX-License-Identifier: MIT
#
# R's cor(method = "kendall") for `disarray audit` (properties/audit/PROTOCOL.md): τ_b, in O(n²).
# JSON by the package jsonlite (Debian: r-cran-jsonlite).
suppressPackageStartupMessages(library(jsonlite))

description <- list(protocol = 1, name = "cor_kendall", kind = "two-rankings",
                    direction = "greatest", range = c("-1", "1"), reference = "kendall-tau-b",
                    exceptions = list("infinite-number" = "an infinite rank is ordered like any other"))

# What the metric documents that it does not take; every other error is a fault.
refuse <- function(...) stop(structure(class = c("refused", "error", "condition"),
                                       list(message = paste0(...), call = NULL)))

# The strings "NaN", "Infinity" and "-Infinity" are numbers for as.numeric().
value_of <- function(input) {
  if (length(input$first) != length(input$second)) refuse("rankings of different lengths")
  value <- cor(as.numeric(input$first), as.numeric(input$second), method = "kendall")
  if (is.finite(value)) list(value = value) else list(undefined = format(value))
}

answer <- function(request) {
  tryCatch(
    switch(request$op,
           describe = if (request$protocol == 1) description
                      else stop("protocol ", request$protocol, ", expected 1"),
           evaluate = value_of(request$input),
           stop("op ", request$op, ", expected describe or evaluate")),
    refused = function(e) list(error = conditionMessage(e)),
    error = function(e) list(exception = conditionMessage(e)))
}

# toJSON() writes at most 15 digits; a double is told from its neighbours by 17.
json <- function(x) {
  if (is.double(x)) sprintf("%.17g", x) else toJSON(x, auto_unbox = TRUE)
}

requests <- file("stdin", "r")
while (length(line <- readLines(requests, n = 1)) > 0) {
  request <- parse_json(line, simplifyVector = TRUE)
  members <- c(list(id = request$id), answer(request))
  cat("{", paste0('"', names(members), '": ', vapply(members, json, ""), collapse = ", "), "}\n",
      sep = "")
  flush(stdout())
}
