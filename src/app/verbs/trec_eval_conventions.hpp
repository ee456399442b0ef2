// SPDX-License-Identifier: MIT
//
// Everything in which trec_eval 10 differs from the defaults, in one place: of `disarray trec_eval`
// and of `disarray evaluate --conventions trec_eval`.
#pragma once

#include "evaluation/judged_run.hpp"
#include "evaluation/scores.hpp"
#include "formats/judgements.hpp"

namespace disarray::app {

struct TrecEvalSettings {
    formats::JudgementOptions judgements;
    evaluation::JudgingOptions judging;
    evaluation::ScoreOptions score;
};

inline TrecEvalSettings trec_eval_settings() {
    TrecEvalSettings settings;
    settings.judgements.form = formats::Form::trec;
    settings.judgements.negative_grades = formats::NegativeGrades::unknown;
    settings.judgements.as_trec_eval = true;
    settings.judging.run.form = formats::Form::trec;
    settings.judging.run.scores = formats::Scores::double_;
    settings.judging.run.as_trec_eval = true;
    settings.score.conventions.persistence = Rational(Integer(9), Integer(10));
    settings.score.conventions.recall_ranks = retrieval::RecallRanks::nearest;
    settings.score.conventions.rank_biased = retrieval::RankBiased::graded;
    settings.score.undefined = evaluation::Undefined::zero;
    settings.score.midway = evaluation::Midway::double_;
    return settings;
}

}  // namespace disarray::app
