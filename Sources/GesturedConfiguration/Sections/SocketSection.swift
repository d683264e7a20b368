internal import GestureCore

/// `[socket]`: its keys, how they are read, and the settings when nothing is said.
enum SocketSection {
  /// `sun_path` of unix(7) without its terminating zero.
  private static let maximumPathLength = 107
  private static let aPath = "an absolute path of at most \(maximumPathLength) bytes"
  private static let aMode = "three or four octal digits in quotes, at most \"0777\""
  private static let aGroup = "the name of a group, or its number in quotes"

  private static let path = KeyDescription(
    "path", allowed: aPath,
    "Where the events are served. When it is not set: `/run/gestured/events.sock` as a service or as root, "
      + "else `$XDG_RUNTIME_DIR/gestured/events.sock`. `--socket` and `GESTURED_SOCKET` go before it.")
  private static let mode = KeyDescription(
    "mode", allowed: aMode, default: "\"0660\"",
    "Who may connect: the permission bits of the socket, as chmod takes them.")
  private static let group = KeyDescription(
    "group", allowed: aGroup,
    "The group of the socket, where the daemon may set it. When it is not set: the daemon's own.")
  private static let raw = KeyDescription(
    "raw", allowed: "true or false", default: "false",
    "Serves a second socket, which is the only one that raw touches go over.")
  private static let rawPath = KeyDescription(
    "raw_path", allowed: aPath, "Where that is served. When it is not set: `raw.sock` beside the first.")
  private static let rawMode = KeyDescription(
    "raw_mode", allowed: aMode, default: "\"0660\"", "Who may connect there.")
  private static let rawGroup = KeyDescription(
    "raw_group", allowed: aGroup, "The group of that socket. When it is not set: the daemon's own.")
  private static let positions = KeyDescription(
    "positions",
    allowed: "one of " + SocketSettings.Positions.allCases.map(\.rawValue).joined(separator: ", "),
    default: "\"all\"", "Whether lines of the first socket say where fingers are.")
  private static let singleFinger = KeyDescription(
    "single_finger", allowed: "true or false", default: "true",
    "Whether what one finger does goes out on the first socket.")

  private static let queueLines = limit(
    "queue_lines", 1...65_536, 64, "The most lines that wait for one subscriber.")
  private static let queueBytes = limit(
    "queue_bytes", 4096...16_777_216, 65_536, "The most bytes that wait for one subscriber.")
  private static let sendBufferBytes = limit(
    "send_buffer_bytes", 4096...1_048_576, 8192, "The kernel's buffer for one subscriber, in bytes.")
  private static let maximumSubscribers = limit(
    "maximum_subscribers", 1...65_536, 1024, "The most subscribers at a time, on both sockets.")
  private static let subscribersPerUser = limit(
    "subscribers_per_user", 1...65_536, 64, "The most subscribers of one user at a time.")
  private static let connectionsPerSecond = limit(
    "connections_per_second", 1...100_000, 32,
    "How many connections a user may make a second; after a rest twice as many.")
  private static let stall = span(
    "stall_ms", 100...600_000, 5000,
    "How long lines may wait for a subscriber that takes less than 1,024 bytes of them, before it is cut.")
  private static let requestBytes = limit(
    "request_bytes", 1024...1_048_576, 65_536, "The most bytes of a request, without its newline.")
  private static let requestDepth = limit(
    "request_depth", 8...64, 16, "How deep lists and objects of a request may lie in one another.")
  private static let requestTimeout = span(
    "request_timeout_ms", 100...3_600_000, 30_000,
    "How long half a request may wait for the rest, before its subscriber is cut.")
  private static let requestsPerSecond = limit(
    "requests_per_second", 1...100_000, 50, "How many requests of one subscriber are read a second.")
  private static let requestBurst = limit(
    "request_burst", 1...100_000, 100, "How many are read at once after a rest.")
  private static let maximumFilters = limit(
    "maximum_filters", 1...1024, 32, "The most filters of a subscription.")
  private static let filtersPerUser = limit(
    "filters_per_user", 1...65_536, 128,
    "The most filters of all subscribers of one user together; root and the daemon's own user may have more.")
  private static let regionsPerSubscriber = limit(
    "regions_per_subscriber", 0...4096, 256,
    "The most regions and windows of one subscriber; of a user without the right `scene`, of all its subscribers together."
  )
  private static let recognizersPerSubscriber = limit(
    "recognizers_per_subscriber", 0...4096, 256,
    "The most recognizers of one subscriber, counting each number of touches; of a user without the right `scene`, of all "
      + "its subscribers together.")
  private static let maximumRegions = limit(
    "maximum_regions", 0...65_536, 2048,
    "The most regions and windows of all subscribers together; of those of one user half as many.")
  private static let maximumRecognizers = limit(
    "maximum_recognizers", 0...65_536, 2048,
    "The most recognizers of all subscribers together, counting each number of touches; of those of one user half as many."
  )

