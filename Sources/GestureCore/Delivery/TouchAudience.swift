/// Who listens to the touches of a screen while it runs: what subscribers have made of its regions.
///
/// It counts where a touch lands, and what it said then holds for the whole life of the touch (RSP-3, MULTI-9). A
/// region's own `touches` counts on top: one that ignores them is told nothing, one that forwards them always does.
public struct TouchAudience: Hashable, Sendable {
  /// The listeners of one region, all together.
  public enum Listeners: UInt8, Hashable, Sendable {
    /// It has none: its touches go on to the next responder (RSP-2, DLV-16).
    case nobody
    /// They are told, and nobody further out: one that does not forward is enough (MULTI-17).
    case handles
    /// They are told, and all of them let the next responder be told too.
    case forwards
  }

  /// Whether somebody watches who belongs to no region: one who handles nothing, and is told of what nobody else is
  /// told of, too (MULTI-16).
  public var isObserved: Bool
  /// What is told of touches beyond their phases: all that any listener asks for.
  public var detail: TouchDetail
  private var listeners: [Listeners] = []

  /// An audience of nobody, or of observers alone.
  public init(isObserved: Bool = false, detail: TouchDetail = []) {
    self.isObserved = isObserved
    self.detail = detail
  }

  /// The listeners of a region, by its number in the region tree.
  public subscript(region: Int) -> Listeners {
    get { listeners.indices.contains(region) ? listeners[region] : .nobody }
    set {
      guard region >= 0, newValue != self[region] else { return }
      while listeners.count <= region { listeners.append(.nobody) }
      listeners[region] = newValue
    }
  }

  /// Adds one listener to a region: the touch climbs only if all of them forward (MULTI-17).
  public mutating func add(_ region: Int, forwards: Bool) {
    self[region] = self[region] == .handles || !forwards ? .handles : .forwards
  }
}
