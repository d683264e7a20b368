internal import GestureCore

/// The keys of `[window.ID]`, and their reading.
enum WindowSection {
  private static let levelRange = -10_000.0...10_000

  private static let device = KeyDescription(
    "device", allowed: DeviceMatchKeys.patternAllowed,
    "The touchscreens it lies on, by the name that `gestured --list-devices` shows. When it is not set: the "
      + "first touchscreen (DMN-17).")
  private static let frame = KeyDescription(
    "frame", allowed: "[left, top, width, height], each \(SectionReader.allowedLength)",
    "Where it lies on the screen; % is of the screen. When it is not set: all of it.")
  private static let level = KeyDescription(
    "level", allowed: "a number from -10000 to 10000", default: "0",
    "Windows of a higher level are asked first. Among equal levels, the window declared last is first (HIT-21)."
  )
  private static let hitPolicy = KeyDescription(
    "hit_policy", allowed: "one of " + Region.HitPolicy.allCases.map(\.rawValue).joined(separator: ", "),
    default: "\"normal\"",
    "As for regions. With `pass_through`, points that hit none of its regions go to the windows behind (HIT-22)."
  )
  private static let touches = KeyDescription(
    "touches", allowed: "one of " + Region.TouchHandling.allCases.map(\.rawValue).joined(separator: ", "),
    default: "\"ignore\"", "Whether it receives touches that its regions do not keep (RSP-2).")
  private static let hidden = OptionDescription(
    "hidden", .flag(default: false), source: "HIT-8", "`true` removes the window and its regions from touch.")

  /// The keys in the order of the manual.
  static let keys = [device, frame, level, hitPolicy, touches, KeyDescription(hidden), ActionKeys.actions]
  /// The additional keys for clients.
  static let clientKeys = [ActionKeys.ask]

  /// Reads a table.
  ///
  /// - Parameter isClients: whether a client declares the window; its table then holds the name.
  static func read(
    _ reader: SectionReader, headAt head: SettingPlace, isClients: Bool = false,
    _ mistakes: inout MistakeList
  ) -> (declaration: RegionDeclaration, device: TextPattern?)? {
    reader.refuseUnknownKeys(
      known: (isClients ? ["name"] + clientKeys.map(\.key) : []) + keys.map(\.key), &mistakes)
    guard let name = reader.name else { return nil }
    guard name != RegionNesting.root else {
      mistakes.add(
        at: head, reader.path, found: MistakeMessage.regionHasID.with(), allowed: "an ID of its own")
      return nil
    }
    var window = Region(name, frame: Rect(.zero, Size(0, 0)))
    window.level = reader.number(level, in: levelRange, default: 0, &mistakes)
    window.hitPolicy = reader.choice(hitPolicy, default: Region.HitPolicy.normal, &mistakes)
    window.handling = reader.choice(touches, default: Region.TouchHandling.ignores, &mistakes)
    window.isHidden = reader.options([hidden], &mistakes).flag(hidden.key)
    window.acceptsForeignChildren = true
    window.actions = ActionKeys.readActions(reader, &mistakes)
    if isClients { window.asks = ActionKeys.readQuestions(reader, &mistakes) }
    let frame = reader.lengths(frame.key, count: 4, allowed: frame.allowed, &mistakes)
    let pattern = reader.text(
      device.key, allowed: device.allowed, &mistakes, where: DeviceMatchKeys.isPattern)
    return (RegionDeclaration(window, parent: nil, frame: frame), pattern.map { TextPattern($0) })
  }
}
