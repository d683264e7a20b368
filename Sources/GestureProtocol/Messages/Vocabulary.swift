import GestureCore

/// The names behind the numbers of events. Each configuration has its own vocabulary and formats.
public struct Vocabulary: Hashable, Sendable {
  /// The recognizers, by their numbers in the recognizer set.
  public var recognizers: [RecognizerLabel]
  /// The regions, by their numbers in the region tree; the first is the root.
  public var regions: [String]

  /// The names of recognizers and regions.
  public init(recognizers: [RecognizerLabel], regions: [String] = ["root"]) {
    self.recognizers = recognizers
    self.regions = regions
  }

  /// The names of a recognizer set.
  ///
  /// - Parameter users: the users of the clients that have declared recognizers, by the clients' numbers.
  public init(_ set: RecognizerSet, regions: [String] = ["root"], users: [Int: UInt32] = [:]) {
    // The loop runs over numbers, as an instance is large, and a copy of one counts dozens of references.
    let labels = set.instances.indices.map { number in
      let (type, owner) = (set.instances[number].type, set.instances[number].owner)
      return RecognizerLabel(
        name: set.instances[number].name, kind: type.kind.name, fields: type.fields,
        numberOfTouches: set.instances[number].numberOfTouches,
        region: set.instances[number].properties.region ?? "root",
        declarer: owner == RegionTree.configuration
          ? nil : users[owner].map { Declarer(client: owner, user: $0) })
    }
    self.init(recognizers: labels, regions: regions)
  }
}
