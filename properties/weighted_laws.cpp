// SPDX-License-Identifier: MIT
#include "properties/weighted_laws.hpp"

namespace disarray::properties {

namespace {

const std::vector<std::string_view> every_weighted = {
    "kendall", "footrule[prefix]", "footrule[prefix-sym]", "footrule[interval]", "footrule[box]"};
const std::vector<std::string_view> every_footrule = {"footrule[prefix]", "footrule[prefix-sym]",
                                                      "footrule[interval]", "footrule[box]"};
/// All that compare two rankings without naming one as reference: prefix-sym looks at inverses.
const std::vector<std::string_view> of_two_rankings = {"kendall", "footrule[prefix]",
                                                       "footrule[interval]", "footrule[box]"};
constexpr Varies no_swap_costs{true, false, true};

/// Theorems of more than one law.
const Theorem prefix_through_identity{
    "Triangles.v", "prefix_through_identity",
    "forall n a s t, prefix n a s t <= prefix n a s identity + prefix n a t identity"};
const Theorem zero_only_at_equality{
    "Weighted.v", "zero_only_at_equality",
    "forall n v s t D, ranking n s -> ranking n t -> weights_positive n v -> metric n D -> "
    "let a := cost v n s t D in kendall n a s t == 0 \\/ prefix n a s t == 0 \\/ "
    "interval n a s t == 0 \\/ box n a s t == 0 -> same n s t"};
const Theorem prefix_zero_with_kendall{
    "Weighted.v", "prefix_zero_with_kendall",
    "forall n v s t D, ranking n s -> ranking n t -> weights_nonnegative n v -> dissimilarity n D "
    "-> kendall n (cost v n s t D) s t == 0 <-> prefix n (cost v n s t D) s t == 0"};
const Theorem collapse{
    "Weighted.v", "collapse",
    "forall n f s, ranking n s -> distance unit_weighting n (fun _ _ => 1) f s == match f with "
    "Kendall => inversions n s identity | _ => displacement n s identity end"};
const Theorem unit_bounds{
    "Weighted.v", "unit_bounds",
    "forall n f s, f <> Kendall -> ranking n s -> let M f := distance unit_weighting n "
    "(fun _ _ => 1) f s in M Kendall <= M f /\\ M f <= 2 * M Kendall"};

const WeightedLaw table_of_laws[] = {
    {"scale-element-weights",
     every_weighted,
     all_weights,
     false,
     {"Scaling.v", "scale_weights",
      "forall c v n D f s, distance (Weighting (fun i => c * w v i) (delta v) (fixed_points v)) "
      "n D f s == c * c * distance v n D f s"}},
    {"scale-dissimilarity",
     every_weighted,
     all_weights,
     false,
     {"Scaling.v", "scale_dissimilarity",
      "forall c v n D f s, 0 <= c -> distance v n (fun i j => c * D i j) f s == "
      "c * distance v n D f s"}},
    {"scale-swap-costs",
     every_weighted,
     all_weights,
     true,
     {"Scaling.v", "scale_swap_costs",
      "forall c v n D f s, fixed_points v = local -> distance (Weighting (w v) "
      "(fun k => c * delta v k) (fixed_points v)) n D f s == c * c * distance v n D f s"}},
    {"scale-all",
     every_weighted,
     all_weights,
     true,
     {"Scaling.v", "scale_all",
      "forall a b c v n D f s, 0 <= c -> fixed_points v = local -> distance (Weighting "
      "(fun i => a * w v i) (fun k => b * delta v k) (fixed_points v)) n "
      "(fun i j => c * D i j) f s == a * a * (b * b) * c * distance v n D f s"}},
    {"swap-costs-as-weights",
     {"kendall", "footrule[prefix]", "footrule[interval]", "footrule[box]"},
     all_weights,
     false,
     {"Scaling.v", "swap_costs_as_weights",
      "forall d policy n D f s, f <> PrefixSym -> let v := Weighting (fun _ => 1) d policy in "
      "distance v n D f s == distance (Weighting (p_bar v n s identity) (fun _ => 1) one) n D f "
      "s"}},
    {"right-invariance",
     of_two_rankings,
     all_weights,
     false,
     {"Weighted.v", "relabelled",
      "forall n v D s t u, ranking n u -> let v' := Weighting (fun i => w v (u i)) (delta v) "
      "(fixed_points v) in let a := cost v n s t D in let s' i := s (u i) in "
      "let t' i := t (u i) in let b := cost v' n s' t' (fun i j => D (u i) (u j)) in "
      "kendall n b s' t' == kendall n a s t /\\ prefix n b s' t' == prefix n a s t /\\ "
      "interval n b s' t' == interval n a s t /\\ box n b s' t' == box n a s t"}},
    {"zero-only-at-equality", of_two_rankings, all_weights, false, zero_only_at_equality},
    {"zero-only-at-equality",
     every_weighted,
     all_weights,
     false,
     {"Weighted.v", "zero_only_at_identity",
      "forall n v D f s, ranking n s -> weights_positive n v -> metric n D -> "
      "distance v n D f s == 0 -> same n s identity"},
     metrics::Frame::literal},
    {"zero-together", {"footrule[prefix]"}, all_weights, false, prefix_zero_with_kendall},
    {"zero-together",
     every_footrule,
     all_weights,
     false,
     {"Weighted.v", "zero_together",
      "forall n v D f s, ranking n s -> weights_positive n v -> metric n D -> "
      "distance v n D Kendall s == 0 <-> distance v n D f s == 0"}},
    {"zero-together-some-swaps-free",
     {"footrule[prefix]"},
     all_weights,
     false,
     prefix_zero_with_kendall},
    {"zero-together-pseudometric",
     {"footrule[prefix]"},
     all_weights,
     false,
     prefix_zero_with_kendall},
    {"inverse-symmetry",
     {"footrule[prefix-sym]"},
     all_weights,
     false,
     {"Weighted.v", "prefix_sym_of_inverse",
      "forall n v D s, ranking n s -> distance v n D PrefixSym (inverse n s) == "
      "distance v n D PrefixSym s"}},
    {"inverse-symmetry",
     {"kendall", "footrule[prefix]", "footrule[box]"},
     swap_costs_only,
     false,
     {"Weighted.v", "swap_costs_of_inverse",
      "forall d policy n f s, ranking n s -> f <> Interval -> let v := Weighting (fun _ => 1) d "
      "policy in distance v n (fun _ _ => 1) f (inverse n s) == distance v n (fun _ _ => 1) f s"}},
    {"blow-up",
     {"kendall", "footrule[prefix]"},
     element_weights_only,
     false,
     {"Splitting.v", "blow_up",
      "forall n s c, ranking n s -> let v := Weighting (fun i => of_nat (c i)) (fun _ => 1) one in "
      "let t := written_out n s c in (forall i u, (i < n)%nat -> (u < c i)%nat -> t (start c i + "
      "u)%nat "
      "= (start (fun k => c (inverse n s k)) (s i) + u)%nat) /\\ ranking (start c n) t /\\ "
      "distance v n (fun _ _ => 1) Kendall s == inversions (start c n) t identity /\\ "
      "distance v n (fun _ _ => 1) Prefix s == displacement (start c n) t identity"}},
    {"kendall-at-most-footrule-w",
     {"footrule[prefix]"},
     element_weights_only,
     false,
     {"Splitting.v", "kendall_le_prefix_weights",
      "forall n x s, ranking n s -> (forall i, (i < n)%nat -> 0 <= x i) -> let v := Weighting x "
      "(fun _ => 1) one in distance v n (fun _ _ => 1) Kendall s <= distance v n (fun _ _ => 1) "
      "Prefix s"}},
    {"kendall-at-most-footrule-delta",
     {"footrule[prefix]"},
     swap_costs_only,
     false,
     {"Splitting.v", "kendall_le_prefix_swap_costs",
      "forall n d policy s, ranking n s -> (forall k, 0 <= d k) -> let v := Weighting (fun _ => 1) "
      "d policy in distance v n (fun _ _ => 1) Kendall s <= distance v n (fun _ _ => 1) Prefix "
      "s"}},
    {"collapse-element-weights", every_weighted, no_weights, false, collapse},
    {"collapse-swap-costs", every_weighted, no_weights, false, collapse},
    {"collapse-dissimilarity", every_weighted, no_weights, false, collapse},
    {"collapse-all", every_weighted, no_weights, false, collapse},
    {"kendall-at-most-footrule", every_footrule, no_weights, false, unit_bounds},
    {"footrule-at-most-twice-kendall", every_footrule, no_weights, false, unit_bounds},
    {"symmetry",
     {"kendall"},
     no_swap_costs,
     false,
     {"Triangles.v", "kendall_symmetric",
      "forall n D s t, symmetric n D -> kendall n D s t == kendall n D t s"}},
    {"symmetry",
     {"footrule[prefix]"},
     no_swap_costs,
     false,
     {"Triangles.v", "prefix_symmetric", "forall n a s t, prefix n a s t == prefix n a t s"}},
    {"symmetry",
     {"footrule[box]"},
     no_swap_costs,
     false,
     {"Triangles.v", "box_symmetric", "forall n a s t, box n a s t == box n a t s"}},
    {"triangle-inequality",
     {"kendall"},
     no_swap_costs,
     false,
     {"Triangles.v", "kendall_triangle",
      "forall n a s t r, ranking n s -> ranking n t -> ranking n r -> dissimilarity n a -> "
      "kendall n a s r <= kendall n a s t + kendall n a t r"}},
    {"triangle-inequality",
     {"footrule[prefix]"},
     no_swap_costs,
     false,
     {"Triangles.v", "prefix_triangle",
      "forall n a s t r, prefix n a s r <= prefix n a s t + prefix n a t r"}},
    {"triangle-any-dissimilarity",
     {"kendall"},
     no_swap_costs,
     false,
     {"Triangles.v", "kendall_through_identity",
      "forall n a s t, ranking n s -> ranking n t -> dissimilarity n a -> "
      "kendall n a s t <= kendall n a s identity + kendall n a t identity"}},
    {"triangle-through-identity",
     {"footrule[prefix]"},
     no_swap_costs,
     false,
     prefix_through_identity},
    {"triangle-non-metric", {"footrule[prefix]"}, no_swap_costs, false, prefix_through_identity},
};

}  // namespace

std::span<const WeightedLaw> weighted_laws() {
    return table_of_laws;
}

}  // namespace disarray::properties
