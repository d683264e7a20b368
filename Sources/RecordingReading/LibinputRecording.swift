public import TouchInput

/// A recording in the format of `libinput record`, version 1, of one or several devices.
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
/// All numbers are decimal. The reader skips all other parts, such as libinput's own events and udev's properties.
///
/// The file is hostile input. The memory that it takes grows only with its devices, codes and events, so the caller
/// limits the file's length.
public struct LibinputRecording: Hashable, Sendable {
  /// The devices with their own events, in the file's order.
  public var devices: [EvemuRecording] = []

  /// Whether the first word of a file, after comments, is one of libinput's. Such a file is not evemu's.
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
  /// - Throws: `RecordingError` at the first line with another form.
  public init(parsing bytes: [UInt8]) throws(RecordingError) {
    devices = try LibinputRecordingParser(YamlReader(bytes)).read()
  }
}
