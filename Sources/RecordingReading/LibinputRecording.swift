public import TouchInput

/// A recording as `libinput record` writes it, version 1 of its format: one or several devices.
///
/// ```yaml
/// version: 1
/// devices:
/// - node: /dev/input/event7
///   evdev:
///     name: "…"
///     id: [bus, vendor, product, version]
///     codes:
///       type: [code, …]
///     absinfo:
///       code: [minimum, maximum, fuzz, flat, resolution]
///     properties: [property, …]
///   events:
///   - evdev:
///     - [seconds, microseconds, type, code, value]
/// ```
///
/// All numbers are decimal. Everything else in it is read over: what libinput made of the events, udev's properties.
///
/// The file is hostile: what is kept of it grows with its number of devices, codes and events alone, so the caller
/// bounds its length.
public struct LibinputRecording: Hashable, Sendable {
  /// Each device with its own events, in the file's order.
  public var devices: [EvemuRecording] = []

  /// Whether a file's first line that says anything is one of libinput's: whether it is no use to read it as evemu's.
  public static func isLikely(_ bytes: [UInt8]) -> Bool {
    for line in bytes.prefix(4096).split(separator: UInt8(ascii: "\n")) {
      let word = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\r") }
      if word.first == UInt8(ascii: "#") { continue }
      return firstWords.contains { $0.elementsEqual(word) }
    }
    return false
  }

  private static let firstWords: [String.UTF8View] = [
    "version", "ndevices", "libinput", "system", "devices", "---",
  ]
  .map(\.utf8)

  /// Reads a recording.
  ///
  /// - Throws: `RecordingError` at the first line that does not belong into one.
  public init(parsing bytes: [UInt8]) throws(RecordingError) {
    devices = try LibinputRecordingParser(YamlReader(bytes)).read()
  }
}
