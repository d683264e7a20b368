"""The rules of plain words for one sentence. See CONTRIBUTING.md, Words."""

import re
import subprocess
from pathlib import Path

WORD_LIST = Path(__file__).with_name("words.txt")

# The most words of a sentence. The aim is 25; readers read most sentences of 31 or more words twice.
LONGEST = 30

# Words that hide the subject at the beginning of a sentence.
BEGINNINGS = ("Who", "What", "Whoever", "Nobody", "Of", "That")

# Phrases with a plain equivalent, each with what to write.
PHRASES = [
    (r"(?:is|are|was|were|be|been|being|gets?|got) told of", "say that someone receives, hears or reads it"),
    (r"(?:tells?|telling) of", "reports"),
    (r"(?:comes?|came|come) of (?:it|them|this|that)", "say what happens"),
    (r"(?:goes|go|went) by", "say follows, uses or depends on"),
    (r"(?:has|have|had) (?:it|them) be", "say who does what"),
    (r"(?:is|are|be) looked after", "say who does what"),
    (r"looks? after|looking after", "say what is done"),
    (r"whom", "name the person or program"),
    (r"whoever|whomever", "name the person or program"),
    (r"nobody(?:'s|’s)?", "say no client, no program, no user"),
    (r"somebody(?:'s|’s)?", "name the person or program"),
    (r"is none", "say is not one, or does not count"),
    (r"say(?:s)? so by", "say what is done"),
]
PHRASE_PATTERNS = [(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), advice) for pattern, advice in PHRASES]

# A full stop after these ends no sentence.
ABBREVIATIONS = ("e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.")
END = re.compile(r"[.!?][\"”’')]*\s+")
WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")
# Replaces a piece of code in the text of a sentence.
CODE = "Code"


def sentences(text):
    """The sentences of a text without markup."""
    start = 0
    for match in END.finditer(text):
        end = match.start() + 1
        if text[start:end].lower().endswith(ABBREVIATIONS):
            continue
        yield text[start:match.end()].strip()
        start = match.end()
    if text[start:].strip():
        yield text[start:].strip()


def words(sentence):
    """The words of a sentence: everything between spaces that has a letter or a digit."""
    return [word for word in sentence.split() if re.search(r"\w", word)]


def findings(sentence):
    """The findings of a sentence, except spelling."""
    found = words(sentence)
    if len(found) > LONGEST:
        yield f"{len(found)} words, {LONGEST} at most"
    first = re.sub(r"\W", "", found[0]) if found else ""
    if first in BEGINNINGS:
        yield f"begins with “{first}”: name the subject first"
    for pattern, advice in PHRASE_PATTERNS:
        match = pattern.search(sentence)
        if match:
            yield f"“{match[0]}”: {advice}"


def spelled_words(sentence):
    """The words that a dictionary can know: not names of code, acronyms, paths or what has a digit."""
    for token in sentence.split():
        token = token.strip("“”\"'’()[]{}.,:;!?…*_")
        if re.search(r"[\d_/@=<>\\.#+]", token):
            continue
        for part in re.split(r"[-–—]", token):
            part = re.sub(r"(?:'|’)s$", "", part)
            # A capital inside is a name of code.
            if len(part) > 1 and WORD.fullmatch(part) and part[1:] == part[1:].lower():
                yield part


def known_words():
    """The project's own words, in lower case; a line is a word, or a comment that says what the group is."""
    lines = (line.split("#")[0].strip() for line in WORD_LIST.read_text().splitlines())
    return {line.lower() for line in lines if line}


def misspelled(candidates):
    """Those of some words that neither the dictionary nor the project knows."""
    own = known_words()
    asked = sorted(word for word in set(candidates) if word.lower() not in own)
    if not asked:
        return set()
    text = "\n".join(word.replace("’", "'") for word in asked)
    answer = subprocess.run(
        ["aspell", "--lang=en_US", "--encoding=utf-8", "list"], input=text, capture_output=True, text=True, check=True)
    refused = set(answer.stdout.split())
    return {word for word in asked if word.replace("’", "'") in refused}
