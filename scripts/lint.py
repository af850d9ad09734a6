#!/usr/bin/env python3
"""clang-format and clang-tidy over our own sources; run it after a build (it reads build/release/compile_commands.json).

clang-tidy spends 40 s on LibTorch's headers, whatever the file that includes them holds. Therefore the files of a folder are checked together,
as one translation unit that includes them all. Files that define the same name, which only a single unit minds, go into different units; where
that was not seen beforehand, the unit is halved.
What passed is remembered (a digest of the files, the headers of ours that they include, the settings and the flags) and not checked again.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# Of a compile command only what decides the meaning of the source: GCC's own warnings and its precompiled header mean nothing to clang.
KEPT_FLAG = re.compile(r"-D.*|-I.*|-std=.*|-f(PIC|PIE|sanitize=.*)|-m(?!arch=native).*")


def flags_of(command):
    """The flags of a compile command that clang-tidy needs, without GCC's own and without the precompiled header."""
    words = shlex.split(command)
    flags = []
    for word, following in zip(words, words[1:]):
        if word == "-isystem":
            flags += [word, following]
        elif KEPT_FLAG.fullmatch(word):
            flags.append(word)
    return flags


# What a file defines at namespace scope (our style does not indent there): types, aliases, functions, constants.
DEFINED = re.compile(
    r"^(?:(?:template <[^>]*>\s)?(?:struct|class|enum class) (\w+)|using (\w+) =|(?:[\w:<>,&*\[\]]+ )+[&*]*(\w+)(?:\(|\{|\[| =|;))", re.MULTILINE
)


def units(files):
    """The files in as few lists as it takes for no list to define a name twice."""
    lists = []
    for file in files:
        names = {name for match in DEFINED.findall(file.read_text(encoding="utf-8")) for name in match if name}
        for members, taken in lists:
            if not taken & names:
                members.append(file)
                taken |= names
                break
        else:
            lists.append(([file], names))
    return [members for members, _ in lists]


def own_headers(path, seen):
    """`path` and the headers of ours that it includes, directly or not."""
    if path in seen:
        return seen
    seen.add(path)
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for folder in (path.parent, PROJECT / "include", PROJECT / "tests"):
            if (folder / name).is_file():
                own_headers((folder / name).resolve(), seen)
                break
    return seen


class Tidy:
    """clang-tidy over groups of files that share their flags."""

    def __init__(self, build, version):
        self.folder = build / "lint"
        self.folder.mkdir(exist_ok=True)
        settings = (PROJECT / ".clang-tidy").read_text() + version + pathlib.Path(__file__).read_text()
        self.settings = settings.encode()

    def digest(self, files, flags):
        digest = hashlib.sha256(self.settings + "\0".join(flags).encode())
        sources = set()
        for file in files:
            own_headers(file, sources)
        for source in sorted(sources):
            digest.update(str(source.relative_to(PROJECT)).encode() + b"\0" + source.read_bytes())
        return digest.hexdigest()

    def check(self, files, flags):
        """The findings in `files`, as text; empty when there are none."""
        key = self.digest(files, flags)
        stamp = self.folder / (key + ".passed")
        if stamp.exists():
            return ""
        unit = self.folder / (key + ".cpp")
        unit.write_text("".join(f'#include "{file}"  // NOLINT\n' for file in files))
        output = self.run(unit, flags)
        unit.unlink()
        if len(files) > 1 and "[clang-diagnostic-error]" in output:
            half = len(files) // 2
            return self.check(files[:half], flags) + self.check(files[half:], flags)
        if not output:
            stamp.touch()
        return output

    def run(self, unit, flags):
        own = f"{re.escape(str(PROJECT))}/(src|include|tests|benchmarks)/.*"
        command = ["clang-tidy", "--quiet", f"--config-file={PROJECT / '.clang-tidy'}", f"--header-filter={own}", str(unit), "--", *flags]
        done = subprocess.run(command, capture_output=True, text=True, cwd=PROJECT)
        return "" if done.returncode == 0 else done.stdout or done.stderr


def groups(build):
    """(files, flags) of each translation unit: one folder, one set of flags, no name twice; generated files are left out."""
    found = collections.defaultdict(list)
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"]).resolve()
        if not file.is_relative_to(build):
            found[(file.parent, tuple(flags_of(entry["command"])))].append(file)
    return [(unit, list(flags)) for (_, flags), files in found.items() for unit in units(sorted(files))]


def check_format(fix):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.cpp", "*.hpp"], capture_output=True, text=True, check=True, cwd=PROJECT)
    files = [name for name in listed.stdout.split() if (PROJECT / name).exists()]
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    return subprocess.run(["clang-format", "--style=file", *mode, *files], cwd=PROJECT).returncode == 0


def check_tidy(build, jobs):
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    tidy = Tidy(build, version)
    work = sorted(groups(build), key=lambda group: -len(group[0]))
    clean = True
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for findings in pool.map(lambda group: tidy.check(*group), work):
            if findings:
                clean = False
                print(findings, flush=True)
    return clean


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=PROJECT / "build/release", help="folder with compile_commands.json")
    parser.add_argument("--fix", action="store_true", help="format the files in place instead of complaining")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="clang-tidy processes at a time")
    arguments = parser.parse_args()
    if not check_format(arguments.fix):
        sys.exit("lint: formatting differs from .clang-format (above); mend it with scripts/lint.py --fix")
    if not check_tidy(arguments.build.resolve(), arguments.jobs):
        sys.exit("lint: clang-tidy has findings (above)")


if __name__ == "__main__":
    main()
