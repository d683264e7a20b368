/// The regions that a client's settings may speak of. They are looked up one by one: there may be thousands, and a
/// request may have hundreds of settings.
public struct KnownRegions {
  /// More are not listed in a message.
  static let listedCount = 16

  /// Whether there is one of a name.
  let contains: (String) -> Bool
  /// All names, for messages and hints.
  let names: () -> [String]

  /// - Parameters:
  ///   - contains: whether there is one of a name.
  ///   - names: all names, asked for only where something is wrong.
  public init(contains: @escaping (String) -> Bool, names: @escaping () -> [String]) {
    self.contains = contains
    self.names = names
  }

  /// Those of a list.
  public init(_ names: [String]) {
    self.init(contains: Set(names).contains, names: { names })
  }

  /// What a name may be, as messages say it.
  static func allowed(among names: [String]) -> String {
    names.count <= listedCount
      ? "one of the regions " + names.joined(separator: ", ")
      : "one of the \(names.count) regions that there are"
  }
}
