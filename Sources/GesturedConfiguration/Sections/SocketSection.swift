internal import GestureCore

/// The keys of `[socket]`, one entry each, and their reading.
enum SocketSection {
  /// `sun_path` of unix(7) without its terminating zero.
  private static let maximumPathLength = 107
  private static let aPath = "an absolute path of at most \(maximumPathLength) bytes"
  private static let aMode = "three or four octal digits in quotes, at most \"0777\""
  private static let aGroup = "the name of a group, or its number in quotes"
  private static let aFlag = "true or false"

  /// The entries in the order of the manual. A setting and its default are in `SocketSettings`.
  static let entries: [SocketKey] = [
    .other(
      "path", \.path, .start, allowed: aPath,
      "Where the events are served. When it is not set: `/run/gestured/events.sock` as a service or as root, "
        + "else `$XDG_RUNTIME_DIR/gestured/events.sock`. `--socket` and `GESTURED_SOCKET` override it.",
      readPath),
    .other(
      "mode", \.mode, .start, allowed: aMode, default: "\"0660\"",
      "The permission to connect: the permission bits of the socket, as chmod takes them.", readMode),
    .other(
      "group", \.group, .start, allowed: aGroup,
      "The group of the socket, where the daemon may set it. When it is not set: the daemon's own.",
      readGroup),
    .other(
      "raw", \.servesRaw, .start, allowed: aFlag, default: "false",
      "Serves a second socket, the only one with raw touches."
    ) { reader, key, mistakes in reader.flag(key.key, default: false, &mistakes) },
    .other(
      "raw_path", \.rawPath, .start, allowed: aPath,
      "The path of the socket for raw touches. When it is not set: `raw.sock` beside the first.", readPath),
    .other(
      "raw_mode", \.rawMode, .start, allowed: aMode, default: "\"0660\"",
      "The permission bits of the socket for raw touches, as chmod takes them.", readMode),
    .other(
      "raw_group", \.rawGroup, .start, allowed: aGroup,
      "The group of the socket for raw touches. When it is not set: the daemon's own.", readGroup),
    .other(
      "positions", \.positions, .reload,
      allowed: "one of " + SocketSettings.Positions.allCases.map(\.rawValue).joined(separator: ", "),
      default: "\"all\"", "Whether lines of the first socket say where fingers are."
    ) { reader, key, mistakes in reader.choice(key, default: SocketSettings.Positions.all, &mistakes) },
    .other(
      "single_finger", \.includesSingleFinger, .reload, allowed: aFlag, default: "true",
      "Whether the first socket reports what one finger does."
    ) { reader, key, mistakes in reader.flag(key.key, default: true, &mistakes) },
    .limit("queue_lines", \.queueLines, 1...65_536, "The most lines that wait for one subscriber."),
    .limit("queue_bytes", \.queueBytes, 4096...16_777_216, "The most bytes that wait for one subscriber."),
    .limit(
      "send_buffer_bytes", \.sendBufferBytes, 4096...1_048_576,
      "The kernel's buffer for one subscriber, in bytes."),
    .limit(
      "maximum_subscribers", \.maximumSubscribers, 1...65_536,
      "The most subscribers at a time, on both sockets."),
    .limit(
      "subscribers_per_user", \.subscribersPerUser, 1...65_536,
      "The most subscribers of one user at a time."),
    .limit(
      "connections_per_second", \.connectionsPerSecond, 1...100_000,
      "How many connections a user may make a second; after a rest twice as many."),
    .span(
      "stall_ms", \.stall, 100...600_000,
      "How long lines may wait for a subscriber that takes less than 1,024 bytes of them, before it is disconnected."
    ),
    .limit(
      "request_bytes", \.requestBytes, 1024...1_048_576,
      "The most bytes of a request, without its newline."),
    .limit(
      "request_depth", \.requestDepth, 8...64,
      "How deeply lists and objects of a request may be nested."),
    .span(
      "request_timeout_ms", \.requestTimeout, 100...3_600_000,
      "How long an unfinished request may wait for its end, before its subscriber is disconnected."),
    .limit(
      "requests_per_second", \.requestsPerSecond, 1...100_000,
      "How many requests of one subscriber are read a second."),
    .limit("request_burst", \.requestBurst, 1...100_000, "How many are read at once after a rest."),
    .limit("maximum_filters", \.maximumFilters, 1...1024, "The most filters of a subscription."),
    .limit(
      "filters_per_user", \.filtersPerUser, 1...65_536,
      "The most filters of all subscribers of one user together; root and the daemon's own user may have more."
    ),
    .limit(
      "regions_per_subscriber", \.regionsPerSubscriber, 0...4096,
      "The most regions and windows of one subscriber. For a user without the right `scene`: of all the user's subscribers together."
    ),
    .limit(
      "recognizers_per_subscriber", \.recognizersPerSubscriber, 0...4096,
      "The most recognizers of one subscriber, counting each number of touches. For a user without the right `scene`: of all "
        + "the user's subscribers together."),
    .limit(
      "maximum_regions", \.maximumRegions, 0...65_536,
      "The most regions and windows of all subscribers together. One user may have half of them."),
    .limit(
      "maximum_recognizers", \.maximumRecognizers, 0...65_536,
      "The most recognizers of all subscribers together, counting each number of touches. One user may have half of them."
    ),
  ]

  /// The keys in the order of the manual.
  static let keys = entries.map(\.description)

  /// Reads the table; an empty one gives the defaults.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> SocketSettings {
    // Most configurations have no such table, and its entries cost half a million instructions to make.
    guard !reader.table.entries.isEmpty else { return SocketSettings() }
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    var settings = SocketSettings()
    for entry in entries { entry.read(reader, &settings, &mistakes) }
    return settings
  }

  // MARK: Values

  @Sendable
  private static func readPath(
    _ reader: SectionReader, _ key: KeyDescription, _ mistakes: inout MistakeList
  ) -> String? {
    reader.text(key.key, allowed: key.allowed, &mistakes) { text in
      text.hasPrefix("/") && text.utf8.count <= maximumPathLength && !text.utf8.contains(0)
    }
  }

  @Sendable
  private static func readGroup(
    _ reader: SectionReader, _ key: KeyDescription, _ mistakes: inout MistakeList
  ) -> String? {
    reader.text(key.key, allowed: key.allowed, &mistakes, where: RightsSection.isName)
  }

  @Sendable
  private static func readMode(
    _ reader: SectionReader, _ key: KeyDescription, _ mistakes: inout MistakeList
  ) -> UInt16? {
    reader.text(key.key, allowed: key.allowed, &mistakes) { octal($0) != nil }.flatMap(octal)
  }

  private static func octal(_ text: String) -> UInt16? {
    guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else {
      return nil
    }
    return UInt16(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil }
  }
}
