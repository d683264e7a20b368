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
    var due: Instant
  }

  private let window: TimeSpan
  private let distance: Double
  /// What each slot of the device is called further on; -1 while nothing is in it.
  private var names: [Int]
  private var isNameTaken: [Bool]
  private var held: [HeldLift] = []
  private var frame = TouchFrame(time: Instant(microseconds: 0), changes: [])

  /// A debouncer; nil where the settings ask for none.
  init?(_ settings: TouchSettings, maximumTouches: Int) {
    guard settings.debounce > .zero else { return nil }
    window = settings.debounce
    distance = settings.debounceDistance + Tolerance.distance
    names = Array(repeating: -1, count: maximumTouches)
    isNameTaken = Array(repeating: false, count: maximumTouches)
    held.reserveCapacity(maximumTouches)
    frame.changes.reserveCapacity(maximumTouches)
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
  /// - Returns: what is told before it, and what is told of it. The first holds lifts that are certain because
  ///   their place in the table is needed, or because the device is gone.
  mutating func filter(_ input: borrowing TouchFrame) -> (before: TouchFrame?, now: TouchFrame) {
    var before: TouchFrame?
    if input.cause == .deviceRemoved {
      before = release(at: input.time) { _ in true }
    } else if input.changes.contains(where: { $0.kind == .began }) && !isNameTaken.contains(false) {
      before = release(at: input.time) { _ in true }
    }
    frame.time = input.time
    frame.cause = input.cause
    frame.changes.removeAll(keepingCapacity: true)
    // Lifts first: a finger may lift and land again in one report, in two slots.
    for change in input.changes where change.kind == .ended { hold(change, at: input.time) }
    for change in input.changes where change.kind != .ended { pass(change) }
    frame.changes.sort { $0.slot < $1.slot }
    return (before, frame)
  }

  private mutating func hold(_ change: ContactChange, at time: Instant) {
    guard let name = name(of: change.slot) else { return }
    names[change.slot] = -1
    held.append(HeldLift(slot: name, position: change.position, due: time + window))
  }

  private mutating func pass(_ change: ContactChange) {
    switch change.kind {
    case .began:
      if let position = nearestHeld(to: change.position) {
        let lift = held.remove(at: position)
        names[change.slot] = lift.slot
        if change.position != lift.position { tell(.moved, lift.slot, change.position) }
      } else if let name = freeName(preferring: change.slot) {
        names[change.slot] = name
        isNameTaken[name] = true
        tell(.began, name, change.position)
      }
    case .moved:
      if let name = name(of: change.slot) { tell(.moved, name, change.position) }
    case .cancelled:
      guard let name = name(of: change.slot) else { return }
      names[change.slot] = -1
      isNameTaken[name] = false
      tell(.cancelled, name, change.position)
    case .ended:
      break
    }
  }

  private mutating func release(at time: Instant, where isDue: (HeldLift) -> Bool) -> TouchFrame? {
    frame.time = time
    frame.cause = .report
    frame.changes.removeAll(keepingCapacity: true)
    for lift in held where isDue(lift) {
      isNameTaken[lift.slot] = false
      tell(.ended, lift.slot, lift.position)
    }
    held.removeAll(where: isDue)
    frame.changes.sort { $0.slot < $1.slot }
    return frame.changes.isEmpty ? nil : frame
  }

  private mutating func tell(_ kind: ContactChange.Kind, _ slot: Int, _ position: Point) {
    frame.changes.append(ContactChange(slot: slot, kind: kind, position: position))
  }

  private func name(of slot: Int) -> Int? {
    names.indices.contains(slot) && names[slot] >= 0 ? names[slot] : nil
  }

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
