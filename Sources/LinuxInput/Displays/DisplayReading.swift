import GestureCore
import LinuxEventLoop
import TouchInput

/// Reads displays one connector at a time: three small files each, which hold what the kernel recorded when the display
/// was connected. The files block while another program has the kernel probe displays. The owner therefore handles
/// frames between two connectors.
public struct DisplayReading: Sendable {
  private static let maximumFileBytes = 65_536
  private static let maximumPixels = 65_535

  private let path: String
  private var entries: ArraySlice<String>
  private var found: [Display] = []

  init(path: String, entries: [String]) {
    self.path = path
    self.entries = entries.sorted()[...]
  }

  /// The connected displays found so far, sorted by connector name.
  public var displays: [Display] { found.sorted { $0.connector < $1.connector } }

  /// Reads the next connector.
  ///
  /// - Returns: whether there may be more.
  public mutating func readNext() -> Bool {
    while let entry = entries.popFirst() {
      guard let connector = Self.connector(ofEntry: entry) else { continue }
      read(connector, "\(path)/\(entry)")
      return true
    }
    return false
  }

  private mutating func read(_ connector: String, _ folder: String) {
    guard words(folder + "/status").first == "connected" else { return }
    let mode = words(folder + "/modes").first.flatMap(Self.pixels)
    let identification = DisplayIdentification(bytes(folder + "/edid"))
    found.append(
      Display(connector: connector, facts: DisplayFacts(size: identification.size, pixels: mode)))
  }

  /// `HDMI-A-1` of `card0-HDMI-A-1`; nil where the entry is no connector.
  private static func connector(ofEntry entry: String) -> String? {
    guard let dash = entry.firstIndex(of: "-"), entry.hasPrefix("card") else { return nil }
    let number = entry[..<dash].dropFirst("card".count)
    let connector = entry[dash...].dropFirst()
    guard !number.isEmpty, number.utf8.allSatisfy(isDigit), !connector.isEmpty else { return nil }
    return String(connector)
  }

  /// Width and height of `1920x1080` and of `1920x1080i`.
  private static func pixels(ofMode mode: Substring) -> Size? {
    let sides = mode.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false).map { side in
      Int(side.prefix { $0.utf8.allSatisfy(isDigit) }) ?? 0
    }
    guard sides.count == 2, sides.allSatisfy((1...maximumPixels).contains) else { return nil }
    return Size(Double(sides[0]), Double(sides[1]))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The first word of each line of a file; empty where the file cannot be read, since unknown facts are no error.
  private func words(_ path: String) -> [Substring] {
    String(decoding: bytes(path), as: UTF8.self).split(separator: "\n").map { $0.prefix { $0 != " " } }
  }

  private func bytes(_ path: String) -> [UInt8] {
    (try? BoundedFile.read(path, maximumBytes: Self.maximumFileBytes)) ?? []
  }
}
