import GestureCore

extension String {
  /// The text made fit for one line of a message or log: control characters are escaped, and the length is bounded.
  ///
  /// Paths and variables are foreign texts. A newline in one could forge a second log line, and an escape sequence
  /// could drive the terminal.
  package var escapedForMessage: String {
    // Longer than any path of a socket that works, and short enough for one line.
    escapedForMessage(longest: 160)
  }

  /// The same text, cut after that many characters.
  package func escapedForMessage(longest: Int) -> String {
    var text = ""
    for (position, scalar) in unicodeScalars.enumerated() {
      if position == longest { return text + "…" }
      if VisibleText.isTreacherous(scalar) {
        text += "\\u{\(Swift.String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
