"""Finds the code of the pure rooms that nothing in Sources calls, and the tests that use this code.

A function is unused where Sources has its name in its declaration only. A protocol is unused where no type of Sources conforms to it. A
test uses such code by itself, or by way of the helpers of its file that it names. It uses a protocol where it names a type that conforms
to the protocol; such a type may be in any file of its target.
"""

import re
from collections import Counter, defaultdict

# The rooms whose functions only other rooms make useful.
PURE_ROOMS = ("GestureCore", "EventFamilies", "TouchInput")

COMMENT = re.compile(r"//[^\n]*")
STRING = re.compile(r'"""(?:[^\\]|\\.)*?"""|#"[^\n]*?"#|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
WORD = re.compile(r"\b\w+\b")
# The heading of a type or extension with the protocols behind its colon.
HEADING = re.compile(r"\b(?:struct|class|enum|actor|extension|protocol)\s+([\w.]+)[^{\n:]*:([^{]*)\{")
# The line that declares something, behind its attributes and modifiers.
DECLARATION = re.compile(
    r"\s*(?:@\w+(?:\(.*?\))?\s+|[a-z]+(?:\(\w+\))?\s+)*?"
    r"(?P<kind>func|var|let|init|subscript|struct|class|enum|actor|extension|protocol)\b\s*(?P<name>[\w.]*)")
TYPES = {"struct", "class", "enum", "actor", "extension", "protocol"}


def last_word(name):
    """The name of a type without those around it."""
    return name.split(".")[-1]


def unused_code(sources):
    """The functions of the pure rooms that no other code of Sources calls, and the protocols that nothing there conforms to.

    `sources` has the text of each file by its path below Sources. The support of tests is no caller.
    """
    texts = {path: COMMENT.sub("", text) for path, text in sources.items() if not path.startswith("GestureTestSupport/")}
    words = Counter(word for text in texts.values() for word in WORD.findall(text))
    declared, conformed, functions = set(), set(), Counter()
    for path, text in texts.items():
        if path.split("/")[0] in PURE_ROOMS:
            functions.update(re.findall(r"\bfunc (\w+)\s*[(<]", text))
            declared.update(re.findall(r"\bprotocol (\w+)", text))
        conformed.update(word for _, protocols in HEADING.findall(text) for word in WORD.findall(protocols))
    # Swift calls these itself.
    functions.pop("hash", None)
    return {name for name, count in functions.items() if words[name] == count} | (declared - conformed)


class Piece:
    """A declaration of a test's file: a test, a helper, a value, a nested type, or the heading of a type."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.code = COMMENT.sub("", STRING.sub('""', text))
        self.words = set(WORD.findall(self.code))
        self.is_test = self.code.lstrip().startswith("@Test")


def pieces(text):
    """The declarations of a Swift file.

    The sources are formatted: a top declaration begins in the first column, and a member in the third.
    """
    found, lines = [], []
    owner = name = None
    is_in_string = False
    for line in text.split("\n"):
        indentation = len(line) - len(line.lstrip(" "))
        begins = not is_in_string and indentation in (0, 2) and line.strip() and line[indentation] not in ")}]{\""
        if is_in_string:
            is_in_string = not line.lstrip().startswith('"""')
        else:
            is_in_string = line.endswith('"""')
        # Attributes and comments belong to the declaration after them.
        if begins and name:
            found.append(Piece(name, "\n".join(lines)))
            lines, name = [], None
        lines.append(line)
        declaration = DECLARATION.match(line) if begins else None
        if not declaration:
            continue
        kind, name = declaration["kind"], last_word(declaration["name"])
        if indentation == 0:
            owner = name if kind in TYPES else None
        elif kind in ("init", "subscript"):
            name = owner
    if name:
        found.append(Piece(name, "\n".join(lines)))
    return found


def target(path):
    """The folder of a file's target."""
    return "/".join(path.split("/")[:3])


def conforming_types(by_file, unused):
    """By target, for each type the unused protocols that the type conforms to."""
    types = defaultdict(lambda: defaultdict(set))
    for path, found in by_file.items():
        for piece in found:
            for name, protocols in HEADING.findall(piece.code):
                types[target(path)][last_word(name)] |= unused & set(WORD.findall(protocols))
    return types


def tests_and_uses(files, unused):
    """For each test its file, its text with that of its helpers, and what of the unused code it uses.

    `files` has the text of each Swift file of the tests by its path from the top.
    """
    by_file = {path: pieces(text) for path, text in files.items()}
    types = conforming_types(by_file, unused)
    for path, found in sorted(by_file.items()):
        helpers = defaultdict(list)
        for piece in found:
            if not piece.is_test:
                helpers[piece.name].append(piece)
        for test in found:
            if not test.is_test:
                continue
            reached, waiting = [test], [test]
            while waiting:
                for word in waiting.pop().words & helpers.keys():
                    new = [piece for piece in helpers[word] if piece not in reached]
                    reached += new
                    waiting += new
            text = "\n".join(piece.text for piece in reached)
            words = set().union(*(piece.words for piece in reached))
            called = {name for name in unused if any(f".{name}(" in piece.code for piece in reached)}
            yield path, text, called.union(*(types[target(path)].get(word, set()) for word in words))
