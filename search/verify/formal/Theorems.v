(* SPDX-License-Identifier: MIT

   What is proved, printed: each statement as Coq has it, and what it assumes. *)
From Disarray Require Import Hexagon Splitting Maxima Unbounded Soundness Small.
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

Check kendall_le_box_terms.
Print Assumptions kendall_le_box_terms.
Check prefix_le_2_kendall_terms.
Print Assumptions prefix_le_2_kendall_terms.
Check prefix_minimum_at_most.
Print Assumptions prefix_minimum_at_most.
Check kendall_le_c_prefix_fails.
Print Assumptions kendall_le_c_prefix_fails.
Check box_maximum_at_least.
Print Assumptions box_maximum_at_least.
Check box_le_c_kendall_fails.
Print Assumptions box_le_c_kendall_fails.
Check interval_and_box_differ.
Print Assumptions interval_and_box_differ.
Check hexagon.
Print Assumptions hexagon.
Check hexagon_complete.
Print Assumptions hexagon_complete.
Check collapse.
Print Assumptions collapse.
Check unit_bounds.
Print Assumptions unit_bounds.
Check unit_strict.
Print Assumptions unit_strict.
Check relabelled.
Print Assumptions relabelled.
Check zero_only_at_equality.
Print Assumptions zero_only_at_equality.
Check zero_only_at_identity.
Print Assumptions zero_only_at_identity.
Check prefix_zero_with_kendall.
Print Assumptions prefix_zero_with_kendall.
Check zero_together.
Print Assumptions zero_together.
Check prefix_sym_of_inverse.
Print Assumptions prefix_sym_of_inverse.
Check swap_costs_of_inverse.
Print Assumptions swap_costs_of_inverse.
Check prefix_term_through_identity.
Print Assumptions prefix_term_through_identity.
Check blow_up.
Print Assumptions blow_up.
Check kendall_le_prefix_weights.
Print Assumptions kendall_le_prefix_weights.
Check kendall_le_prefix_swap_costs.
Print Assumptions kendall_le_prefix_swap_costs.

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
Check recall_greatest_is_one_at_k.
Print Assumptions recall_greatest_is_one_at_k.
Check tnr_greatest_is_one_at_k.
Print Assumptions tnr_greatest_is_one_at_k.
Check precision_greatest_is_one_at_k.
Print Assumptions precision_greatest_is_one_at_k.
Check npv_greatest_is_one_at_k.
Print Assumptions npv_greatest_is_one_at_k.
Check accuracy_greatest_is_one_at_k.
Print Assumptions accuracy_greatest_is_one_at_k.
Check balanced_accuracy_greatest_is_one_at_k.
Print Assumptions balanced_accuracy_greatest_is_one_at_k.
Check f1_greatest_is_one_at_k.
Print Assumptions f1_greatest_is_one_at_k.
Check fowlkes_mallows_greatest_is_one_at_k.
Print Assumptions fowlkes_mallows_greatest_is_one_at_k.
Check mcc_greatest_is_one_at_k.
Print Assumptions mcc_greatest_is_one_at_k.
Check jaccard_greatest_is_one_at_k.
Print Assumptions jaccard_greatest_is_one_at_k.
Check markedness_greatest_is_one_at_k.
Print Assumptions markedness_greatest_is_one_at_k.
Check informedness_greatest_is_one_at_k.
Print Assumptions informedness_greatest_is_one_at_k.
Check r2_greatest_is_one.
Print Assumptions r2_greatest_is_one.
Check kendall_tau_greatest_is_one.
Print Assumptions kendall_tau_greatest_is_one.
Check spearman_rho_greatest_is_one.
Print Assumptions spearman_rho_greatest_is_one.
Check mape_sees_place.
Print Assumptions mape_sees_place.
Check smape_sees_place.
Print Assumptions smape_sees_place.

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
