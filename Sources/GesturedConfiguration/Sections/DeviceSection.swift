internal import GestureCore
internal import TouchInput

/// `[device.NAME]`: its keys and how they are read.
enum DeviceSection {
  /// A side of a touch surface in mm: from a badge to a wall.
  private static let sideRange = 5.0...5000.0
  /// The kernel cuts the names of devices long before (`UINPUT_MAX_NAME_SIZE` is 80).
  private static let maximumPatternLength = 255

  /// What a pattern for names of devices may be, as messages say it.
  static let patternAllowed =
    "a text of 1 to \(maximumPatternLength) bytes; * stands for any text, ? for any one character"

  private static let name = KeyDescription(
    "name",
    allowed: patternAllowed,
    "The devices it speaks of, by the name that `gestured --list-devices` shows. The first table that fits "
      + "counts."
  )
  private static let size = KeyDescription(
    "size_mm",
    allowed: "[width, height], each a number from \(MessageText.number(sideRange.lowerBound)) to "
      + "\(MessageText.number(sideRange.upperBound)) mm",
    "The size of the touch surface, where the device claims none or a wrong one.")
  private static let pixels = KeyDescription(
    "pixels", allowed: "[width, height], each a whole number from 1 to 65535",
    "How many pixels the screen under it has, for lengths of regions in px.")
  private static let rotation = KeyDescription(
    "rotation_deg", allowed: "0, 90, 180 or 270", default: "0",
    "How far the panel is turned clockwise against the picture, seen from the front: 90 where its own top-left corner "
      + "lies at the picture's top right. (DMN-11)")
  private static let calibration = KeyDescription(
    "calibration_matrix", allowed: "[a, b, c, d, e, f], numbers from -100 to 100 whose a·e − b·d is not 0",
    default: "[1, 0, 0, 0, 1, 0]",
    "Where a touch really is, from where the panel says, both as shares of its width and height: x′ = a·x + b·y + c, "
      + "y′ = d·x + e·y + f, as in udev's LIBINPUT_CALIBRATION_MATRIX. The rotation comes after it. (DMN-11)")
  private static let ignore = KeyDescription(
    "ignore", allowed: "true or false", default: "false", "Leaves such devices alone.")
  private static let trustPressure = KeyDescription(
    "trust_pressure", allowed: "true or false", default: "false",
    "Takes its pressure for how hard it is touched although it claims no unit for it: many panels report the size "
      + "of the contact there. (TCH-22)")

  /// The keys in the order of the manual.
  static let keys =
    [name, size, pixels, rotation, calibration, ignore, trustPressure]
    + FilterSettings.options.map(KeyDescription.init)

  /// Reads a table; nil where it does not say which devices it means.
  static func read(_ reader: SectionReader, headAt head: TomlPosition, _ mistakes: inout MistakeList)
    -> DeviceSettings?
  {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    let pattern = reader.text(name.key, allowed: name.allowed, &mistakes, where: isPattern)
    let size = readSize(reader, &mistakes)
    let pixels = reader.numbers(
      pixels.key, count: 2, in: 1...65_535, allowed: pixels.allowed, &mistakes)
    let isIgnored = reader.flag(ignore.key, default: false, &mistakes)
    let trustsPressure = reader.flag(trustPressure.key, default: false, &mistakes)
    let rotation = readRotation(reader, &mistakes)
    let calibration = readCalibration(reader, &mistakes)
    let filters = FilterSettings(reader.options(FilterSettings.options, &mistakes))
    if reader.table[name.key] == nil {
      mistakes.add(at: head, reader.path + [name.key], found: "missing", allowed: name.allowed)
    }
    guard let pattern, let own = reader.path.last else { return nil }
    return DeviceSettings(
      name: own, pattern: DeviceNamePattern(pattern), size: size, pixels: pixels.map { Size($0[0], $0[1]) },
      isIgnored: isIgnored, trustsPressure: trustsPressure,
      placement: PanelPlacement(calibration: calibration, rotation: rotation), filters: filters)
  }

  /// Whether a text is a pattern for names of devices.
  static func isPattern(_ text: String) -> Bool {
    (1...maximumPatternLength).contains(text.utf8.count)
  }

  private static func readRotation(
    _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> PanelPlacement.Rotation {
    guard let value = reader.table[rotation.key]?.value else { return .none }
    if case .integer(let degrees) = value.content, let known = PanelPlacement.Rotation(rawValue: Int(degrees))
    {
      return known
    }
    mistakes.add(value, reader.path + [rotation.key], allowed: rotation.allowed)
    return .none
  }

  private static func readCalibration(
    _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> AffineTransform {
    let numbers = reader.numbers(
      calibration.key, count: 6, in: -100...100, allowed: calibration.allowed, &mistakes)
    guard let numbers else { return .identity }
    let matrix = AffineTransform(numbers[0], numbers[3], numbers[1], numbers[4], numbers[2], numbers[5])
    if matrix.inverse == nil, let value = reader.table[calibration.key]?.value {
      mistakes.add(value, reader.path + [calibration.key], allowed: calibration.allowed)
    }
    return matrix
  }

  private static func readSize(_ reader: SectionReader, _ mistakes: inout MistakeList) -> Size? {
    guard let value = reader.table[size.key]?.value else { return nil }
    let keys = reader.path + [size.key]
    guard case .array(let elements) = value.content, elements.count == 2 else {
      mistakes.add(value, keys, allowed: size.allowed)
      return nil
    }
    var sides: [Double] = []
    for element in elements {
      switch element.content {
      case .number(let side) where sideRange.contains(side): sides.append(side)
      case .integer(let side) where sideRange.contains(Double(side)): sides.append(Double(side))
      default: mistakes.add(element, keys, allowed: size.allowed)
      }
    }
    return sides.count == 2 ? Size(sides[0], sides[1]) : nil
  }
}
