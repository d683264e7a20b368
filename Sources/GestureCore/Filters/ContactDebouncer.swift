/// Joins a lift and a landing soon after it into one contact, for hands that shake and panels that lose a light touch.
///
/// ```
///   contact   ▁▁▁██████▁▁██████████▁▁▁▁▁▁▁▁▁
///                      └──┘ shorter than the window, and near
///   told      ▁▁▁██████████████████████▁▁▁▁▁
///                                  └───┘ a real lift is reported when the window is over
/// ```
///
/// A finger may come back in another slot. The filter therefore renames slots: a contact keeps the name of the slot
/// that it landed in.
struct ContactDebouncer: ContactFilter {
  private struct HeldLift {
    var slot: Int
    var position: Point
    var attributes: ContactAttributes
    var due: Instant
  }

  private let window: TimeSpan
  private let distance: Double
  /// The outgoing name of each device slot; -1 for a free slot.
  private var names: [Int]
  private var isNameTaken: [Bool]
  private var held: [HeldLift] = []
  /// The movements that replace joined landings. They are known before the frames that precede them in the output.
  private var joined: [ContactChange] = []

  /// A filter; nil where the settings turn it off.
  init?(_ settings: TouchSettings, maximumTouches: Int) {
    guard settings.debounce > .zero else { return nil }
    window = settings.debounce
    distance = settings.debounceDistance + Tolerance.distance
    names = Array(repeating: -1, count: maximumTouches)
    isNameTaken = Array(repeating: false, count: maximumTouches)
    held.reserveCapacity(maximumTouches)
    joined.reserveCapacity(maximumTouches)
  }

  /// The earliest time at which a held lift becomes final.
  var nextDeadline: Instant? {
    held.lazy.map(\.due).min()
  }

  var withheldContacts: Int { -held.count }

  mutating func release(by time: Instant, into output: inout FrameQueue) {
    release(at: time, into: &output) { $0.due <= time }
  }

  /// A landing away from every held lift makes the held lifts final: two quick taps at two places are no two-finger
  /// tap. A dropped stretch does the same, since nothing may be joined across it, and so does the removal of the
  /// device. The held lifts then get a frame of their own before this one.
  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    joined.removeAll(keepingCapacity: true)
    if frame.cause != .report { release(at: frame.time, into: &output) { _ in true } }
    // Lifts come first: a finger may lift and land again in one report, in two slots.
    for change in frame.changes where change.kind == .ended { hold(change, at: frame.time) }
    for change in frame.changes where change.kind == .began { join(change) }
    let hasOtherLandings = frame.changes.contains { $0.kind == .began && name(of: $0.slot) == nil }
    if hasOtherLandings, !held.isEmpty { release(at: frame.time, into: &output) { _ in true } }
    output.append(time: frame.time, cause: frame.cause)
    for change in joined { output.append(change) }
    for change in frame.changes where change.kind != .ended { pass(change, into: &output) }
    output.closeFrame()
  }

  mutating func forgetContacts() {
    held.removeAll(keepingCapacity: true)
    for slot in names.indices {
      names[slot] = -1
      isNameTaken[slot] = false
    }
  }

  mutating func forgetContact(of slot: Int) {
    guard names.indices.contains(slot) else { return }
    held.removeAll { $0.slot == slot }
    for position in names.indices where names[position] == slot { names[position] = -1 }
    isNameTaken[slot] = false
  }

  private mutating func hold(_ change: ContactChange, at time: Instant) {
    guard let name = name(of: change.slot) else { return }
    names[change.slot] = -1
    held.append(
      HeldLift(
        slot: name, position: change.position, attributes: change.attributes, due: time + window))
  }

  /// A landing near a held lift continues its touch.
  private mutating func join(_ change: ContactChange) {
    guard let position = nearestHeld(to: change.position), names.indices.contains(change.slot) else { return }
    let lift = held.remove(at: position)
    names[change.slot] = lift.slot
    if change.position != lift.position {
      joined.append(renamed(change, to: lift.slot, kind: .moved))
    }
  }

  private mutating func pass(_ change: ContactChange, into output: inout FrameQueue) {
    switch change.kind {
    case .began:
      guard name(of: change.slot) == nil, let name = freeName(preferring: change.slot) else { return }
      names[change.slot] = name
      isNameTaken[name] = true
      output.append(renamed(change, to: name, kind: .began))
    case .moved:
      guard let name = name(of: change.slot) else { return }
      output.append(renamed(change, to: name, kind: .moved))
    case .cancelled:
      guard let name = name(of: change.slot) else { return }
      names[change.slot] = -1
      isNameTaken[name] = false
      output.append(renamed(change, to: name, kind: .cancelled))
    case .ended:
      break
    }
  }

  private mutating func release(
    at time: Instant, into output: inout FrameQueue, where isDue: (HeldLift) -> Bool
  ) {
    output.append(time: time, cause: .report)
    for lift in held where isDue(lift) {
      isNameTaken[lift.slot] = false
      output.append(
        ContactChange(
          slot: lift.slot, kind: .ended, position: lift.position, attributes: lift.attributes))
    }
    held.removeAll(where: isDue)
    output.closeFrame()
  }

  private func renamed(_ change: ContactChange, to name: Int, kind: ContactChange.Kind) -> ContactChange {
    ContactChange(slot: name, kind: kind, position: change.position, attributes: change.attributes)
  }

  private func name(of slot: Int) -> Int? {
    names.indices.contains(slot) && names[slot] >= 0 ? names[slot] : nil
  }

  /// A name is always free for a slot of the device. Contacts that are down and held lifts take names, and no lift is
  /// held when a new touch begins.
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
