public import GestureCore

/// The keys of `[exclusion.NAME]`, and their reading.
enum ExclusionSection {
  /// The range of lengths in mm: up to the largest touch surface.
  private static let lengthRange = 0.0...5000.0
  /// The words for fingers and pens.
  fileprivate static let types: [(word: String, type: TouchType)] = [
    ("finger", .direct), ("pen", .pencil), ("eraser", .eraser),
  ]

  private static let frame = KeyDescription(
    "frame",
    allowed: "[x, y, width, height], each a number from 0 to "
      + "\(MessageText.number(lengthRange.upperBound)) mm or a share of the screen as \"25%\"",
    "Where landings are ignored. A touch that lands there is ignored until it lifts, wherever it moves. (QUE-3)"
  )
  private static let device = KeyDescription(
    "device", allowed: DeviceMatchKeys.patternAllowed,
    "The devices it is for, by the name that `gestured --list-devices` shows; all by default.")
  private static let touchTypes = KeyDescription(
    "touch_types", allowed: "one or a list of " + types.map(\.word).joined(separator: ", "),
    "The touches it is for; all touches by default.")

  /// The keys in the order of the manual.
  static let keys = [frame, device, touchTypes]

  /// Reads a table; nil where it has no valid frame.
  static func read(_ reader: SectionReader, headAt head: SettingPlace, _ mistakes: inout MistakeList)
    -> ExclusionSettings?
  {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    let pattern = reader.text(
      device.key, allowed: device.allowed, &mistakes, where: DeviceMatchKeys.isPattern)
    let types = readTypes(reader, &mistakes)
    guard let value = reader.table[frame.key]?.value else {
      mistakes.add(
        at: head, reader.path + [frame.key], problem: .missing, found: MistakeMessage.missing.with(),
        allowed: frame.allowed)
      return nil
    }
    guard let own = reader.name, let lengths = readFrame(value, reader, &mistakes) else { return nil }
    return ExclusionSettings(
      pattern: pattern.map(TextPattern.init),
      zone: ExclusionZone(
        name: own, x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3], touchTypes: types))
  }

  private static func readFrame(
    _ value: SettingValue, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> [ExclusionZone.Length]? {
    guard let elements = reader.elements(of: value, frame.key, count: 4, allowed: frame.allowed, &mistakes)
    else { return nil }
    var lengths: [ExclusionZone.Length] = []
    for element in elements {
      if let length = length(element.content) {
        lengths.append(length)
      } else {
        mistakes.add(element, reader.path + [frame.key], allowed: frame.allowed)
      }
    }
    return lengths.count == 4 ? lengths : nil
  }

  private static func length(_ content: SettingValue.Content) -> ExclusionZone.Length? {
    switch content {
    case .number(let length) where lengthRange.contains(length): return .millimetres(length)
    case .integer(let length) where lengthRange.contains(Double(length)): return .millimetres(Double(length))
    case .string(let text) where text.hasSuffix("%"):
      guard let percent = Double(text.dropLast()), (0.0...100.0).contains(percent) else { return nil }
      return .share(percent / 100)
    default: return nil
    }
  }

  private static func readTypes(_ reader: SectionReader, _ mistakes: inout MistakeList) -> Set<TouchType>? {
    var chosen = Set<TouchType>()
    if let value = reader.table[touchTypes.key]?.value, value.oneOrMany.isEmpty {
      mistakes.add(value, reader.path + [touchTypes.key], allowed: touchTypes.allowed)
    }
    for (text, value) in reader.texts(touchTypes.key, allowed: touchTypes.allowed, &mistakes) {
      if let type = types.first(where: { $0.word == text })?.type {
        chosen.insert(type)
      } else {
        mistakes.add(
          value, reader.path + [touchTypes.key], allowed: touchTypes.allowed,
          hint: NearestWord.nearest(to: text, among: types.map(\.word)))
      }
    }
    return chosen.isEmpty ? nil : chosen
  }
}

/// A part of screens where landings are ignored: one `[exclusion.NAME]` table.
public struct ExclusionSettings: Hashable, Sendable {
  /// The devices of the table, by the kernel's name for them; nil for all.
  public var pattern: TextPattern?
  /// The zone, and the touches that it ignores.
  public var zone: ExclusionZone

  /// The touches of a zone in the words of the configuration; empty for all touches.
  public static func words(of zone: ExclusionZone) -> [String] {
    ExclusionSection.types.filter { zone.touchTypes?.contains($0.type) ?? false }.map(\.word)
  }

  public init(pattern: TextPattern? = nil, zone: ExclusionZone) {
    self.pattern = pattern
    self.zone = zone
  }
}
