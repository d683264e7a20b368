/// The regions that a client's settings may name. They are looked up one by one: there may be thousands, and a request
/// may have hundreds of settings.
public struct KnownRegions {
  /// The most regions that a message lists.
  static let listedCount = 16

  /// Whether a region with a name exists.
  let contains: (String) -> Bool
  /// All names, for messages and hints.
  let names: () -> [String]

  /// - Parameters:
  ///   - contains: whether a region with a name exists.
  ///   - names: all names, called only for a mistake.
  public init(contains: @escaping (String) -> Bool, names: @escaping () -> [String]) {
    self.contains = contains
    self.names = names
  }

  /// The regions of a list.
  public init(_ names: [String]) {
    self.init(contains: Set(names).contains, names: { names })
  }

  /// The allowed names, as messages tell them.
  static func allowed(among names: [String]) -> String {
    names.count <= listedCount
      ? "one of the regions " + names.joined(separator: ", ")
      : "one of the \(names.count) regions that there are"
  }
}
