internal import GestureCore

/// The keys of `[filter]` and of `[device.NAME.filter]`, and their reading.
enum FilterSection {
  private static let enabled = OptionDescription(
    "enabled", .flag(default: false), source: "FLT-1",
    "Gives the touches that no gesture wins to the app. It needs the package gestured-filter.")
  private static let mode = KeyDescription(
    "mode", allowed: "one of " + AppSettings.Mode.allCases.map(\.rawValue).joined(separator: ", "),
    default: "\"hold\"",
    "When the app receives a touch. `hold`: once no gesture can win it. `cancel`, `lift`: at once, and a gesture that wins "
      + "cancels or lifts its touches. (FLT-57)")
  private static let holdMaximum = span(
    "hold_maximum_ms", 20...5000, 500, "FLT-59",
    "How long recognizers without a time limit, such as a pan, a pinch or a client's own, may hold a touch back. Other "
      + "recognizers hold it until their own time limit.")
  private static let gather = span(
    "gather_ms", 0...500, 100, "FLT-60",
    "How long a recognizer for several fingers may hold the first fingers back while the others have not landed, from the "
      + "first landing."
  )
  private static let replayGap = span(
    "replay_gap_ms", 0...100, 20, "FLT-53",
    "If a touch has lifted while it was held back, the app receives its lift this long after its landing. LVGL needs 40. "
      + "The time is shorter where the next tap lifts sooner, or would be later than its region states."
  )
  private static let positions = KeyDescription(
    "positions", allowed: "one of " + TouchFilter.Positions.allCases.map(\.rawValue).joined(separator: ", "),
    default: "\"panel\"",
    "Whether the app receives places as the panel reports them, or after smoothing. (FLT-42, FLT-43)")
  private static let settle = span(
    "settle_ms", 0...10_000, 300, "FLT-3", "How long the clone exists before the daemon grabs the panel.")
  private static let releaseTouches = OptionDescription(
    "release_touches", .integer(range: 0...10, default: 5), source: "FLT-12",
    "If this many fingers rest for `release_ms`, the filter releases the panel; 0 for never.")
  private static let release = span(
    "release_ms", 1000...60_000, 5000, "FLT-12", "How long the fingers of `release_touches` must rest.")
  private static let releaseFor = span(
    "release_for_ms", 0...86_400_000, 0, "FLT-12",
    "How long the panel stays released by the fingers of `release_touches`. The filter then begins again by itself; 0 for not before "
      + "it is asked for.")

  private static let deviceOptions = [enabled, holdMaximum, gather, replayGap]

  /// The keys in the order of the manual.
  static let keys =
    [
      KeyDescription(enabled), mode, KeyDescription(holdMaximum), KeyDescription(gather),
      KeyDescription(replayGap),
    ]
    + [positions]
    + [settle, releaseTouches, release, releaseFor].map(KeyDescription.init)

  /// The table of one device in its section.
  static let device = KeyDescription(
    "filter",
    allowed: "a table [device.NAME.filter] with "
      + keys.map(\.key).filter(deviceKeys.contains).joined(separator: ", "),
    "Values of `[filter]` for this device alone. (FLT-2)")

  private static let deviceKeys = deviceOptions.map(\.key) + [mode.key, positions.key]

  /// Reads `[filter]`; an empty table gives the defaults.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> TouchFilter {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    var filter = readCommon(reader, over: TouchFilter(), &mistakes)
    let options = reader.options([settle, releaseTouches, release, releaseFor], &mistakes)
    filter.settle = options.span(settle.key)
    filter.releaseTouches = options.integer(releaseTouches.key)
    filter.release = options.span(release.key)
    filter.releaseFor = options.span(releaseFor.key)
    return filter
  }

  /// Reads `[device.NAME.filter]`; nil where the device has no such table.
  ///
  /// - Parameter base: the values of `[filter]`.
  static func readDevice(
    _ reader: SectionReader, over base: TouchFilter, _ mistakes: inout MistakeList
  ) -> TouchFilter? {
    guard let value = reader.table[device.key]?.value else { return nil }
    guard case .table(let table) = value.content else {
      mistakes.add(value, reader.path + [device.key], allowed: device.allowed)
      return nil
    }
    let inner = SectionReader(table: table, path: reader.path + [device.key])
    inner.refuseUnknownKeys(known: deviceKeys, &mistakes)
    return readCommon(inner, over: base, &mistakes)
  }

  /// Whether `[device.NAME.filter]` has the key `enabled`.
  static func saysEnabled(_ reader: SectionReader) -> Bool {
    guard case .table(let table)? = reader.table[device.key]?.value.content else { return false }
    return table[enabled.key] != nil
  }

  /// Reads the keys that devices have as well.
  private static func readCommon(
    _ reader: SectionReader, over base: TouchFilter, _ mistakes: inout MistakeList
  ) -> TouchFilter {
    var defaults = OptionTable(defaultsOf: deviceOptions)
    defaults.set(enabled.key, to: .flag(base.isEnabled))
    defaults.set(holdMaximum.key, to: .number(base.app.holdMaximum.milliseconds))
    defaults.set(gather.key, to: .number(base.app.gather.milliseconds))
    defaults.set(replayGap.key, to: .number(base.app.replayGap.milliseconds))
    let options = reader.options(deviceOptions, over: defaults, &mistakes)
    var filter = base
    filter.isEnabled = options.flag(enabled.key)
    filter.app.mode = reader.choice(mode, default: base.app.mode, &mistakes)
    filter.app.holdMaximum = options.span(holdMaximum.key)
    filter.app.gather = options.span(gather.key)
    filter.app.replayGap = options.span(replayGap.key)
    filter.positions = reader.choice(positions, default: base.positions, &mistakes)
    refuseShortHold(filter, reader, &mistakes)
    return filter
  }

  /// Refuses a longest hold that ends before the missing fingers of a gesture may land (FLT-98).
  private static func refuseShortHold(
    _ filter: TouchFilter, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) {
    guard filter.app.holdMaximum < filter.app.gather else { return }
    let key = reader.table[holdMaximum.key] == nil ? gather.key : holdMaximum.key
    guard let entry = reader.table[key] else { return }
    let limit = key == gather.key ? filter.app.holdMaximum : filter.app.gather
    mistakes.add(
      entry.value, reader.path + [key],
      allowed: key == gather.key
        ? "at most hold_maximum_ms, which is \(MessageText.number(limit.milliseconds)) ms"
        : "at least gather_ms, which is \(MessageText.number(limit.milliseconds)) ms")
  }

  private static func span(
    _ key: String, _ range: ClosedRange<Double>, _ defaultValue: Double, _ source: String, _ summary: String
  ) -> OptionDescription {
    OptionDescription(
      key, .number(unit: .milliseconds, range: range, default: defaultValue), source: source, summary)
  }
}
