import GestureCore
import GestureProtocol

/// What a client hears of.
///
/// Names are looked up when it is made and whenever something that they may mean comes or goes; matching a line then
/// compares numbers and allocates nothing.
struct Subscription: ~Copyable {
  /// What it was made of.
  enum Source {
    /// The client has said nothing: gestures and what belongs to them, in millimetres.
    case standard
    /// It wants nothing.
    case none
    /// It has said what it wants.
    case chosen(SubscribeCommand)
  }

  /// What it was made of.
  let source: Source
  /// Whose it is.
  let client: Int
  /// Whose own recognizers and regions its lines may name: those that some filter asks for.
  let inspection: Inspection
  private(set) var filters: [CompiledFilter]
  /// Whether no filter names a state: most lines need not be looked at again then.
  let hasAllStates: Bool
  /// About how many bytes it takes, rather too many (H2).
  let keptBytes: Int

  /// Looks its filters up at once: for one that has few names.
  ///
  /// - Parameter inspection: whose own recognizers the client may see where it asks for all owners.
  init(_ source: Source, of client: Int, _ inspection: Inspection = .none, in scope: SubscriptionScope) {
    var draft = SubscriptionDraft(source, of: client, inspection)
    while draft.lookUpNext(in: scope) {}
    self.init(draft)
  }

  /// Takes over a draft whose filters are looked up.
  init(_ draft: SubscriptionDraft) {
    source = draft.source
    client = draft.client
    inspection = draft.inspection
    filters = draft.filters
    keptBytes = if case .chosen(let command) = draft.source { command.keptBytes } else { 0 }
    hasAllStates = draft.filters.allSatisfy(\.hasAllStates)
  }

  /// Looks up anew what has become of recognizers.
  mutating func lookUp(_ change: SubscriptionScope.RecognizerChange, in scope: SubscriptionScope) {
    for position in filters.indices { filters[position].lookUp(change, in: scope) }
  }

  /// Looks touchscreens and their regions up anew.
  mutating func lookUpRegions(in scope: SubscriptionScope) {
    for position in filters.indices { filters[position].lookUpRegions(in: scope) }
  }

  /// Looks up anew what has become of a touchscreen's regions.
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

  /// What lengths are counted in.
  var units: WireUnits {
    if case .chosen(let command) = source { command.units } else { .millimetres }
  }

  /// How much is told of touches.
  var touches: TouchLevel {
    if case .chosen(let command) = source { command.touches } else { .none }
  }

  /// What its lines of touches tell beyond phases.
  var detail: TouchDetail {
    switch touches {
    case .none: []
    case .phases: [.all]
    case .coalesced: [.all, .coalesced]
    case .predicted: [.all, .coalesced, .predicted]
    }
  }

  /// The least time between two `changed` lines of a gesture; nil for none.
  var interval: TimeSpan? {
    guard case .chosen(let command) = source, let rate = command.rate, rate > 0 else { return nil }
    // Bounded before it becomes a whole number; an hour is as good as never.
    return TimeSpan(microseconds: Int64(min(1_000_000 / rate, 3_600_000_000)))
  }

  /// Whether lines of regions belong to its snapshots.
  var hasRegionsInSnapshot: Bool {
    if case .chosen(let command) = source, command.wantsSnapshot { return true }
    return filters.contains { $0.types.contains(.region) }
  }

  /// Whether it is the one of a client that has said nothing.
  var isStandard: Bool {
    if case .standard = source { true } else { false }
  }

  /// Whether a gesture's lines go to it, whatever their states.
  func fits(_ gesture: GestureEvent, on device: Int) -> Bool {
    for position in filters.indices where filters[position].fits(gesture, on: device) { return true }
    return false
  }

  /// Whether a line of a gesture that it is told of goes to it.
  func fits(stateOf gesture: GestureEvent, on device: Int) -> Bool {
    if hasAllStates { return true }
    for position in filters.indices
    where filters[position].fits(gesture.state) && filters[position].fits(gesture, on: device) {
      return true
    }
    return false
  }

  /// Whether a line of a type goes to it that speaks of a touchscreen, and of a region of it where it does.
  func fits(_ type: LineType, on device: Int, region: Int? = nil) -> Bool {
    for position in filters.indices where filters[position].fits(type, on: device, region: region) {
      return true
    }
    return false
  }

  /// Whether a line of touches goes to it.
  func fits(_ touches: TouchesEvent, on device: Int) -> Bool {
    guard self.touches != .none else { return false }
    for position in filters.indices where filters[position].fits(touches, on: device) { return true }
    return false
  }

  /// Whether it is told of the touches of a region, by itself or as of all there are.
  func seesTouches(of region: Int, on device: Int) -> Bool {
    guard touches != .none else { return false }
    for position in filters.indices
    where filters[position].observesTouches(of: device)
      || filters[position].listensToTouches(of: region, on: device)
    {
      return true
    }
    return false
  }

  /// Whether a recognizer's change of state is told to it.
  func fits(transitionOf recognizer: Int, on device: Int) -> Bool {
    for position in filters.indices where filters[position].fits(transitionOf: recognizer, on: device) {
      return true
    }
    return false
  }

  /// Whether a region's change is told to it.
  func fits(_ message: RegionMessage, in scope: SubscriptionScope) -> Bool {
    for position in filters.indices
    where filters[position].fits(region: message.name, on: message.device, in: scope) {
      return true
    }
    return false
  }

  /// Whether a recognizer's change is told to it.
  ///
  /// - Parameter number: one of its numbers in the recognizer set.
  func fits(_ message: RecognizerMessage, number: Int, in scope: SubscriptionScope) -> Bool {
    for position in filters.indices
    where filters[position].fits(changeOf: number, region: message.region, in: scope) {
      return true
    }
    return false
  }

  /// Whether the private mode's changes are told to it.
  func fits(inhibitAs state: GestureState) -> Bool {
    filters.contains { $0.types.contains(.inhibit) && $0.fits(state) }
  }
}