  private static let options = [
    queueLines, queueBytes, sendBufferBytes, maximumSubscribers, subscribersPerUser, connectionsPerSecond,
    stall, requestBytes, requestDepth, requestTimeout, requestsPerSecond, requestBurst, maximumFilters,
    filtersPerUser, regionsPerSubscriber, recognizersPerSubscriber, maximumRegions, maximumRecognizers,
  ]

  /// The keys in the order of the manual.
  static let keys =
    [path, mode, group, raw, rawPath, rawMode, rawGroup, positions, singleFinger]
    + options.map(KeyDescription.init)

  /// Reads the table; an empty one gives the defaults.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> SocketSettings {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    let options = reader.options(self.options, &mistakes)
    var settings = SocketSettings(
      queueLines: options.integer(queueLines.key), queueBytes: options.integer(queueBytes.key),
      sendBufferBytes: options.integer(sendBufferBytes.key),
      maximumSubscribers: options.integer(maximumSubscribers.key), stall: options.span(stall.key))
    settings.path = reader.text(path.key, allowed: path.allowed, &mistakes, where: isPath)
    settings.mode = readMode(mode, reader, &mistakes)
    settings.group = reader.text(group.key, allowed: aGroup, &mistakes, where: RightsSection.isName)
    settings.servesRaw = reader.flag(raw.key, default: false, &mistakes)
    settings.rawPath = reader.text(rawPath.key, allowed: aPath, &mistakes, where: isPath)
    settings.rawMode = readMode(rawMode, reader, &mistakes)
    settings.rawGroup = reader.text(rawGroup.key, allowed: aGroup, &mistakes, where: RightsSection.isName)
    settings.positions = reader.choice(positions, default: SocketSettings.Positions.all, &mistakes)
    settings.includesSingleFinger = reader.flag(singleFinger.key, default: true, &mistakes)
    settings.subscribersPerUser = options.integer(subscribersPerUser.key)
    settings.connectionsPerSecond = options.integer(connectionsPerSecond.key)
    settings.requestBytes = options.integer(requestBytes.key)
    settings.requestDepth = options.integer(requestDepth.key)
    settings.requestTimeout = options.span(requestTimeout.key)
    settings.requestsPerSecond = options.integer(requestsPerSecond.key)
    settings.requestBurst = options.integer(requestBurst.key)
    settings.maximumFilters = options.integer(maximumFilters.key)
    settings.filtersPerUser = options.integer(filtersPerUser.key)
    settings.regionsPerSubscriber = options.integer(regionsPerSubscriber.key)
    settings.recognizersPerSubscriber = options.integer(recognizersPerSubscriber.key)
    settings.maximumRegions = options.integer(maximumRegions.key)
    settings.maximumRecognizers = options.integer(maximumRecognizers.key)
    return settings
  }

  private static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count <= maximumPathLength && !text.utf8.contains(0)
  }

  private static func readMode(
    _ key: KeyDescription, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> UInt16 {
    let digits = reader.text(key.key, allowed: key.allowed, &mistakes) { octal($0) != nil }
    return digits.flatMap(octal) ?? SocketSettings.defaultMode
  }

  private static func octal(_ text: String) -> UInt16? {
    guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else {
      return nil
    }
    return UInt16(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil }
  }

  private static func limit(
    _ key: String, _ range: ClosedRange<Int>, _ defaultValue: Int, _ summary: String
  ) -> OptionDescription {
    OptionDescription(key, .integer(range: range, default: defaultValue), source: "", summary)
  }

  private static func span(
    _ key: String, _ range: ClosedRange<Double>, _ defaultValue: Double, _ summary: String
  ) -> OptionDescription {
    OptionDescription(
      key, .number(unit: .milliseconds, range: range, default: defaultValue), source: "", summary)
  }
}
