(* SPDX-License-Identifier: MIT

   What is proved, printed: each statement as Coq has it, and what it assumes. *)
From Disarray Require Import Bubble Scaling Unbounded MetricDistances Soundness Small.
Set Printing Width 110.

(* for every n *)
Check kendall_le_box.
Print Assumptions kendall_le_box.
Check prefix_le_2_kendall.
Print Assumptions prefix_le_2_kendall.
Check diaconis_graham.
Print Assumptions diaconis_graham.
Check prefix_collapses.
Print Assumptions prefix_collapses.
Check interval_collapses.
Print Assumptions interval_collapses.
Check box_collapses.
Print Assumptions box_collapses.
Check kendall_le_interval.
Print Assumptions kendall_le_interval.
Check interval_ge_half_total.
Print Assumptions interval_ge_half_total.
Check interval_le_4_kendall.
Print Assumptions interval_le_4_kendall.
Check box_le_4_kendall.
Print Assumptions box_le_4_kendall.
Check interval_4_attained.
Print Assumptions interval_4_attained.
Check kendall_le_prefix_fails.
Print Assumptions kendall_le_prefix_fails.
Check prefix_sym_unbounded.
Print Assumptions prefix_sym_unbounded.
Check kendall_right_invariant.
Print Assumptions kendall_right_invariant.
Check interval_right_invariant.
Print Assumptions interval_right_invariant.
Check kendall_symmetric.
Print Assumptions kendall_symmetric.
Check prefix_symmetric.
Print Assumptions prefix_symmetric.
Check box_symmetric.
Print Assumptions box_symmetric.
Check kendall_triangle.
Print Assumptions kendall_triangle.
Check prefix_triangle.
Print Assumptions prefix_triangle.
Check kendall_through_identity.
Print Assumptions kendall_through_identity.
Check prefix_through_identity.
Print Assumptions prefix_through_identity.
Check scale_weights.
Print Assumptions scale_weights.
Check scale_dissimilarity.
Print Assumptions scale_dissimilarity.
Check scale_swap_costs.
Print Assumptions scale_swap_costs.
Check scale_all.
Print Assumptions scale_all.
Check swap_costs_as_weights.
Print Assumptions swap_costs_as_weights.

(* laws of measures, for every n *)
Check mse_is_right_invariant.
Print Assumptions mse_is_right_invariant.
Check mae_is_right_invariant.
Print Assumptions mae_is_right_invariant.
Check mape_is_right_invariant.
Print Assumptions mape_is_right_invariant.
Check smape_is_right_invariant.
Print Assumptions smape_is_right_invariant.
Check spearman_rho_is_right_invariant.
Print Assumptions spearman_rho_is_right_invariant.
Check r2_is_right_invariant.
Print Assumptions r2_is_right_invariant.
Check kendall_tau_is_right_invariant.
Print Assumptions kendall_tau_is_right_invariant.
Check ndpm_is_right_invariant.
Print Assumptions ndpm_is_right_invariant.
Check hits_is_right_invariant.
Print Assumptions hits_is_right_invariant.
Check mse_is_symmetric.
Print Assumptions mse_is_symmetric.
Check mae_is_symmetric.
Print Assumptions mae_is_symmetric.
Check smape_is_symmetric.
Print Assumptions smape_is_symmetric.
Check r2_is_symmetric.
Print Assumptions r2_is_symmetric.
Check spearman_rho_is_symmetric.
Print Assumptions spearman_rho_is_symmetric.
Check kendall_tau_is_symmetric.
Print Assumptions kendall_tau_is_symmetric.
Check ndpm_is_symmetric.
Print Assumptions ndpm_is_symmetric.
Check hits_is_symmetric.
Print Assumptions hits_is_symmetric.
Check mse_depends_on_width.
Print Assumptions mse_depends_on_width.
Check mae_depends_on_width.
Print Assumptions mae_depends_on_width.
Check spearman_rho_depends_on_width.
Print Assumptions spearman_rho_depends_on_width.
Check r2_depends_on_width.
Print Assumptions r2_depends_on_width.
Check kendall_tau_depends_on_width.
Print Assumptions kendall_tau_depends_on_width.
Check ndpm_depends_on_width.
Print Assumptions ndpm_depends_on_width.
Check mae_is_distance.
Print Assumptions mae_is_distance.
Check smape_is_distance.
Print Assumptions smape_is_distance.
Check ndpm_is_distance.
Print Assumptions ndpm_is_distance.
Check mae_maps_to_distance.
Print Assumptions mae_maps_to_distance.
Check smape_maps_to_distance.
Print Assumptions smape_maps_to_distance.
Check ndpm_maps_to_distance.
Print Assumptions ndpm_maps_to_distance.
Check kendall_tau_maps_to_distance.
Print Assumptions kendall_tau_maps_to_distance.
Check mse_root_is_distance.
Print Assumptions mse_root_is_distance.
Check mae_root_is_distance.
Print Assumptions mae_root_is_distance.

(* by computation *)
Check kendall_le_prefix_5.
Print Assumptions kendall_le_prefix_5.
Check prefix_minimum_6.
Print Assumptions prefix_minimum_6.
Check kendall_le_prefix_refuted.
Print Assumptions kendall_le_prefix_refuted.
Check interval_maximum_5.
Print Assumptions interval_maximum_5.
Check box_maximum_5.
Print Assumptions box_maximum_5.
Check weighted_interval_refuted.
Print Assumptions weighted_interval_refuted.

(* the checker *)
Check accepts_sound.
Print Assumptions accepts_sound.
Check accepts_from_sound.
Print Assumptions accepts_from_sound.
