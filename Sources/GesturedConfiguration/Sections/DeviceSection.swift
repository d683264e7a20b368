internal import GestureCore
internal import TouchInput

/// The keys of `[device.NAME]`, and their reading.
enum DeviceSection {
  private static let sideRange = DeviceJudgement.configurableSides
  /// The most bytes of any name of a connector or a seat.
  private static let maximumNameLength = 64

  private static let nameAllowed =
    "a text of 1 to \(maximumNameLength) printable ASCII characters without spaces"

  private static let size = KeyDescription(
    "size_mm",
    allowed: "[width, height], each a number from \(MessageText.number(sideRange.lowerBound)) to "
      + "\(MessageText.number(sideRange.upperBound)) mm",
    "The size of the touch surface. It overrides the sizes that the device and the display under it claim. (D18)"
  )
  private static let rangeAllowed =
    "[minimum, maximum], whole numbers from -2147483648 to 2147483647, the smaller one first, "
    + "less than 16777216 apart"
  private static let xRange = KeyDescription(
    "x_range", allowed: rangeAllowed,
    "The range of its X axis, where the device declares a wrong one. A warning says which one it reports. (TCH-39)"
  )
  private static let yRange = KeyDescription(
    "y_range", allowed: rangeAllowed, "The same for its Y axis. (TCH-39)")
  private static let pixels = KeyDescription(
    "pixels", allowed: "[width, height], each a whole number from 1 to 65535",
    "How many pixels the picture under it has, for lengths of regions in px. When it is not set: those of the display's "
      + "first mode, where it is known which display that is.")
  private static let rotation = KeyDescription(
    "rotation_deg", allowed: "0, 90, 180 or 270", default: "0",
    "How far the panel is turned clockwise against the picture, seen from the front: 90 where its own top-left corner "
      + "lies at the picture's top right. (DMN-11)")
  private static let calibration = KeyDescription(
    "calibration_matrix", allowed: "[a, b, c, d, e, f], numbers from -100 to 100 whose a·e − b·d is not 0",
    default: "[1, 0, 0, 0, 1, 0]",
    "Turns the place that the panel reports into the true place, both as shares of its width and height: x′ = a·x + b·y + c, "
      + "y′ = d·x + e·y + f. The rotation comes after it. When neither is set, udev's LIBINPUT_CALIBRATION_MATRIX counts. "
      + "(DMN-11)")
  private static let output = KeyDescription(
    "output", allowed: nameAllowed,
    "The connector of the display under it, as `ls /sys/class/drm` shows it after `card0-`: `HDMI-A-1`. When it is not "
      + "set: udev's WL_OUTPUT; else the only possible display, which `gestured --list-devices` shows."
  )
  private static let seat = KeyDescription(
    "seat", allowed: nameAllowed,
    "The seat that the device belongs to, for clients that read the lines of several seats. When it is not set: udev's ID_SEAT, else `seat0`."
  )
  private static let ignore = KeyDescription(
    "ignore", allowed: "true or false",
    "`true` leaves such devices alone, `false` reads them. When it is not set, udev's LIBINPUT_IGNORE_DEVICE counts."
  )
  private static let touchpad = KeyDescription(
    "touchpad", allowed: "true or false", default: "false",
    "Reads the device although it is a touchpad. Its touches are `indirect`, "
      + "even where it claims to be a screen. (PAD-1)")
  private static let wholeScreen = "screen"
  private static let map = KeyDescription(
    "map", allowed: "\"screen\" or the name of a region; a region only with touchpad = true",
    default: "\"screen\"",
    "The region that the whole touchpad stands for: a finger in the middle of the pad touches the middle of the region. "
      + "(PAD-1)")
  private static let remote = KeyDescription(
    "remote", allowed: "true or false", default: "false",
    "It is a remote control: its arrows and its keys to choose, go back and page are presses. A device with letter or digit keys is never opened. (PRS-2)"
  )
  private static let trustPressure = KeyDescription(
    "trust_pressure", allowed: "true or false", default: "false",
    "Uses its pressure as force although it claims no unit for it. Many panels report the size of the contact as pressure. (TCH-22)"
  )

  /// The keys in the order of the manual.
  static let keys =
    DeviceMatchKeys.keys + [
      size, xRange, yRange, pixels, rotation, calibration, output, seat, ignore, touchpad, map, remote,
      trustPressure,
    ]
    + FilterSettings.options.map(KeyDescription.init) + DeviceThresholds.keys

