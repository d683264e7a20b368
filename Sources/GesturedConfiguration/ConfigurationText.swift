/// A file of the configuration: what messages call it, and what is in it.
public struct ConfigurationText: Hashable, Sendable {
  /// Its name.
  public var file: String
  /// Its content: any bytes.
  public var bytes: [UInt8]

  /// A file.
  public init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }
}
