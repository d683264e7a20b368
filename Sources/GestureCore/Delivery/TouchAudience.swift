/// The clients that listen to a screen's touches while the daemon runs, region by region.
///
/// The audience at the landing of a touch holds for the touch's whole life (RSP-3, MULTI-9). A region's own `touches`
/// setting counts as well: a region that ignores touches receives none, and a region that forwards them always
/// forwards.
public struct TouchAudience: Hashable, Sendable {
  /// The listeners of one region, all together.
  public enum Listeners: UInt8, Hashable, Sendable {
    /// The region has no listeners: its touches go on to the next responder (RSP-2, DLV-16).
    case absent
    /// The listeners receive touches, and regions further out do not. One listener that does not forward is enough
    /// (MULTI-17).
    case handles
    /// The listeners receive touches, and all of them let the next responder receive them too.
    case forwards
  }

  /// Whether an observer without a region listens. An observer handles nothing, and it also receives touches that no
  /// region receives (MULTI-16).
  public var isObserved: Bool
  /// The details beyond phases: the union of what the listeners ask for.
  public var detail: TouchDetail
  private var listeners: [Listeners] = []
  /// The clients that are the controller or the application right after a region, by the region's number.
  private var responders: [Int: Listeners] = [:]

  /// An audience without listeners on regions, perhaps with observers.
  public init(isObserved: Bool = false, detail: TouchDetail = []) {
    self.isObserved = isObserved
    self.detail = detail
  }

  /// The listeners of a region, by its number in the region tree.
  public subscript(region: Int) -> Listeners {
    get { listeners.indices.contains(region) ? listeners[region] : .absent }
    set {
      guard region >= 0, newValue != self[region] else { return }
      while listeners.count <= region { listeners.append(.absent) }
      listeners[region] = newValue
    }
  }

  /// The client that is the controller or the application right after a region in the responder chain (RES-1).
  public func responder(after region: Int) -> Listeners {
    responders.isEmpty ? .absent : responders[region] ?? .absent
  }

  /// Adds a client that is the controller or the application right after a region.
  public mutating func addResponder(after region: Int, forwards: Bool) {
    responders[region] = responders[region] == .handles || !forwards ? .handles : .forwards
  }

  /// Adds one listener to a region. A touch climbs only if all listeners forward (MULTI-17).
  public mutating func add(_ region: Int, forwards: Bool) {
    self[region] = self[region] == .handles || !forwards ? .handles : .forwards
  }
}
