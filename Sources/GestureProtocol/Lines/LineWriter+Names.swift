/// Names from outside: what a device, a file or a client calls itself is hostile (D29).
extension LineWriter {
  /// The most bytes of a name that are written, before escaping; the kernel's names have at most 255.
  static let nameLimit = 1024

  /// Appends a name so that it is harmless inside a JSON string and on a terminal: as `JSONEscape` has
  /// it. What is beyond `nameLimit` is cut and replaced by `…`.
  mutating func append(escaping name: String) {
    var length = 0
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      if length > Self.nameLimit {
        append("…")
        return
      }
      append(escaping: scalar)
    }
  }

  private mutating func append(escaping scalar: Unicode.Scalar) {
    JSONEscape.write(scalar) { append($0) }
  }
}

/// A name from outside, escaped and cut: made once, when the name arrives.
func escapedBytes(of name: String) -> [UInt8] {
  // Nearly all names are words, of which nothing is escaped.
  if name.utf8.count <= LineWriter.nameLimit, name.utf8.allSatisfy(JSONEscape.isPlain) {
    return Array(name.utf8)
  }
  var line = LineWriter()
  line.append(escaping: name)
  return Array(line.bytes[..<line.count])
}
