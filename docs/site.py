#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the site of ./dev docs: gathers the pages of the tree, writes those that come out of the program
(verbs and options, metrics, JSON documents, the claims that fell), calls MkDocs, checks every link.

usage: site.py ROOT_OF_THE_TREE PATH_OF_DISARRAY
"""
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

# Pages that have another name in the site; all others of docs/ keep theirs.
NAMES = {"README.md": "index.md", "docs/README.md": "documents.md", "search/LANGUAGE.md": "language.md",
         "search/verify/FORMAT.md": "format.md", "properties/audit/PROTOCOL.md": "protocol.md",
         "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
# A command for each document whose fields are shown; they run in a folder with the tree's tests.
DOCUMENTS = [
    "metrics", "distance --order b,c,a", "check --metric kendall --property symmetry --exhaustive 3 --random 0",
    "check claims KV-pbar-positive", "search --reading prefix --n 6", "search estimate --reading box --n 7",
    "evaluate tests/evaluation/mir.qrels tests/evaluation/mir.run --metric AP",
    "aggregate tests/data/council.soc", "experiment robustness --synthetic position-based --queries 50",
    "audit -- /usr/bin/python3 properties/audit/adapters/python/template.py",
]


def escaped(text):
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", str(text).replace("\n", " "))


def table(titles, rows):
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


class Site:
    def __init__(self, root, program):
        self.root, self.program = root, program
        self.folder = root / "build/site"
        self.pages = self.folder / "pages"

    def answer(self, arguments):
        """What the program prints; 1 and 5 are answers as well."""
        done = subprocess.run([self.program, *arguments], cwd=self.root, capture_output=True, text=True)
        if done.returncode not in (0, 1, 5):
            sys.exit(f"disarray {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def write(self, name, text):
        (self.pages / name).write_text(text, encoding="utf-8")

    def gather(self):
        shutil.rmtree(self.pages, ignore_errors=True)
        self.pages.mkdir(parents=True)
        sources = dict(NAMES)
        for page in sorted((self.root / "docs").glob("*.md")):
            sources.setdefault(f"docs/{page.name}", page.name)
        for source, name in sources.items():
            text = (self.root / source).read_text(encoding="utf-8")
            self.write(name, self.with_links(text, source, sources))
        shutil.copy(self.root / "docs/site.css", self.pages)
        del sources["docs/README.md"]
        (self.pages / "documents.md").unlink()

    def with_links(self, text, source, sources):
        """Links of the tree as those of the site; a file that is no page is only named."""
        def replaced(match):
            words, link = match.groups()
            if re.match(r"[a-z]+:|#", link):
                return match.group(0)
            path, _, anchor = link.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
            if path == "docs/README.md" or (path in sources and not (self.root / path).exists()):
                return words
            if path in sources:
                return f"[{words}]({sources[path]}{'#' + anchor if anchor else ''})"
            if path.endswith(".svg"):
                shutil.copy(self.root / path, self.pages)
                return f"[{words}]({posixpath.basename(path)})"
            return words
        return re.sub(r"\[((?:[^\[\]\n]|\[[^\]\n]*\])*)\]\(([^)\s]+)\)", replaced, text)

    def write_reference(self):
        self.write("reference-options.md", self.answer(["--manual", "markdown"]))
        metrics = json.loads(self.answer(["metrics", "--json"]))["metrics"]
        rows = [[f"`{m['full_name']}`", escaped(m["family"]), escaped(m["kind"]), escaped(m["domain"]),
                 escaped(m["exactness"]), escaped(m["formula"]), escaped(m["source"])] for m in metrics]
        self.write("reference-metrics.md", "# Metrics\n\nWhat `disarray metrics` lists.\n\n" + table(
            ["metric", "family", "kind", "domain", "values", "formula", "source"], rows))
        parts = ["# JSON documents\n\nThe fields of what `--json` prints, read off an answer each. Of a list the "
                 "fields of all entries are shown, with the first value. Keys are added freely; the meaning of one "
                 "changes only with the number behind the schema's name. Exact numbers are texts.\n\n"
                 "`disarray --version` names all formats.\n"]
        for arguments in DOCUMENTS:
            words = arguments.split()
            at = words.index("--") if "--" in words else len(words)
            document = json.loads(self.answer([*words[:at], "--json", *words[at:]]))
            command = " ".join([*words[:at], "--json", *words[at:]])
            rows = []
            self.fields(document, "", rows, {})
            parts.append(f"\n## {document['schema']}: {' '.join(words[:2 if words[0] in ('search', 'experiment') else 1])}\n\n"
                         f"    $ disarray {command}\n\n" + table(["field", "kind", "example"], rows))
        self.write("reference-documents.md", "".join(parts))

    def fields(self, value, path, rows, seen):
        """A row for each field below `value`, once."""
        kind = {dict: "object", list: "list", str: "text", bool: "true or false", int: "number",
                float: "number", type(None): "null"}[type(value)]
        if path and seen.setdefault(path, kind) is kind and path not in (row[0].strip("`") for row in rows):
            text = "" if kind in ("object", "list") else f"`{json.dumps(value, ensure_ascii=False)[:60]}`"
            rows.append([f"`{path}`", kind, text.replace("|", "\\|")])
        if isinstance(value, dict):
            for key, entry in value.items():
                self.fields(entry, f"{path}.{key}" if path else key, rows, seen)
        elif isinstance(value, list) and not all(isinstance(entry, (int, str, list)) for entry in value):
            for entry in value[:50]:
                self.fields(entry, path + "[]", rows, seen)

    def write_findings(self):
        """From the ledger, which takes a minute and is kept until the program changes."""
        kept = self.folder / "claims.json"
        if not kept.exists() or kept.stat().st_mtime < os.stat(self.program).st_mtime or not kept.stat().st_size:
            kept.write_text(self.answer(["check", "claims", "--json"]), encoding="utf-8")
        document = json.loads(kept.read_text(encoding="utf-8"))
        rows = document["claims"]
        fallen = {}
        for row in rows:
            if row["verdict"] == "refuted":
                fallen.setdefault((row["id"], row["statement"], row["source"]), []).append(row)
        parts = [
            f"# Claims that fell\n\nWritten from `disarray check claims --json` of disarray {document['version']}: of "
            f"{len(rows)} rows (a claim in a reading, a frame and a policy for elements that keep their rank) "
            f"{sum(map(len, fallen.values()))} are refuted, of {len(fallen)} claims. Each has here its smallest witness, "
            "evaluated a second time by the naive definitions, and the line that repeats it. What a row says it says of "
            "the text as printed, in that reading; another reading may hold. "
            "[How to cite a finding](cite.md).\n\n",
            table(["claim", "source", "statement", "refuted for"], [
                [f"[{escaped(key[0])}](#{self.anchor(key, index)})", escaped(key[2]), escaped(key[1]),
                 escaped(self.names(group))] for index, (key, group) in enumerate(fallen.items())])]
        for index, (key, group) in enumerate(fallen.items()):
            row = min(group, key=lambda entry: self.size(entry["witness"]))
            parts.append(f"\n<a id=\"{self.anchor(key, index)}\"></a>\n\n## {escaped(key[0])} ({escaped(key[2])})\n\n"
                         f"{escaped(key[1])}\n\nRefuted for {escaped(self.names(group))}.\n\n")
            parts.append(table(["smallest witness", ""], self.witness_rows(row)))
            if row.get("replay"):
                parts.append(f"\n    $ {row['replay']}\n")
        self.write("findings.md", "".join(parts))

    @staticmethod
    def anchor(key, index):
        return re.sub(r"[^a-z0-9]+", "-", key[0].lower()).strip("-") + f"-{index}"

    @staticmethod
    def size(witness):
        if not witness:
            return (99, 0)
        rankings = witness.get("rankings") or [[]]
        return (max(len(ranking) for ranking in rankings), len(json.dumps(witness)))

    @staticmethod
    def names(group):
        names = []
        for row in group:
            name = row.get("metric") or ""
            if row.get("reading") and "[" not in name:
                name = f"{name or 'F'}[{row['reading']}]"
            if name and name not in names:
                names.append(name)
        more = f" and {len(names) - 8} more" if len(names) > 8 else ""
        return (", ".join(names[:8]) or "the claim as a whole") + more

    @staticmethod
    def witness_rows(row):
        rows = [["scope", escaped(row["scope"])]]
        for key, value in (row["witness"] or {}).items():
            if key in ("scale",) or value in (None, [], ""):
                continue
            if key == "rankings":
                value = "; ".join(" ".join(map(str, ranks)) for ranks in value)
                key = "rank vectors"
            elif key == "dissimilarity" and isinstance(value, list):
                value = "; ".join(" ".join(map(str, line)) for line in value)
            elif isinstance(value, list) and all(isinstance(entry, (str, int)) for entry in value):
                value = " ".join(map(str, value))
            elif isinstance(value, (dict, list)):
                value = json.dumps(value, ensure_ascii=False)
            rows.append([escaped(key.replace("_", " ")), escaped(value)[:600]])
        rows.append(["what happens", escaped(row["explanation"])])
        if row.get("repairs"):
            rows.append(["stands with", escaped("; ".join(row["repairs"]))])
        return rows

    def write_gallery(self):
        """The report of ./dev report, if there is one, with its figures."""
        report = self.root / "build/report/pages"
        text = ("# A report\n\nWhat `./dev report` writes: the constants, the conjectures, the ledger of claims, the atlas "
                "and the experiments, computed anew.\n\n")
        if not (report / "report.html").exists():
            self.write("gallery.md", text + "This site was made without one: `./dev docs --report` makes both.\n")
            return
        shutil.copytree(report, self.pages / "report", ignore=shutil.ignore_patterns("*.md", "*.pdf", "*.tex"))
        text += "[The whole report, one page](report/report.html)\n"
        # In the order of the report, with what it says of each; witnesses are hundreds, and stand there.
        for words, name in re.findall(r"!\[(.*?)\]\(figures/([^)]+)\.svg\)", (report / "report.md").read_text("utf-8")):
            if not name.startswith("witness"):
                text += f"\n## {escaped(name.replace('-', ' ').capitalize())}\n\n![{name}](report/figures/{name}.svg)\n\n{words}\n"
        self.write("gallery.md", text)

    def write_citation(self):
        fields = dict(re.findall(r'^([a-z-]+): "?([^"\n]+)"?$', (self.root / "CITATION.cff").read_text(), re.M))
        self.write("cite.md", f"# How to cite\n\nThe program:\n\n    {fields['title']}, version {fields['version']}, "
                   f"{fields['date-released']}.\n\n{fields['message']}\n\nA refuted claim is cited by its witness, which can "
                   "be checked by hand, and the line that repeats it ([Claims that fell](findings.md)).\n")


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.ids = [], set()

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids.update(filter(None, (found.get("id"), found.get("name"))))
        for key in ("href", "src"):
            if found.get(key):
                self.links.append((tag, found[key]))


def wrong_links(html):
    """Links to what is not there, and anything but a link of a reader's that needs a network."""
    pages, wrong = {}, []
    for path in html.rglob("*.html"):
        parser = Links()
        parser.feed(path.read_text(encoding="utf-8"))
        pages[path.resolve()] = parser
    for path, parser in pages.items():
        if "report" in path.relative_to(html.resolve()).parts or "api" in path.relative_to(html.resolve()).parts:
            continue
        for tag, link in parser.links:
            if re.match(r"(https?:)?//", link):
                if tag != "a":
                    wrong.append(f"{path.name}: loads {link}")
                continue
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            other = (path.parent / target).resolve() if target else path
            if not other.exists():
                wrong.append(f"{path.name}: no {link}")
            elif anchor and other in pages and anchor not in pages[other].ids:
                wrong.append(f"{path.name}: no section {link}")
    return wrong


def main(root, program):
    site = Site(Path(root).resolve(), str(Path(program).resolve()))
    site.gather()
    site.write_reference()
    site.write_findings()
    site.write_gallery()
    site.write_citation()
    done = subprocess.run(["mkdocs", "build", "--quiet", "--strict"], cwd=site.root)
    if done.returncode:
        return done.returncode
    (site.folder / "html/404.html").unlink()  # for servers: its links begin at their root
    wrong = wrong_links(site.folder / "html")
    for line in wrong:
        print("FAILED:", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