  /// Reads a table without the tables in it; nil where it selects no devices.
  ///
  /// - Parameter regions: the regions that the table may name.
  static func read(
    _ reader: SectionReader, headAt head: SettingPlace, regions: KnownRegions, _ mistakes: inout MistakeList
  ) -> DeviceSettings? {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    let match = DeviceMatchKeys.read(reader, headAt: head, &mistakes)
    let size = readSize(reader, &mistakes)
    let ranges = StatedRanges(
      x: readRange(reader, xRange, &mistakes), y: readRange(reader, yRange, &mistakes))
    let pixels = reader.numbers(
      pixels.key, count: 2, in: 1...65_535, allowed: pixels.allowed, &mistakes)
    let rotation = readRotation(reader, &mistakes)
    let calibration = readCalibration(reader, &mistakes)
    let filters = FilterSettings(reader.options(FilterSettings.options, &mistakes))
    let isIgnored = reader.flag(ignore.key, default: false, &mistakes)
    let isTouchpadRead = reader.flag(touchpad.key, default: false, &mistakes)
    let mapRegion = readMap(reader, isTouchpad: isTouchpadRead, regions, &mistakes)
    let isRemote = reader.flag(remote.key, default: false, &mistakes)
    let trustsPressure = reader.flag(trustPressure.key, default: false, &mistakes)
    let output = reader.text(output.key, allowed: output.allowed, &mistakes, where: isName)
    let seat = reader.text(seat.key, allowed: seat.allowed, &mistakes, where: isName)
    guard let match, let own = reader.name else { return nil }
    var settings = DeviceSettings(
      name: own, match: match, size: size, pixels: pixels.map { Size($0[0], $0[1]) },
      isIgnored: reader.table[ignore.key] == nil ? nil : isIgnored,
      scope: isTouchpadRead ? .touchpadsToo : .touchscreens, trustsPressure: trustsPressure,
      calibration: calibration, rotation: rotation, output: output, seat: seat, filters: filters)
    settings.ranges = ranges
    settings.isRemote = isRemote
    settings.mapRegion = mapRegion
    return settings
  }

  private static func isName(_ text: String) -> Bool {
    (1...maximumNameLength).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7f }
  }

  private static func readMap(
    _ reader: SectionReader, isTouchpad: Bool, _ regions: KnownRegions, _ mistakes: inout MistakeList
  ) -> String? {
    let text = reader.text(map.key, allowed: map.allowed, &mistakes) { $0 == wholeScreen || isTouchpad }
    guard let text, text != wholeScreen, let value = reader.table[map.key]?.value else { return nil }
    guard !regions.contains(text) else { return text }
    let known = regions.names()
    mistakes.add(
      value, reader.path + [map.key], problem: .unknownRegion, allowed: KnownRegions.allowed(among: known),
      hint: NearestWord.nearest(to: text, among: known))
    return nil
  }

  private static func readRotation(
    _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> PanelPlacement.Rotation? {
    guard let value = reader.table[rotation.key]?.value else { return nil }
    if case .integer(let degrees) = value.content, let known = PanelPlacement.Rotation(rawValue: Int(degrees))
    {
      return known
    }
    mistakes.add(value, reader.path + [rotation.key], allowed: rotation.allowed)
    return nil
  }

  private static func readCalibration(
    _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> AffineTransform? {
    let numbers = reader.numbers(
      calibration.key, count: 6, in: PanelPlacement.calibrationRange, allowed: calibration.allowed, &mistakes)
    guard let numbers else { return nil }
    let matrix = PanelPlacement.calibration(rows: numbers)
    if matrix == nil, let value = reader.table[calibration.key]?.value {
      mistakes.add(value, reader.path + [calibration.key], allowed: calibration.allowed)
    }
    return matrix
  }

  private static func readRange(
    _ reader: SectionReader, _ key: KeyDescription, _ mistakes: inout MistakeList
  ) -> ClosedRange<Int32>? {
    let numbers = reader.numbers(
      key.key, count: 2, in: Double(Int32.min)...Double(Int32.max), allowed: key.allowed, &mistakes)
    guard let numbers, let value = reader.table[key.key]?.value else { return nil }
    guard let first = Int32(exactly: numbers[0]), let last = Int32(exactly: numbers[1]), first < last,
      Int64(last) - Int64(first) < DeviceJudgement.maximumAxisUnits
    else {
      mistakes.add(value, reader.path + [key.key], allowed: key.allowed)
      return nil
    }
    return first...last
  }

  private static func readSize(_ reader: SectionReader, _ mistakes: inout MistakeList) -> Size? {
    guard let value = reader.table[size.key]?.value,
      let elements = reader.elements(of: value, size.key, count: 2, allowed: size.allowed, &mistakes)
    else { return nil }
    let keys = reader.path + [size.key]
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
