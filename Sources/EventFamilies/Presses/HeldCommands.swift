/// The commands of presses that wait for recognizers on the same key that need a hold (PRS-8).
///
/// ```
///   play/pause   ▁▁████▁▁▁▁▁▁▁▁     the hold fails at the release, and the command is due
///   play/pause   ▁▁██████████▁▁     the hold begins, and the command is dropped
/// ```
public struct HeldCommands: Hashable, Sendable {
  /// The recognizers that each command waits for, by their numbers in the set.
  private var waits: [[Int]] = []

  /// No command.
  public init() {}

  /// Whether no command waits.
  public var isEmpty: Bool { waits.isEmpty }

  /// Holds the command of a press back until all of these recognizers have failed.
  public mutating func hold(for recognizers: [Int]) { waits.append(recognizers) }

  /// Drops the commands that wait for a recognizer, since its gesture began.
  public mutating func drop(for recognizer: Int) { waits.removeAll { $0.contains(recognizer) } }

  /// Drops all commands.
  public mutating func dropAll() { waits = [] }

  /// Removes the commands that wait for no recognizer any more.
  ///
  /// - Parameter isUndecided: whether a recognizer has neither begun nor failed.
  /// - Returns: how many commands are due.
  public mutating func removeDue(_ isUndecided: (Int) -> Bool) -> Int {
    let before = waits.count
    waits.removeAll { !$0.contains(where: isUndecided) }
    return before - waits.count
  }
}
