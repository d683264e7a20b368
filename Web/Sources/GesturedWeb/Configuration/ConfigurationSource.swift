import Glibc

/// The file of the configuration.
struct ConfigurationSource: Sendable {
  /// The largest file, in bytes. One byte more is read, which the reader of TOML refuses.
  private static let mostBytes = 1_048_576

  /// The file; nil reads the default one where it exists.
  let file: String?

  /// The file's name in messages.
  var name: String { file ?? "/etc/gestured/web.toml" }

  /// Reads the file.
  func read() throws -> (configuration: WebConfiguration, warnings: [String]) {
    let failure = { RunError(exitCode: 78, description: "\(name): cannot read (error \(errno))") }
    guard let stream = unsafe fopen(name, "re") else {
      if file == nil, errno == ENOENT { return (WebConfiguration(), []) }
      throw failure()
    }
    defer { unsafe fclose(stream) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.mostBytes + 1) { place, count in
      count = unsafe fread(place.baseAddress, 1, place.count, stream)
    }
    if unsafe ferror(stream) != 0 { throw failure() }
    return try WebConfigurationReader.read(bytes, file: name)
  }
}
