internal import GestureCore

/// The keys of `[device.NAME]` that select devices, and their reading.
enum DeviceMatchKeys {
  /// The kernel cuts the names of devices at a shorter length (`UINPUT_MAX_NAME_SIZE` is 80).
  private static let maximumPatternLength = 255

  /// The allowed patterns, as messages tell them.
  static let patternAllowed =
    "a text of 1 to \(maximumPatternLength) bytes; * stands for any text, ? for any one character"

  private static let name = KeyDescription(
    "name", allowed: patternAllowed,
    "The devices it is for, by the name that `gestured --list-devices` shows. Set this key or at least one of the next four. "
      + "All that are set must match. The first table that matches a device counts.")
  private static let numbers = KeyDescription(
    "id", allowed: "\"VENDOR:PRODUCT\", four hexadecimal digits each, or * for any product",
    "The devices with these numbers, as `lsusb` and `gestured --list-devices` show them.")
  private static let path = KeyDescription(
    "path", allowed: patternAllowed,
    "The devices whose node, a link to it (`/dev/input/by-path/…`), or folder in `/sys` has this path. It tells two panels of one make apart by their plugs."
  )
  private static let serial = KeyDescription(
    "serial", allowed: patternAllowed, "The devices with this serial number.")
  private static let property = KeyDescription(
    "property", allowed: "one or a list of \"NAME=VALUE\"; * stands for any text, ? for any one character",
    "The devices whose udev properties all match, as `udevadm info` shows them.")

  /// The keys in the order of the manual.
  static let keys = [name, numbers, path, serial, property]

  /// Reads the conditions; nil where the table selects no devices.
  static func read(
    _ reader: SectionReader, headAt head: SettingPlace, _ mistakes: inout MistakeList
  ) -> DeviceMatch? {
    var match = DeviceMatch()
    match.name = pattern(name, reader, &mistakes, where: isPattern)
    match.numbers = pattern(numbers, reader, &mistakes, where: areNumbers)
    match.path = pattern(path, reader, &mistakes, where: isPattern)
    match.serial = pattern(serial, reader, &mistakes, where: isPattern)
    for (text, value) in reader.texts(property.key, allowed: property.allowed, &mistakes) {
      if let found = readProperty(text) {
        match.properties.append(found)
      } else {
        mistakes.add(value, reader.path + [property.key], allowed: property.allowed)
      }
    }
    if keys.allSatisfy({ reader.table[$0.key] == nil }) {
      mistakes.add(
        at: head, reader.path + [name.key], problem: .missing, found: MistakeMessage.missing.with(),
        allowed: "at least one of " + keys.map(\.key).joined(separator: ", "))
    }
    return match == DeviceMatch() ? nil : match
  }

  static func isPattern(_ text: String) -> Bool {
    (1...maximumPatternLength).contains(text.utf8.count)
  }

  private static func pattern(
    _ key: KeyDescription, _ reader: SectionReader, _ mistakes: inout MistakeList,
    where isAllowed: (String) -> Bool
  ) -> TextPattern? {
    reader.text(key.key, allowed: key.allowed, &mistakes, where: isAllowed).map { text in
      TextPattern(key == numbers ? text.lowercased() : text)
    }
  }

  private static func areNumbers(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && isNumber(parts[0]) && (parts[1] == "*" || isNumber(parts[1]))
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.count == 4 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  private static func readProperty(_ text: String) -> DeviceMatch.Property? {
    guard isPattern(text), let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
    return DeviceMatch.Property(
      String(text[..<sign]), TextPattern(String(text[text.index(after: sign)...])))
  }
}
