import GestureCore
import GestureProtocol

/// The lines that a client receives.
///
/// Names are resolved when the subscription is made, and again whenever a thing with such a name comes or goes.
/// Matching a line then compares numbers and allocates nothing.
package struct Subscription: ~Copyable {
  /// The origin of a subscription.
  package enum Source {
    /// The client has not subscribed: it receives gestures and the lines that belong to them, in millimeters.
    case standard
    /// The client wants no lines.
    case none
    /// The client has subscribed.
    case chosen(SubscribeCommand)
  }

  /// The origin of the subscription.
  let source: Source
  /// The client that the subscription belongs to.
  let client: Int
  /// The users whose own recognizers and regions the lines may name: those that some filter asks for.
  let inspection: Inspection
  package private(set) var filters: [CompiledFilter]
  /// Whether no filter names a state; most lines then need no second match.
  let hasAllStates: Bool
  /// An estimate, rather too high, of the subscription's bytes (H2).
  package let keptBytes: Int

  /// Resolves all filters at once, which suits a source with few names.
  ///
  /// - Parameter inspection: the users whose recognizers the client may see where it asks for all owners.
  init(_ source: Source, of client: Int, _ inspection: Inspection = .none, in scope: SubscriptionScope) {
    var draft = SubscriptionDraft(source, of: client, inspection)
    while draft.lookUpNext(in: scope) {}
    self.init(draft)
  }

  /// Makes a subscription from a draft whose filters are resolved.
  init(_ draft: SubscriptionDraft) {
    source = draft.source
    client = draft.client
    inspection = draft.inspection
    filters = draft.filters
    keptBytes = if case .chosen(let command) = draft.source { command.keptBytes } else { 0 }
    hasAllStates = draft.filters.allSatisfy(\.hasAllStates)
  }

  /// Resolves recognizers that changed.
  mutating func lookUp(_ change: SubscriptionScope.RecognizerChange, in scope: SubscriptionScope) {
    for position in filters.indices { filters[position].lookUp(change, in: scope) }
  }

  /// Resolves touchscreens and their regions again.
  mutating func lookUpRegions(in scope: SubscriptionScope) {
    for position in filters.indices { filters[position].lookUpRegions(in: scope) }
  }

  /// Resolves a touchscreen's regions that changed.
  mutating func lookUp(
    _ change: SubscriptionScope.RegionChange, of device: SubscriptionScope.Device, in scope: SubscriptionScope
  ) {
    var before: CompiledFilter?
    for position in filters.indices {
      let old = filters[position]
      if position > 0, old == before {
        filters[position] = filters[position - 1]
      } else {
        filters[position].lookUp(change, of: device, in: scope)
      }
      before = old
    }
  }

  /// The unit of lengths.
  var units: WireUnits {
    if case .chosen(let command) = source { command.units } else { .millimetres }
  }

  /// The region whose coordinates places have; nil for the screen's.
  var relativeTo: String? {
    if case .chosen(let command) = source { command.relativeTo } else { nil }
  }

  /// Whether lines of gestures list their touches.
  var wantsFingers: Bool {
    if case .chosen(let command) = source { command.wantsFingers } else { false }
  }

  /// Whether any recognizer's changes of state may match.
  var wantsTransitions: Bool {
    for position in filters.indices where filters[position].types.contains(.transition) { return true }
    return false
  }

  /// Whether the client only watches: no recognizer takes part because of it (MULTI-6).
  var isPassive: Bool {
    if case .chosen(let command) = source { command.isPassive } else { false }
  }

  /// The details of lines of touches beyond phases; nil where the client wants no such lines.
  var touches: TouchDetail? {
    if case .chosen(let command) = source { command.touches } else { nil }
  }

  /// The controllers that the client is, or the application.
  package var responders: [HeldResponder] {
    if case .chosen(let command) = source { command.responders } else { [] }
  }

  /// The client's part as a responder; nil where the client does not take such events there.
  package func held(_ name: ResponderName, for event: HeldResponder.Event) -> HeldResponder? {
    guard case .chosen(let command) = source else { return nil }
    return command.responders.first { $0.name == name && $0.events.contains(event) }
  }

  /// The least time between two `changed` lines of a gesture; nil for no limit.
  var interval: TimeSpan? {
    guard case .chosen(let command) = source, let rate = command.rate, rate > 0 else { return nil }
    // The interval is bounded before the conversion to an integer; an hour is as good as never.
    return TimeSpan(microseconds: Int64(min(1_000_000 / rate, 3_600_000_000)))
  }

  /// Whether the client's snapshots include regions.
  var hasRegionsInSnapshot: Bool {
    if case .chosen(let command) = source, command.wantsSnapshot { return true }
    return filters.contains { $0.types.contains(.region) }
  }

  /// Whether the client has not subscribed.
  package var isStandard: Bool {
    if case .standard = source { true } else { false }
  }

  /// Whether a gesture matches, regardless of its state.
  func fits(_ gesture: GestureEvent, on device: Int) -> Bool {
    for position in filters.indices where filters[position].fits(gesture, on: device) { return true }
    return false
  }

  /// Whether a line of a gesture that the client follows matches by its state.
  func fits(stateOf gesture: GestureEvent, on device: Int) -> Bool {
    if hasAllStates { return true }
    for position in filters.indices
    where filters[position].fits(gesture.state) && filters[position].fits(gesture, on: device) {
      return true
    }
    return false
  }

  /// Whether a line matches by its type, its touchscreen, and its region where it has one.
  func fits(_ type: LineType, on device: Int, region: Int? = nil) -> Bool {
    for position in filters.indices where filters[position].fits(type, on: device, region: region) {
      return true
    }
    return false
  }

  /// Whether a line of touches matches.
  func fits(_ touches: borrowing TouchesEvent, on device: Int) -> Bool {
    guard self.touches != nil else { return false }
    for position in filters.indices where filters[position].fits(touches, on: device) { return true }
    return false
  }

  /// Whether the client receives the touches of a region, by listening to the region or by observing all touches.
  func seesTouches(of region: Int, on device: Int) -> Bool {
    guard touches != nil else { return false }
    for position in filters.indices
    where filters[position].observesTouches(of: device)
      || filters[position].listensToTouches(of: region, on: device)
    {
      return true
    }
    return false
  }

  /// Whether a recognizer's change of state matches.
  func fits(transitionOf recognizer: Int, on device: Int) -> Bool {
    for position in filters.indices where filters[position].fits(transitionOf: recognizer, on: device) {
      return true
    }
    return false
  }

  /// Whether a region's change matches.
  func fits(_ message: RegionMessage, in scope: SubscriptionScope) -> Bool {
    for position in filters.indices
    where filters[position].fits(region: message.name, on: message.device, in: scope) {
      return true
    }
    return false
  }

  /// Whether a recognizer's change matches.
  ///
  /// - Parameter number: one of the recognizer's numbers in the set.
  func fits(_ message: RecognizerMessage, number: Int, in scope: SubscriptionScope) -> Bool {
    for position in filters.indices
    where filters[position].fits(changeOf: number, region: message.region, in: scope) {
      return true
    }
    return false
  }

  /// Whether the state of an event without fingers matches. A line without a state matches, and so does every line for
  /// a client that is a responder for the event.
  ///
  /// - Parameter region: the region that takes the event; nil where none does.
  func fits(
    _ state: GestureState?, of type: LineType, at region: String?, in scope: SubscriptionScope
  ) -> Bool {
    guard let state, !hasAllStates else { return true }
    let ofType = filters.filter { $0.types.contains(type) }
    let ofRegion = region.map { name in ofType.filter { $0.speaks(of: name, in: scope) } } ?? []
    // A client without the right `scene` hears events that another region takes.
    return (ofRegion.isEmpty ? ofType : ofRegion).contains { $0.fits(state) }
      || responders.contains { $0.events.contains { $0.lineType == type } }
  }

  /// Whether a change of the private mode matches.
  func fits(inhibitAs state: GestureState) -> Bool {
    filters.contains { $0.types.contains(.inhibit) && $0.fits(state) }
  }
}
