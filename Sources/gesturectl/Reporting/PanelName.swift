import TouchInput

/// The name of a panel in a report.
///
/// No rule finds each name of a person, so docs/hardware.md asks its reader to look.
enum PanelName {
  /// BUS_BLUETOOTH and BUS_VIRTUAL: a person gives these devices their names.
  private static let namedByPersons: [UInt16] = [5, 6]
  /// The fewest digits of a serial number. An address on the bus, such as `10-0038`, has fewer.
  private static let serialDigits = 7
  /// The fewest hexadecimal digits of an address without its colons or dashes.
  private static let addressDigits = 8
  /// The fewest colons of a hardware address. The numbers of a maker and its product have one.
  private static let addressColons = 3
  /// A serial number changes between letters and digits this often, with at least so many digits. A model changes once: `GT1301`.
  private static let serialChanges = 2
  private static let mixedDigits = 4
  private static let longest = 80

  /// The name that the device's maker gave it, without words that may tell one device or person from another; nil where
  /// a person may have given the name.
  static func ofMaker(_ device: DeviceDescription) -> String? {
    guard !namedByPersons.contains(device.bus) else { return nil }
    let words = device.name.split(separator: " ").map { isTelling($0) ? "…" : String($0) }
    let name = String(words.joined(separator: " ").prefix(longest))
    return name.isEmpty ? nil : name
  }

  private static func isTelling(_ word: Substring) -> Bool {
    if word.hasSuffix("'s") || word.hasSuffix("’s") || isHostName(word) { return true }
    guard !isNumbers(word) else { return false }
    guard word.utf8.count(where: { $0 == UInt8(ascii: ":") }) < addressColons else { return true }
    let bare = Array(word.unicodeScalars).filter { $0.properties.isAlphabetic || isDigit($0) }
    let digits = bare.count(where: isDigit)
    let changes = zip(bare, bare.dropFirst()).count { isDigit($0) != isDigit($1) }
    return (bare.count >= addressDigits && bare.allSatisfy(\.properties.isASCIIHexDigit))
      || longestRun(of: bare) >= serialDigits
      || (digits >= serialDigits && !word.utf8.contains(UInt8(ascii: ":")))
      || (digits >= mixedDigits && changes >= serialChanges)
  }

  /// Whether the word is the numbers of a maker and its product, such as `04F3:2A16`.
  private static func isNumbers(_ word: Substring) -> Bool {
    let parts = word.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { $0.count == 4 && $0.allSatisfy(\.properties.isASCIIHexDigit) }
  }

  /// Whether a dot stands between two letters.
  private static func isHostName(_ word: Substring) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).contains { $0.last?.isLetter == true && $1.first?.isLetter == true }
  }

  private static func longestRun(of scalars: [Unicode.Scalar]) -> Int {
    var longest = 0
    var run = 0
    for scalar in scalars {
      run = isDigit(scalar) ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}
