import TouchInput

/// The name of a panel in a report.
enum PanelName {
  /// BUS_BLUETOOTH and BUS_VIRTUAL: a person gives these devices their names.
  private static let namedByPersons: [UInt16] = [5, 6]
  /// The fewest digits of a serial number. An address on the bus, such as `10-0038`, has fewer.
  private static let serialDigits = 7
  /// The fewest colons of a hardware address. The numbers of a maker and its product have one.
  private static let addressColons = 3
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
    let digits = word.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let colons = word.utf8.count { $0 == UInt8(ascii: ":") }
    let isPossessive = word.hasSuffix("'s") || word.hasSuffix("’s")
    return isPossessive || colons >= addressColons || (colons == 0 && digits >= serialDigits)
  }
}
