/// What a client wants to hear of.
public struct SubscribeCommand: Hashable, Sendable {
  /// A line is sent that fits one of them. None: all but what is sent only where it is named.
  public var filters: [FilterDescription]
  /// What lengths are measured in.
  public var units: WireUnits
  /// How much of raw touches is sent.
  public var touches: TouchLevel
  /// The most `changed` lines a second and gesture, above 0; nil for all.
  public var rate: Double?
  /// Whether what is there already is told first.
  public var wantsSnapshot: Bool

  /// A subscription.
  public init(
    filters: [FilterDescription] = [], units: WireUnits = .millimetres, touches: TouchLevel = .none,
    rate: Double? = nil, wantsSnapshot: Bool = false
  ) {
    self.filters = filters
    self.units = units
    self.touches = touches
    self.rate = rate
    self.wantsSnapshot = wantsSnapshot
  }
}
