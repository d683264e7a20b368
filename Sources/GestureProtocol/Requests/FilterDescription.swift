public import GestureCore

/// One filter of a subscription. A line fits when it fits every list here that is not nil, which it does when one
/// element fits. A line that does not have what a list speaks of does not fit.
public struct FilterDescription: Hashable, Sendable {
  /// The types of lines that filters may name. The raw value is the word on the wire.
  public enum LineType: String, CaseIterable, Hashable, Sendable {
    case gesture, settled, device, touches, transition, region, recognizer, responder, inhibit
    case motion, remote, press, route
  }

  /// What the line is.
  public var types: [LineType]?
  /// The kind of its recognizer; each is known.
  public var kinds: [String]?
  /// The name of its recognizer; need not be known.
  public var recognizers: [String]?
  /// How many fingers it speaks of, 1 … 10.
  public var touchCounts: [Int]?
  /// The state of its gesture: began, changed, ended or cancelled.
  public var states: [GestureState]?
  /// The name of its region; need not be known.
  public var regions: [String]?
  /// Whether what happens in regions inside those counts too.
  public var includesDescendants = true
  /// Its touchscreen; need not be there.
  public var devices: [DeviceReference]?

  /// Whether recognizers count that are another client's own, as far as the reader may see them.
  public var includesAllOwners = false

  /// A filter that everything fits.
  public init() {}
}
