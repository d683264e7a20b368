"""The shape of a value to a schema: two values of one shape are both valid or both invalid.

A schema distinguishes numbers by their bounds, and texts by words, patterns and lengths. So a million lines
of a few hundred shapes need only a few hundred validations.
"""

import bisect
import re


class Shapes:
    def __init__(self, schema):
        self.bounds, self.words, self.patterns, self.lengths = set(), set(), set(), set()
        self._look_at(schema)
        self.bounds = sorted(self.bounds)
        self.patterns = [re.compile(pattern) for pattern in sorted(self.patterns)]
        self.lengths = sorted(self.lengths)

    def _look_at(self, node):
        if isinstance(node, list):
            for child in node:
                self._look_at(child)
        if not isinstance(node, dict):
            return
        for key, value in node.items():
            if key in ("minimum", "maximum"):
                self.bounds.add(value)
            elif key == "pattern" and isinstance(value, str):
                self.patterns.add(value)
            elif key in ("maxLength", "minLength") and isinstance(value, int):
                self.lengths.add(value)
            elif key in ("enum", "const"):
                for word in value if isinstance(value, list) else [value]:
                    self.words.add(word)
            elif key in ("multipleOf", "exclusiveMinimum", "exclusiveMaximum", "format"):
                raise SystemExit(f"shapes.py does not know {key}")
            self._look_at(value)

    def of(self, value):
        """The shape of a value, as something that can be a key."""
        if isinstance(value, dict):
            return tuple((key, self.of(member)) for key, member in sorted(value.items()))
        if isinstance(value, list):
            return ("list", *map(self.of, value))
        if isinstance(value, bool) or value is None:
            return value
        if value in self.words:
            # 1 and 1.0 are one key of a dictionary, and one number to a schema.
            return ("word", value)
        if isinstance(value, str):
            return (
                bisect.bisect_left(self.lengths, len(value)), bisect.bisect_right(self.lengths, len(value)),
                *(bool(pattern.search(value)) for pattern in self.patterns))
        # To a schema a number without decimals is an integer, however it is written.
        return (
            value == int(value), bisect.bisect_left(self.bounds, value),
            bisect.bisect_right(self.bounds, value))
