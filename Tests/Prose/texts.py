"""The text that people read in a file: the prose of a page, the comments and the messages of a source, as blocks."""

import ast
import io
import re
import tokenize
from dataclasses import dataclass
from pathlib import PurePath

from rules import CODE

# An exception: it covers the block after it, or all blocks up to `prose: on`. The reason is required.
ALLOW = re.compile(r"^(?:<!-- )?prose: allow (?!-->)\S.*$")
OFF = re.compile(r"^(?:<!-- )?prose: off (?!-->)\S.*$")
ON = re.compile(r"^(?:<!-- )?prose: on\s*(?:-->|\*/)?$")
# Drawings are no prose.
DRAWING = re.compile(r"[▁▂▃▄▅▆▇█│┌┐└┘├┤─╲╱●▶▼◀]")
# A row of a list that is aligned in columns.
ROW = re.compile(r"^\s+\S.*?\S {2,}\S")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")


@dataclass
class Block:
    """A paragraph, a list item, a cell, a comment or a message."""

    line: int
    text: str
    # The line of the mark that excludes the block; None without one.
    mark: int | None = None


def label(link):
    """The text of a link; that of a link which is named after its file is a name of code."""
    return CODE if link[1] == PurePath(link[2]).stem else link[1]


def plain(text):
    """Markdown without its markup; a piece of code is one word."""
    text = re.sub(r"`+[^`]+`+", CODE, text)
    text = re.sub(r"!?\[([^\]]*)\]\(([^)]*)\)", label, text)
    text = re.sub(r"<!--.*?-->", " ", text)
    text = re.sub(r"</?\w+[^>]*>", " ", text)
    text = re.sub(r"https?://\S+", CODE, text)
    text = text.replace("**", "").replace("\\|", "|")
    return re.sub(r"\s+", " ", text).strip()


class Collector:
    """Lines to blocks, with the marks that except them."""

    def __init__(self):
        self.blocks = []
        self.lines = []
        self.start = 0
        self.allow = None
        self.off = None
        # The lines of marks, to find marks that hide nothing.
        self.marks = []

    def marked(self, line, number):
        """Whether a line is a mark, which is then taken in."""
        if "prose:" not in line:
            return False
        stripped = line.strip()
        if ON.match(stripped):
            self.flush()
            self.off = None
        elif OFF.match(stripped):
            self.flush()
            self.off = number
            self.marks.append(number)
        elif ALLOW.match(stripped):
            self.flush()
            self.allow = number
            self.marks.append(number)
        else:
            return False
        return True

    def add(self, number, text):
        """A line of the present block."""
        if not self.lines:
            self.start = number
        self.lines.append(text)

    def flush(self):
        """Ends the present block."""
        text = plain(" ".join(self.lines))
        self.lines = []
        if not text:
            return
        mark = self.off if self.off is not None else self.allow
        self.blocks.append(Block(self.start, text, mark))
        self.allow = None

    def single(self, number, text):
        """A block of one line."""
        self.flush()
        self.add(number, text)
        self.flush()


def page(text):
    """The prose of a page in Markdown: paragraphs, items, headings and cells, without code."""
    collector = Collector()
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            collector.flush()
            is_code = not is_code
        elif is_code or collector.marked(line, number):
            continue
        elif line.startswith("|"):
            collector.flush()
            is_kept = collector.allow
            for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
                collector.allow = is_kept
                if not re.fullmatch(r"[\s:-]*", cell):
                    collector.single(number, cell)
        elif line.startswith("#"):
            collector.single(number, line.lstrip("# "))
        elif not line.strip() or re.fullmatch(r"\s*<!--.*-->\s*", line):
            collector.flush()
        elif ITEM.match(line):
            collector.flush()
            collector.add(number, ITEM.sub("", line))
        else:
            collector.add(number, line)
    collector.flush()
    return collector


def add_comment(collector, number, text):
    """A line of a comment, without its sign."""
    if collector.marked(text, number):
        return
    if not text.strip() or DRAWING.search(text) or text.lstrip().startswith(("MARK:", "swift-format", "shellcheck", "noqa")):
        collector.flush()
    elif ITEM.match(text) or ROW.match(text):
        collector.flush()
        collector.add(number, ITEM.sub("", text))
    else:
        collector.add(number, text)


def c_comments(text):
    """Comments of Swift, C, JavaScript and TypeScript."""
    collector = Collector()
    is_code = is_block = False
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if is_block or stripped.startswith("/*"):
            is_block = "*/" not in stripped
            add_comment(collector, number, re.sub(r"^/?\*+ ?|\*/$", "", stripped))
            continue
        if not stripped.startswith("//"):
            collector.flush()
            for sign in re.finditer(" // ", line):
                if line.count('"', 0, sign.start()) % 2 == 0:
                    collector.marked(line[sign.end():], number) or collector.single(number, line[sign.end():])
                    break
            continue
        comment = re.sub(r"^/{2,3} ?", "", stripped)
        if comment.startswith("```"):
            collector.flush()
            is_code = not is_code
        elif not is_code:
            add_comment(collector, number, comment)
    collector.flush()
    return collector


def hash_comments(text):
    """Comments of shell and TOML, without lines that are commented out."""
    collector = Collector()
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("#!") or re.match(r"^#\s*(?:[\w.\"]+\s*=|\[)", stripped):
            collector.flush()
        elif stripped.startswith("#"):
            add_comment(collector, number, re.sub(r"^#+ ?", "", stripped))
        else:
            collector.flush()
    collector.flush()
    return collector


def python_comments(text):
    """Comments and documentation strings of Python."""
    collector = Collector()
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            if token.start[0] != last + 1:
                collector.flush()
            last = token.start[0]
            add_comment(collector, last, re.sub(r"^#+ ?", "", token.string))
    collector.flush()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        documentation = ast.get_docstring(node, clean=False)
        if not documentation:
            continue
        first = node.body[0].lineno
        for offset, line in enumerate(documentation.splitlines()):
            # An indented line is an example.
            indented = line.startswith(" " * (node.body[0].col_offset + 4)) if offset else False
            add_comment(collector, first + offset, "" if indented else line)
        collector.flush()
    return collector


# A string of Swift: one in triple quotes, or one on a single line.
SWIFT_STRING = re.compile(r'"""\n(?P<long>.*?)"""|"(?P<short>(?:[^"\\\n]|\\.)*)"', re.DOTALL)


def swift_messages(text):
    """The strings of a Swift source that are sentences: three words or more. An interpolation is one word."""
    collector = Collector()
    marks = {number: line for number, line in enumerate(text.splitlines(), 1) if "prose:" in line}
    code = re.sub(r"^[ \t]*//[^\n]*", "", text, flags=re.MULTILINE)
    for match in SWIFT_STRING.finditer(code):
        number = code.count("\n", 0, match.start()) + 1
        content = match["long"] if match["long"] is not None else match["short"]
        # A word that follows at once is checked by itself.
        content = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)(?=[A-Za-z]{2})", CODE + " ", content)
        content = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", CODE, content)
        content = content.replace("\\\n", " ").replace('\\"', '"').replace("\\n", "\n")
        for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+|gestured) )", content):
            if len(re.findall(r"[A-Za-z]{2,}", paragraph)) < 3:
                continue
            if number - 1 in marks:
                collector.marked(re.sub(r"^.*?// ", "", marks[number - 1]), number - 1)
            collector.single(number, paragraph)
    return collector
