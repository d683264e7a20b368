public import GestureCore

/// The switches of one device that has jacks: reports in, what was plugged in and pulled out.
///
/// ```
///   HEADPHONE   ▁▁█▁██████████████▁▁▁
///   MICROPHONE  ▁▁▁▁▁▁▁███████████▁▁▁
///                      │◀ settle ▶│  └ pulled out: at once, both in one report (AUD-2, AUD-4)
///                                 └ plugged in: both, once nothing has come for a while (AUD-1, AUD-3, AUD-5)
/// ```
public struct JackSwitches: Hashable, Sendable {
  /// What one report, or the end of the rest, came to.
  public enum Change: Hashable, Sendable {
    /// These are there now.
    case pluggedIn([AudioPort])
    /// These are there no more.
    case pulledOut([AudioPort])
  }

  /// One switch of a report.
  private struct Switching: Hashable, Sendable {
    var port: AudioPort
    var isIn: Bool
  }

  private let settle: TimeSpan
  /// What was told to be there, in the order in which it came.
  public private(set) var settled: [AudioPort] = []
  /// What is there, and was not told.
  private var waiting: [AudioPort] = []
  /// What the present report says.
  private var switchings: [Switching] = []

  /// When `advance` is to be called; nil where nothing waits.
  public private(set) var deadline: Instant?

  /// Switches of a device in which nothing is.
  public init(settle: TimeSpan) {
    self.settle = settle
  }

  /// Takes in one switch of a report.
  public mutating func note(_ port: AudioPort, isIn: Bool) {
    switchings.append(Switching(port: port, isIn: isIn))
  }

  /// Takes in the end of a report.
  ///
  /// - Returns: what was pulled out.
  public mutating func endReport(at time: Instant) -> Change? {
    var pulledOut: [AudioPort] = []
    for switching in switchings {
      let port = switching.port
      if switching.isIn {
        guard !settled.contains(port), !waiting.contains(port), !isAbsorbed(port) else { continue }
        waiting.append(port)
        deadline = time + settle
      } else if let position = waiting.firstIndex(of: port) {
        waiting.remove(at: position)
      } else if let position = settled.firstIndex(of: port) {
        settled.remove(at: position)
        pulledOut.append(port)
      }
    }
    switchings = []
    if waiting.isEmpty { deadline = nil }
    return pulledOut.isEmpty ? nil : .pulledOut(pulledOut)
  }

  /// Does what is due before or at a time.
  ///
  /// - Returns: what was plugged in, and when; nil where nothing is due.
  public mutating func advance(to time: Instant) -> (change: Change, time: Instant)? {
    guard let due = deadline, due <= time else { return nil }
    deadline = nil
    var ports = waiting
    waiting = []
    let isKnown = (ports + settled).contains { $0 != .unknown }
    if isKnown {
      // AUD-13: what is known absorbs what is not.
      ports.removeAll { $0 == .unknown }
      settled.removeAll { $0 == .unknown }
    }
    settled += ports
    return ports.isEmpty ? nil : (.pluggedIn(ports), due)
  }

  /// Takes over what is in, as the kernel knows it, without a word: at the start (AUD-8).
  public mutating func adopt(_ ports: [AudioPort]) {
    let known = ports.filter { $0 != .unknown }
    settled = known.isEmpty ? ports : known
    waiting = []
    switchings = []
    deadline = nil
  }

  /// Takes in the state of all switches after a dropped stretch: what is otherwise comes as if it were reported
  /// (AUD-24).
  ///
  /// - Returns: what was pulled out.
  public mutating func compare(with ports: [AudioPort], at time: Instant) -> Change? {
    switchings = []
    for (_, port) in AudioPort.switches { note(port, isIn: ports.contains(port)) }
    return endReport(at: time)
  }

  /// A plug of unknown kind is nothing new beside one that is known.
  private func isAbsorbed(_ port: AudioPort) -> Bool {
    port == .unknown && settled.contains { $0 != .unknown }
  }
}
