/// A text without quotes, such as `kind = tap`: the most frequent mistake of authors who are new to TOML. A parser
/// expects a number, a date or `true` there, and reports that.
enum BareWord {
  /// The error that names the missing quotes at the beginning of the text; the given error for other mistakes.
  static func explained(_ error: TomlSyntaxError, in bytes: [UInt8]) -> TomlSyntaxError {
    let scalars = line(error.position.line, of: bytes)
    guard let range = word(at: error.position.column - 1, in: scalars) else { return error }
    let text = scalars[range].reduce(into: "") { $0.unicodeScalars.append($1) }
    var explained = error
    explained.position.column = range.lowerBound + 1
    if let value = truth(text) {
      explained.reason = "TOML spells yes and no as true and false, not as \(text)"
      explained.hint = value
    } else {
      explained.reason = "the text \(text) has no quotes"
      explained.hint = "\"\(text)\""
    }
    return explained
  }

  /// TOML's word for other languages' true and false; nil for another text.
  private static func truth(_ text: String) -> String? {
    switch text.lowercased() {
    case "true", "yes", "on": "true"
    case "false", "no", "off": "false"
    default: nil
    }
  }

  /// The scalars of a line, counted from 1; overlong lines are cut.
  private static func line(_ number: Int, of bytes: [UInt8]) -> [Unicode.Scalar] {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: number, omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return [] }
    return Array(String(decoding: lines[number - 1].prefix(4096), as: UTF8.self).unicodeScalars)
  }

  /// The word at a place or right before it; nil where no word stands in a value's position.
  private static func word(at place: Int, in line: [Unicode.Scalar]) -> Range<Int>? {
    var start = min(max(place, 0), line.count)
    if start == line.count || !isPart(line[start]) { start -= 1 }
    guard line.indices.contains(start), isPart(line[start]) else { return nil }
    var end = start + 1
    while start > 0, isPart(line[start - 1]) { start -= 1 }
    while end < line.count, isPart(line[end]) { end += 1 }
    guard line[start].properties.isAlphabetic || line[start] == "_", isOutside(line[..<start]) else {
      return nil
    }
    let before = line[..<start].last { $0 != " " && $0 != "\t" }
    let after = line[end...].first { $0 != " " && $0 != "\t" && $0 != "\r" }
    switch before {
    case "=": break
    // The word is in a list; the head of a table begins its line.
    case "[", ",":
      guard line[..<start].contains("=") || after == "," || after == "]" && before == "," else { return nil }
    // The list continues in this line.
    case nil: guard after == "," || after == "]" else { return nil }
    default: return nil
    }
    return start..<end
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_" || scalar == "-" || scalar == ":"
      || ("0"..."9").contains(scalar)
  }

  /// Whether the end of the text lies outside quotes and comments.
  private static func isOutside(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in line {
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if scalar == open { quote = nil } else if scalar == "\\", open == "\"" { isEscaped = true }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "#" {
        return false
      }
    }
    return quote == nil
  }
}
