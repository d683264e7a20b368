/// Names from outside. The names of devices, files and clients are hostile input (D29).
extension LineWriter {
  /// The most bytes of a name that are written, before escaping. Names from the kernel have at most 255.
  static let nameLimit = 1024

  /// Appends a name escaped by `JSONEscape`, so that it is harmless inside a JSON string and on a terminal. `…`
  /// replaces the part beyond `nameLimit`.
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

/// The escaped and cut bytes of a name from outside. Callers make them once, when the name arrives.
func escapedBytes(of name: String) -> [UInt8] {
  // Nearly all names are words that need no escape.
  if name.utf8.count <= LineWriter.nameLimit, name.utf8.allSatisfy(JSONEscape.isPlain) {
    return Array(name.utf8)
  }
  var line = LineWriter()
  line.append(escaping: name)
  return Array(line.bytes[..<line.count])
}
