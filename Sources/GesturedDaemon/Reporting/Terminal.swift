import LinuxEventLoop

/// What the program says to the person, or the program, that started it.
public enum Terminal {
  /// Whether a person looks at standard output.
  public static var isWatched: Bool { StandardStream.output.isTerminal }

  /// Whether colours are welcome: on a terminal, unless NO_COLOR is set.
  public static var wantsColor: Bool { isWatched && ProcessEnvironment.inherited()["NO_COLOR"] == nil }

  /// One line on standard output.
  public static func say(_ text: String) {
    put("\(text)\n", to: .output)
  }

  /// What is wrong, on standard error: each line with the program's name before it.
  public static func complain(_ text: String) {
    for line in text.split(separator: "\n") { put("gestured: \(line)\n", to: .error) }
  }

  private static func put(_ text: String, to stream: StandardStream) {
    let bytes = Array(text.utf8)
    // Who does not read is not told: there is nowhere else to say it.
    _ = stream.write(bytes, in: bytes.indices)
  }
}
