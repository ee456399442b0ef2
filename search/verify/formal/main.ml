(* SPDX-License-Identifier: MIT
   disarray-verify-proved FILE|FOLDER...: reads certificates of formats 1 and 2, in chunks or not, and
   hands them to the checker that is proved in Coq.
   disarray-verify-proved --many FILE: each text between form feeds; counts those accepted.
   disarray-verify-proved --coq FILE: a certificate of format 1 as Coq terms. *)
open Checker
open Json
open Claim

(* Header, what the end says, and the lines of records, of which the next one is read when it is asked for. *)
type certificate = { header : Json.t; last : Json.t; next : unit -> Json.t option }

(* The lines of a text from start to stop, then those of `more`. *)
let lines text start stop more =
  let text = ref text and place = ref start and stop = ref stop and more = ref more in
  let rec next () =
    if !place < !stop then match String.index_from_opt !text !place '\n' with
      | None -> fail "expected a newline at the end"
      | Some newline ->
        let line = (!place, newline) in
        place := newline + 1;
        Some (parse !text line)
    else match !more with
      | [] -> None
      | read :: rest -> text := read (); place := 0; stop := String.length !text; more := rest; next () in
  next

let one_file text =
  let size = String.length text in
  if size < 2 || text.[size - 1] <> '\n' then fail "expected a newline at the end";
  match String.index_from_opt text 0 '\n', String.rindex_from_opt text (size - 2) '\n' with
  | Some first, Some last when first < last ->
    let json = parse text (last + 1, size - 1) in
    only_keys json [ "end" ];
    { header = parse text (0, first); last = field json "end"; next = lines text (first + 1) (last + 1) [] }
  | _ -> fail "expected a header, records and an end"

let read_all path =
  let compressed = Filename.check_suffix path ".zst" in
  let channel = if compressed then Unix.open_process_in (Filename.quote_command "zstd" [ "-dcq"; path ]) else open_in_bin path in
  let text = Buffer.create 65536 and block = Bytes.create 65536 in
  let rec read () = match input channel block 0 65536 with 0 -> () | n -> Buffer.add_subbytes text block 0 n; read () in
  read ();
  if compressed && Unix.close_process_in channel <> Unix.WEXITED 0 then fail "no zstd file";
  if not compressed then close_in channel;
  Buffer.contents text

(* Chunks, one after the other. Which σ an entry says a file is about, its hash and the number of its
   records are not looked at: the records are those of one file. *)
let chunks folder =
  let text = read_all (Filename.concat folder "index.json") in
  let index = parse text (0, String.length text) in
  only_keys index [ "format"; "claim"; "chunks"; "end" ];
  if field index "format" <> Text "disarray.chunks/1" then fail "another format";
  let chunk json =
    only_keys json [ "file"; "length"; "ranks"; "records"; "sha256" ];
    let name = Claim.text (field json "file") in
    if name = "" || name.[0] = '.' || String.contains name '/' then fail ("no name of a chunk: " ^ name);
    fun () -> read_all (Filename.concat folder name) in
  { header = field index "claim"; last = field index "end"; next = lines "" 0 0 (List.map chunk (list (field index "chunks"))) }

let outcomes claim certificate =
  only_keys certificate.last [ "claim"; "records"; "results" ];
  if field certificate.last "claim" <> certificate.header then fail "the claim of the end is another";
  List.map (read_outcome claim (has_rule certificate.header)) (list (field certificate.last "results"))

let verify certificate =
  try
    let certificate = certificate () in
    let claim = read_claim certificate.header in
    let outcomes = outcomes claim certificate in
    let records = if has_rule certificate.header then Records.from_sections else Records.from_lines in
    let make, finished = records claim certificate.next in
    let count = ref 0 in
    if not (accepts_from claim (Made (fun ranks -> incr count; make ranks)) outcomes) then (false, "the proof does not hold")
    else if not (finished () && field certificate.last "records" = Int !count) then (false, "another number of records")
    else (true, statement claim outcomes)
  with Malformed what | Sys_error what -> (false, what) | Bigint.Overflow -> (false, "a number that is too long")

let print_terms certificate =
  let claim = read_claim certificate.header in
  let rec records () = match certificate.next () with Some json -> let r = Records.read_record claim json in r :: records () | None -> [] in
  Term.print claim (records ()) (List.map (function Attained r -> r | Threshold _ -> fail "only format 1 is covered") (outcomes claim certificate))

let () =
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead = 400 }; (* a third of the time *)
  match List.tl (Array.to_list Sys.argv) with
  | [ "--many"; path ] ->
    let texts = String.split_on_char '\012' (read_all path) in
    let taken = List.filteri (fun i text ->
      let taken, _ = verify (fun () -> one_file text) in
      if taken then Printf.printf "accepted: text %d\n" (i + 1);
      taken) texts in
    Printf.printf "%d texts, %d accepted\n" (List.length texts) (List.length taken)
  | [ "--coq"; path ] -> print_terms (one_file (read_all path))
  | [] -> prerr_endline "usage: disarray-verify-proved FILE|FOLDER..."; exit 2
  | paths ->
    let verdict path =
      let taken, what = verify (fun () -> if Sys.is_directory path then chunks path else one_file (read_all path)) in
      print_endline (if taken then what else Printf.sprintf "REJECTED %s: %s" path what);
      taken in
    exit (if List.for_all Fun.id (List.map verdict paths) then 0 else 1)
