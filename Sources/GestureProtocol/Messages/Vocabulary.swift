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
  public init(_ set: RecognizerSet, regions: [String] = ["root"]) {
    let labels = set.instances.map {
      RecognizerLabel(
        name: $0.name, kind: $0.kind.name, fields: $0.type.fields, numberOfTouches: $0.numberOfTouches)
    }
    self.init(recognizers: labels, regions: regions)
  }
}
