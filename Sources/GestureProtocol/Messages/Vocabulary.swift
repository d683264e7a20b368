import GestureCore

/// The names behind the numbers that events speak of. Formats are made from it when a configuration takes
/// effect, and made anew with the next one.
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
  /// - Parameter users: whom the clients run as that have declared recognizers, by their numbers.
  public init(_ set: RecognizerSet, regions: [String] = ["root"], users: [Int: UInt32] = [:]) {
    let labels = set.instances.map { instance in
      RecognizerLabel(
        name: instance.name, kind: instance.kind.name, fields: instance.type.fields,
        numberOfTouches: instance.numberOfTouches,
        declarer: users[instance.owner].map { Declarer(client: instance.owner, user: $0) })
    }
    self.init(recognizers: labels, regions: regions)
  }
}
