import GesturedConfiguration

extension SocketSettings {
  /// The keys of the sockets themselves, rather than of who comes to them, in which two settings differ.
  ///
  /// - Parameter other: the other settings; nil for the defaults.
  func socketKeys(otherThan other: SocketSettings?) -> [String] {
    let differences = [
      ("path", path != other?.path),
      ("mode", mode != other?.mode ?? Self.defaultMode),
      ("group", group != other?.group),
      ("raw", servesRaw != other?.servesRaw ?? false),
      ("raw_path", rawPath != other?.rawPath),
      ("raw_mode", rawMode != other?.rawMode ?? Self.defaultMode),
      ("raw_group", rawGroup != other?.rawGroup),
    ]
    return differences.filter(\.1).map(\.0)
  }
}
