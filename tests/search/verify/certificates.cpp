// SPDX-License-Identifier: MIT
#include "tests/search/verify/certificates.hpp"

namespace disarray::test::certificates {

// clang-format off
const char* const example =
R"({"format":"disarray.certificate/1","n":3,"scope":[3,2,1],"small":[{"coefficient":"1","functional":"K"}],"big":[{"coefficient":"1","functional":"F[prefix]"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":false,"symmetries":[]}
{"ranks":[3,2,1],"proof":{"ratio":"1","signs":["-1","1","1"],"triangles":[[2,3,1,"1"]],"slacks":[]}}
{"end":{"claim":{"format":"disarray.certificate/1","n":3,"scope":[3,2,1],"small":[{"coefficient":"1","functional":"K"}],"big":[{"coefficient":"1","functional":"F[prefix]"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":false,"symmetries":[]},"records":1,"results":[{"n":3,"ratio":"1","violating":0,"best":{"ranks":[3,2,1],"dissimilarity":[["0","1","0"],["1","0","1"],["0","1","0"]]}}]}}
)";

const char* const direct_sums =
R"({"format":"disarray.certificate/1","n":4,"scope":"all","small":[{"coefficient":"1","functional":"F[box]"}],"big":[{"coefficient":"3/2","functional":"K"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":true,"symmetries":["inverse","reverse-complement"]}
{"ranks":[2,1],"proof":{"ratio":"3/4","signs":[],"triangles":[],"slacks":[]},"witness":[["0","1"],["1","0"]]}
{"ranks":[2,3,1],"proof":{"ratio":"3/5","signs":[],"triangles":[[1,2,3,"3/5"]],"slacks":[]},"witness":[["0","2","2"],["2","0","0"],["2","0","0"]]}
{"ranks":[3,2,1],"proof":{"ratio":"1","signs":[],"triangles":[[1,3,2,"1/2"]],"slacks":[]}}
{"ranks":[2,3,4,1],"proof":{"ratio":"1/2","signs":[],"triangles":[[1,2,3,"1/8"],[1,2,4,"1/2"],[1,3,4,"1/4"],[2,3,1,"1/8"],[2,3,4,"1/2"]],"slacks":[]},"witness":[["0","1","0","0"],["1","0","1","1"],["0","1","0","0"],["0","1","0","0"]]}
{"ranks":[2,4,1,3],"proof":{"ratio":"1/2","signs":[],"triangles":[[1,2,3,"5/8"],[2,3,1,"1/8"],[2,3,4,"1/8"],[3,4,2,"5/8"]],"slacks":[]},"witness":[["0","1","0","1"],["1","0","1","0"],["0","1","0","1"],["1","0","1","0"]]}
{"ranks":[2,4,3,1],"proof":{"ratio":"3/5","signs":[],"triangles":[[1,2,4,"21/20"],[1,4,2,"9/20"],[2,4,3,"9/10"]],"slacks":[]},"witness":[["0","2","2","2"],["2","0","0","0"],["2","0","0","0"],["2","0","0","0"]]}
{"ranks":[3,4,1,2],"proof":{"ratio":"1/2","signs":[],"triangles":[[1,2,3,"1/2"],[1,2,4,"1/2"],[1,3,2,"1/2"],[3,4,1,"1/2"]],"slacks":[]},"witness":[["0","1","1","0"],["1","0","0","1"],["1","0","0","1"],["0","1","1","0"]]}
{"ranks":[3,4,2,1],"proof":{"ratio":"3/4","signs":[],"triangles":[[1,2,3,"3/8"],[1,2,4,"3/8"],[1,3,4,"3/8"],[1,4,3,"3/8"]],"slacks":[]},"witness":[["0","1","1","1"],["1","0","0","0"],["1","0","0","0"],["1","0","0","0"]]}
{"ranks":[4,2,3,1],"proof":{"ratio":"9/8","signs":[],"triangles":[[1,4,2,"3/8"],[1,4,3,"3/8"]],"slacks":[]}}
{"ranks":[4,3,2,1],"proof":{"ratio":"1","signs":[],"triangles":[[1,4,2,"1/4"],[1,4,3,"1/4"],[2,3,1,"1/4"],[2,3,4,"1/4"]],"slacks":[]}}
{"end":{"claim":{"format":"disarray.certificate/1","n":4,"scope":"all","small":[{"coefficient":"1","functional":"F[box]"}],"big":[{"coefficient":"3/2","functional":"K"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":true,"symmetries":["inverse","reverse-complement"]},"records":10,"results":[{"n":2,"ratio":"3/4","violating":1,"best":{"ranks":[2,1],"dissimilarity":[["0","1"],["1","0"]]},"strict":{"ranks":[2,1],"dissimilarity":[["0","2"],["2","0"]]}},{"n":3,"ratio":"3/5","violating":4,"best":{"ranks":[2,3,1],"dissimilarity":[["0","2","2"],["2","0","0"],["2","0","0"]]},"strict":{"ranks":[2,3,1],"dissimilarity":[["0","3","3"],["3","0","1"],["3","1","0"]]}},{"n":4,"ratio":"1/2","violating":19,"best":{"ranks":[2,3,4,1],"dissimilarity":[["0","1","0","0"],["1","0","1","1"],["0","1","0","0"],["0","1","0","0"]]},"strict":{"ranks":[2,3,4,1],"dissimilarity":[["0","2","1","1"],["2","0","2","2"],["1","2","0","1"],["1","2","1","0"]]}}]}}
)";

const char* const plain_sweep =
R"({"format":"disarray.certificate/1","n":3,"scope":"all","small":[{"coefficient":"1","functional":"K"}],"big":[{"coefficient":"1","functional":"F[prefix-sym]"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":false,"symmetries":[]}
{"ranks":[1,3,2],"proof":{"ratio":"2","signs":["-1","1","-1","1"],"triangles":[],"slacks":[]}}
{"ranks":[2,1,3],"proof":{"ratio":"2","signs":["-1","1","-1","1"],"triangles":[],"slacks":[]}}
{"ranks":[2,3,1],"proof":{"ratio":"3/2","signs":["-1","-1","1","-1","1","1"],"triangles":[[1,3,2,"1/4"],[2,3,1,"3/4"]],"slacks":[]}}
{"ranks":[3,1,2],"proof":{"ratio":"3/2","signs":["-1","1","1","-1","0","1"],"triangles":[[1,2,3,"1/2"]],"slacks":[]}}
{"ranks":[3,2,1],"proof":{"ratio":"1","signs":["-1","1","1","-1","1","1"],"triangles":[[2,3,1,"1"]],"slacks":[]}}
{"end":{"claim":{"format":"disarray.certificate/1","n":3,"scope":"all","small":[{"coefficient":"1","functional":"K"}],"big":[{"coefficient":"1","functional":"F[prefix-sym]"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":false,"symmetries":[]},"records":5,"results":[{"n":3,"ratio":"1","violating":0,"best":{"ranks":[3,2,1],"dissimilarity":[["0","1","0"],["1","0","1"],["0","1","0"]]}}]}}
)";

const char* const split =
R"({"format":"disarray.certificate/1","n":4,"scope":[3,4,2,1],"small":[{"coefficient":"1","functional":"F[prefix]"}],"big":[{"coefficient":"1","functional":"K"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":false,"symmetries":[]}
{"ranks":[3,4,2,1],"proof":{"split":1,"positive":{"split":3,"positive":{"ratio":"1/2","signs":[],"triangles":[[1,2,3,"1"],[2,3,4,"1"],[2,4,1,"1"]],"slacks":[],"regions":[]},"negative":{"ratio":"5","signs":[],"triangles":[[1,2,3,"9"],[1,4,3,"9"],[2,4,1,"9"],[3,4,1,"26"]],"slacks":[],"regions":[[1,"25"],[3,"8"]]}},"negative":{"split":3,"positive":{"ratio":"1/2","signs":[],"triangles":[[1,3,4,"1/2"],[1,4,3,"1/2"]],"slacks":[],"regions":[]},"negative":{"ratio":"1/2","signs":[],"triangles":[[1,2,3,"1"],[1,3,2,"1/2"],[2,3,1,"1/2"]],"slacks":[],"regions":[]}}},"witness":[["0","1","0","0"],["1","0","1","1"],["0","1","0","0"],["0","1","0","0"]]}
{"end":{"claim":{"format":"disarray.certificate/1","n":4,"scope":[3,4,2,1],"small":[{"coefficient":"1","functional":"F[prefix]"}],"big":[{"coefficient":"1","functional":"K"}],"weights":"unit","swap_costs":"unit","fixed_points":"one","direct_sums":false,"symmetries":[]},"records":1,"results":[{"n":4,"ratio":"1/2","violating":1,"best":{"ranks":[3,4,2,1],"dissimilarity":[["0","1","0","0"],["1","0","1","1"],["0","1","0","0"],["0","1","0","0"]]},"strict":{"ranks":[3,4,2,1],"dissimilarity":[["0","2","1","1"],["2","0","2","2"],["1","2","0","1"],["1","2","1","0"]]}}]}}
)";

const char* const weighted =
R"({"format":"disarray.certificate/1","n":5,"scope":[5,2,3,1,4],"small":[{"coefficient":"1/2","functional":"F[box]"},{"coefficient":"1/3","functional":"K[inverse]"}],"big":[{"coefficient":"1/5","functional":"F[prefix]"},{"coefficient":"1/3","functional":"F[prefix-sym,inverse]"},{"coefficient":"1/7","functional":"F[interval]"},{"coefficient":"2","absolute":[{"coefficient":"1","functional":"F[interval,inverse]"},{"coefficient":"-1/2","functional":"F[box,inverse]"}]}],"weights":["1","2","1/2","3","1"],"swap_costs":["0","1/3","2/5","3/4"],"fixed_points":"local","direct_sums":false,"symmetries":[]}
{"ranks":[5,2,3,1,4],"proof":{"ratio":"11139738/6769385","signs":["-1","-1","-1","1","1","-1","1","1","-1","1","-1","-1","-1","1","1","1"],"triangles":[[1,2,4,"2385251/182773395"],[1,2,5,"2757307961/87731229600"],[1,3,4,"181560264763/1169749728000"],[1,3,5,"30330387571/1754624592000"],[1,5,2,"2138626717/87731229600"],[1,5,3,"23524893887/1754624592000"],[3,4,1,"173164181243/1169749728000"],[4,5,1,"590687567/4332406400"]],"slacks":[]}}
{"end":{"claim":{"format":"disarray.certificate/1","n":5,"scope":[5,2,3,1,4],"small":[{"coefficient":"1/2","functional":"F[box]"},{"coefficient":"1/3","functional":"K[inverse]"}],"big":[{"coefficient":"1/5","functional":"F[prefix]"},{"coefficient":"1/3","functional":"F[prefix-sym,inverse]"},{"coefficient":"1/7","functional":"F[interval]"},{"coefficient":"2","absolute":[{"coefficient":"1","functional":"F[interval,inverse]"},{"coefficient":"-1/2","functional":"F[box,inverse]"}]}],"weights":["1","2","1/2","3","1"],"swap_costs":["0","1/3","2/5","3/4"],"fixed_points":"local","direct_sums":false,"symmetries":[]},"records":1,"results":[{"n":5,"ratio":"11139738/6769385","violating":0,"best":{"ranks":[5,2,3,1,4],"dissimilarity":[["0","172800","172800","0","172800"],["172800","0","0","172800","0"],["172800","0","0","172800","0"],["0","172800","172800","0","172800"],["172800","0","0","172800","0"]]}}]}}
)";

// clang-format on

}  // namespace disarray::test::certificates
