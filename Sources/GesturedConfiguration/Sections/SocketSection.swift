internal import GestureCore

/// `[socket]`: its keys, how they are read, and the settings when nothing is said.
enum SocketSection {
  /// `sun_path` of unix(7) without its terminating zero.
  private static let maximumPathLength = 107

  private static let path = KeyDescription(
    "path", allowed: "an absolute path of at most \(maximumPathLength) bytes",
    "Where the events are served. When it is not set: `/run/gestured/events.sock` as a service or as root, "
      + "else `$XDG_RUNTIME_DIR/gestured/events.sock`. `--socket` and `GESTURED_SOCKET` go before it.")
  private static let mode = KeyDescription(
    "mode", allowed: "three or four octal digits in quotes, at most \"0777\"", default: "\"0660\"",
    "Who may connect: the permission bits of the socket, as chmod takes them.")

  private static let limits = ""
  private static let queueLines = OptionDescription(
    "queue_lines", .integer(range: 1...65_536, default: 64), source: limits,
    "The most lines that wait for one subscriber.")
  private static let queueBytes = OptionDescription(
    "queue_bytes", .integer(range: 4096...16_777_216, default: 65_536), source: limits,
    "The most bytes that wait for one subscriber.")
  private static let sendBufferBytes = OptionDescription(
    "send_buffer_bytes", .integer(range: 4096...1_048_576, default: 8192), source: limits,
    "The kernel's buffer for one subscriber, in bytes.")
  private static let maximumSubscribers = OptionDescription(
    "maximum_subscribers", .integer(range: 1...65_536, default: 1024), source: limits,
    "The most subscribers at a time.")
  private static let stall = OptionDescription(
    "stall_ms", .number(unit: .milliseconds, range: 100...600_000, default: 5000), source: limits,
    "How long lines may wait for a subscriber that takes none of them, before it is cut.")

  private static let options = [queueLines, queueBytes, sendBufferBytes, maximumSubscribers, stall]

  /// The keys in the order of the manual.
  static let keys = [path, mode] + options.map(KeyDescription.init)

  /// Reads the table; an empty one gives the defaults.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> SocketSettings {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    let path = reader.text(self.path.key, allowed: self.path.allowed, &mistakes) { text in
      text.hasPrefix("/") && text.utf8.count <= maximumPathLength && !text.utf8.contains(0)
    }
    let digits = reader.text(mode.key, allowed: mode.allowed, &mistakes) { octal($0) != nil }
    let options = reader.options(self.options, &mistakes)
    return SocketSettings(
      path: path, mode: digits.flatMap(octal) ?? 0o660,
      queueLines: options.integer(queueLines.key),
      queueBytes: options.integer(queueBytes.key),
      sendBufferBytes: options.integer(sendBufferBytes.key),
      maximumSubscribers: options.integer(maximumSubscribers.key),
      stall: options.span(stall.key))
  }

  private static func octal(_ text: String) -> UInt16? {
    guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else {
      return nil
    }
    return UInt16(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil }
  }
}
