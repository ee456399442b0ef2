(* SPDX-License-Identifier: MIT
   Zarith under a name that no extracted module has. *)
include Z
