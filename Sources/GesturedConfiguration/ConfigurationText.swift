/// A file of the configuration: its name in messages, and its content.
public struct ConfigurationText: Hashable, Sendable {
  /// The file's name.
  public var file: String
  /// Its content: any bytes.
  public var bytes: [UInt8]

  /// A file.
  public init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }
}
