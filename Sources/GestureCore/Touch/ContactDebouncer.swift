/// Takes a finger that lifts for a moment for one that never lifted: for hands that shake, and panels that lose a
/// light touch.
///
/// ```
///   contact   ▁▁▁██████▁▁██████████▁▁▁▁▁▁▁▁▁
///                      └──┘ shorter than the window, and near
///   told      ▁▁▁██████████████████████▁▁▁▁▁
///                                  └───┘ a real lift is told when the window is over
/// ```
///
/// It stands between the frames of the device and the tracker. Since a finger may come back in another slot, slots
/// are renamed on their way through: a contact keeps the name it landed with. Frames are changed in storage of its
/// own, made once.
public struct ContactDebouncer: Sendable {
  private struct HeldLift {
    var slot: Int
    var position: Point
    var attributes: ContactAttributes
    var due: Instant
  }

  private let window: TimeSpan
  private let distance: Double
  /// What each slot of the device is called further on; -1 while nothing is in it.
  private var names: [Int]
  private var isNameTaken: [Bool]
  private var held: [HeldLift] = []
  /// What is told before a frame, and of it: two, so that neither is copied when the other is made.
  private var before = TouchFrame(time: Instant(microseconds: 0), changes: [])
  private var now = TouchFrame(time: Instant(microseconds: 0), changes: [])

  /// A debouncer; nil where the settings ask for none.
  public init?(_ settings: TouchSettings, maximumTouches: Int) {
    guard settings.debounce > .zero else { return nil }
    window = settings.debounce
    distance = settings.debounceDistance + Tolerance.distance
    names = Array(repeating: -1, count: maximumTouches)
    isNameTaken = Array(repeating: false, count: maximumTouches)
    held.reserveCapacity(maximumTouches)
    before.changes.reserveCapacity(maximumTouches)
    now.changes.reserveCapacity(maximumTouches)
  }

  /// How many contacts have lifted but are not told to.
  var heldCount: Int { held.count }

  /// When the first lift that is held back is certain.
  var nextDeadline: Instant? {
    held.lazy.map(\.due).min()
  }

  /// The lifts that are certain by a time, as a frame of that time; nil where there is none.
  mutating func lifts(by time: Instant) -> TouchFrame? {
    release(at: time) { $0.due <= time }
  }

  /// Takes in a frame of the device.
  ///
  /// A landing away from every lift that is held back shows that these lifts were meant: two quick taps at two
  /// places are no two-finger tap. So do a dropped stretch, across which nothing may be joined (amendment 3), and
  /// the end of the device.
  ///
  /// - Returns: lifts that are certain now, to be told before the frame; and what is told of it.
  public mutating func filter(_ input: borrowing TouchFrame) -> (before: TouchFrame?, now: TouchFrame) {
    now.time = input.time
    now.cause = input.cause
    now.changes.removeAll(keepingCapacity: true)
    var earlier: TouchFrame?
    if input.cause != .report { earlier = release(at: input.time) { _ in true } }
    // Lifts first: a finger may lift and land again in one report, in two slots.
    for change in input.changes where change.kind == .ended { hold(change, at: input.time) }
    for change in input.changes where change.kind == .began { join(change) }
    let hasOtherLandings = input.changes.contains { $0.kind == .began && name(of: $0.slot) == nil }
    if hasOtherLandings, !held.isEmpty { earlier = release(at: input.time) { _ in true } }
    for change in input.changes where change.kind != .ended { pass(change) }
    now.changes.sort { $0.slot < $1.slot }
    return (earlier, now)
  }

  private mutating func hold(_ change: ContactChange, at time: Instant) {
    guard let name = name(of: change.slot) else { return }
    names[change.slot] = -1
    held.append(
      HeldLift(
        slot: name, position: change.position, attributes: change.attributes, due: time + window))
  }

  /// A landing near a lift that is held back goes on with its touch.
  private mutating func join(_ change: ContactChange) {
    guard let position = nearestHeld(to: change.position), names.indices.contains(change.slot) else { return }
    let lift = held.remove(at: position)
    names[change.slot] = lift.slot
    if change.position != lift.position {
      now.changes.append(renamed(change, to: lift.slot, kind: .moved))
    }
  }

  private mutating func pass(_ change: ContactChange) {
    switch change.kind {
    case .began:
      guard name(of: change.slot) == nil, let name = freeName(preferring: change.slot) else { return }
      names[change.slot] = name
      isNameTaken[name] = true
      now.changes.append(renamed(change, to: name, kind: .began))
    case .moved:
      guard let name = name(of: change.slot) else { return }
      now.changes.append(renamed(change, to: name, kind: .moved))
    case .cancelled:
      guard let name = name(of: change.slot) else { return }
      names[change.slot] = -1
      isNameTaken[name] = false
      now.changes.append(renamed(change, to: name, kind: .cancelled))
    case .ended:
      break
    }
  }

  private mutating func release(at time: Instant, where isDue: (HeldLift) -> Bool) -> TouchFrame? {
    before.time = time
    before.cause = .report
    before.changes.removeAll(keepingCapacity: true)
    for lift in held where isDue(lift) {
      isNameTaken[lift.slot] = false
      before.changes.append(
        ContactChange(
          slot: lift.slot, kind: .ended, position: lift.position, attributes: lift.attributes))
    }
    held.removeAll(where: isDue)
    before.changes.sort { $0.slot < $1.slot }
    return before.changes.isEmpty ? nil : before
  }

  private func renamed(_ change: ContactChange, to name: Int, kind: ContactChange.Kind) -> ContactChange {
    ContactChange(slot: name, kind: kind, position: change.position, attributes: change.attributes)
  }

  private func name(of slot: Int) -> Int? {
    names.indices.contains(slot) && names[slot] >= 0 ? names[slot] : nil
  }

  /// There is always one for a slot of the device: names are taken by contacts that are down, and by lifts that are
  /// held back, of which none is left when a new touch begins.
  private func freeName(preferring slot: Int) -> Int? {
    guard names.indices.contains(slot) else { return nil }
    return isNameTaken[slot] ? isNameTaken.firstIndex(of: false) : slot
  }

  private func nearestHeld(to point: Point) -> Int? {
    var nearest: Int?
    var least = distance
    for (position, lift) in held.enumerated() {
      let length = (point - lift.position).length
      if length <= least {
        least = length
        nearest = position
      }
    }
    return nearest
  }
}
