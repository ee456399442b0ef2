// SPDX-License-Identifier: MIT
//
// The names that libraries have for metrics: without capital letters, separators, a cutoff and
// words that say nothing, they are few.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/error.hpp"
#include "properties/audit/reference.hpp"

namespace disarray::properties::audit {

namespace {

struct LibraryName {
    std::string_view plain;  ///< small letters and digits
    std::string_view reference;
};

constexpr LibraryName retrieval_names[] = {
    {"ndcg", "nDCG"},
    {"normalizeddcg", "nDCG"},
    {"normalizeddiscountedcumulativegain", "nDCG"},
    {"normalizeddiscountedcumulatedgain", "nDCG"},
    {"normalizedcumulativegain", "NCG"},
    {"dcg", "DCG"},
    {"discountedcumulativegain", "DCG"},
    {"idealdcg", "IDCG"},
    {"cumulativegain", "CG"},
    {"p", "P"},
    {"prec", "P"},
    {"precision", "P"},
    {"recall", "recall"},
    {"f1", "F"},
    {"f", "F"},
    {"fmeasure", "F"},
    {"fbeta", "F"},
    {"ap", "AP"},
    {"map", "AP"},
    {"averageprecision", "AP"},
    {"rr", "RR"},
    {"mrr", "RR"},
    {"reciprocalrank", "RR"},
    {"rprec", "Rprec"},
    {"rprecision", "Rprec"},
    {"err", "ERR"},
    {"expectedreciprocalrank", "ERR"},
    {"rbp", "RBP"},
    {"rankbiasedprecision", "RBP"},
    {"bpref", "bpref"},
    {"binarypreference", "bpref"},
    {"infap", "infAP"},
    {"inferredap", "infAP"},
    {"inferredaverageprecision", "infAP"},
    {"gmap", "gm_map"},
    {"gmmap", "gm_map"},
    {"geometricmap", "gm_map"},
    {"gmbpref", "gm_bpref"},
    {"yaap", "yaap"},
    {"success", "success"},
    {"hitrate", "success"},
    {"hit", "success"},
    {"hits", "success"},
    {"setp", "P"},
    {"setprecision", "P"},
    {"setrecall", "recall"},
    {"setf", "F"},
    {"setmap", "set_map"},
    {"setap", "set_map"},
    {"relativep", "relative_P"},
    {"relativeprecision", "relative_P"},
    {"setrelativep", "relative_P"},
    {"utility", "utility"},
    {"11ptavg", "11pt"},
    {"11pt", "11pt"},
    {"elevenpointaverageprecision", "11pt"},
    {"ndcgrel", "ndcg_rel"},
    {"rndcg", "Rndcg"},
    {"bing", "binG"},
    {"g", "G"},
    {"rbpresid", "rbp_resid"},
    {"rbpresidual", "rbp_resid"},
    {"unj", "unj"},
    {"unjudged", "unj"},
    {"numret", "num_ret"},
    {"numrel", "num_rel"},
    {"numrelret", "num_rel_ret"},
    {"auc", "AUC"},
    {"auroc", "AUC"},
    {"rocauc", "AUC"},
};

constexpr LibraryName pair_names[] = {
    {"kendalltau", "kendall-tau-b"},  // of SciPy
    {"kendall", "kendall"},
    {"kendalltaua", "kendall-tau"},
    {"taua", "kendall-tau"},
    {"kendalltaub", "kendall-tau-b"},
    {"taub", "kendall-tau-b"},
    {"kendalltauc", "kendall-tau-c"},
    {"tauc", "kendall-tau-c"},
    {"stuarttauc", "kendall-tau-c"},
    {"kendalltaudistance", "kendall"},
    {"kendalldistance", "kendall"},
    {"spearman", "spearman-rho"},
    {"spearmanr", "spearman-rho"},
    {"spearmanrho", "spearman-rho"},
    {"spearmancorrelation", "spearman-rho"},
    {"spearmanfootrule", "footrule"},
    {"footrule", "footrule"},
    {"footruledistance", "footrule"},
    {"spearmandistance", "spearman-distance"},
    {"hamming", "hamming"},
    {"hammingdistance", "hamming"},
    {"goodmankruskalgamma", "gamma"},
    {"tauap", "tau-ap"},
    {"tauapb", "tau-ap-b"},
    {"weightedtau", "weighted-tau"},  // of SciPy
    {"somersd", "somers-d"},
};

constexpr LibraryName list_names[] = {
    {"rbo", "rbo"},         {"rboext", "rbo"},      {"rankbiasedoverlap", "rbo"},
    {"rbomin", "rbo-min"},  {"rbores", "rbo-res"},  {"averageoverlap", "average-overlap"},
    {"overlap", "overlap"}, {"jaccard", "jaccard"},
};

constexpr LibraryName vote_names[] = {
    {"borda", "borda"}, {"bordacount", "borda"},         {"plurality", "plurality"},
    {"veto", "veto"},   {"antiplurality", "veto"},       {"dowdall", "dowdall"},
    {"rrf", "rrf"},     {"reciprocalrankfusion", "rrf"}, {"meanrank", "mean-rank"},
};

/// Small letters and digits, without a cutoff: "ndcg" of "NDCG_at_10", "ndcg@k" and "ndcg_score".
std::string plain_name(std::string_view name) {
    std::string words;  // with a blank where there is a separator
    for (const char c : name.substr(0, name.find('@'))) {
        const bool is_capital = c >= 'A' && c <= 'Z';
        const bool is_plain = is_capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        words += is_capital ? static_cast<char>(c - 'A' + 'a') : is_plain ? c : ' ';
    }
    const std::size_t cutoff = words.find(" at ");
    if (cutoff != std::string::npos) words.resize(cutoff);
    std::erase(words, ' ');
    for (const std::string_view end : {"atk", "score", "metric", "coefficient", "correlation"}) {
        if (words.size() > end.size() && words.ends_with(end))
            words.resize(words.size() - end.size());
    }
    for (const std::string_view begin : {"sklearn", "scipy", "mean"}) {
        if (words.size() > begin.size() && words.starts_with(begin)) words.erase(0, begin.size());
    }
    return words;
}

}  // namespace

std::string reference_called(std::string_view name, MetricKind kind) {
    const std::string plain = plain_name(name);
    const auto find_in = [&](const auto& names) {
        const auto found = std::ranges::find(names, plain, &LibraryName::plain);
        return found == std::end(names) ? std::string() : std::string(found->reference);
    };
    switch (kind) {
        case MetricKind::two_rankings:
            return find_in(pair_names);
        case MetricKind::two_lists:
            return find_in(list_names);
        case MetricKind::votes:
            return find_in(vote_names);
        default:
            return find_in(retrieval_names);
    }
}

}  // namespace disarray::properties::audit
