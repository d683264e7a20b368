public import GestureCore

/// Turns the reports of a device's jack switches into plugs and removals.
///
/// ```
///   HEADPHONE   ▁▁█▁██████████████▁▁▁
///   MICROPHONE  ▁▁▁▁▁▁▁███████████▁▁▁
///                      │◀ settle ▶│  └ pulled out: at once, both in one report (AUD-2, AUD-4)
///                                 └ plugged in: both, once nothing has come for a while (AUD-1, AUD-3, AUD-5)
/// ```
public struct JackSwitches: Hashable, Sendable {
  /// The result of a report, or of the settling time.
  public enum Change: Hashable, Sendable {
    /// These ports were plugged in.
    case pluggedIn([AudioPort])
    /// These ports were pulled out.
    case pulledOut([AudioPort])
  }

  /// One switch of a report.
  private struct Switching: Hashable, Sendable {
    var port: AudioPort
    var isIn: Bool
  }

  private let settle: TimeSpan
  /// The reported plugs, in the order in which they were plugged in.
  public private(set) var settled: [AudioPort] = []
  /// The plugs that are not reported yet.
  private var waiting: [AudioPort] = []
  /// The switches of the present report.
  private var switchings: [Switching] = []

  /// The time for `advance`; nil where no plug waits.
  public private(set) var deadline: Instant?

  /// The switches of a device without plugs.
  public init(settle: TimeSpan) {
    self.settle = settle
  }

  /// Records one switch of the present report.
  public mutating func record(_ port: AudioPort, isIn: Bool) {
    switchings.append(Switching(port: port, isIn: isIn))
  }

  /// Ends the present report.
  ///
  /// - Returns: the removals.
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

  /// Reports waiting plugs whose time is due.
  ///
  /// - Returns: the plugs with their time; nil where none is due.
  public mutating func advance(to time: Instant) -> (change: Change, time: Instant)? {
    guard let due = deadline, due <= time else { return nil }
    deadline = nil
    var ports = waiting
    waiting = []
    let isKnown = (ports + settled).contains { $0 != .unknown }
    if isKnown {
      // A plug of known kind replaces one of unknown kind (AUD-13).
      ports.removeAll { $0 == .unknown }
      settled.removeAll { $0 == .unknown }
    }
    settled += ports
    return ports.isEmpty ? nil : (.pluggedIn(ports), due)
  }

  /// Adopts the kernel's present plugs at the start, without a report (AUD-8).
  public mutating func adopt(_ ports: [AudioPort]) {
    let known = ports.filter { $0 != .unknown }
    settled = known.isEmpty ? ports : known
    waiting = []
    switchings = []
    deadline = nil
  }

  /// Compares the state of all switches after dropped events. Differences count as reported (AUD-24).
  ///
  /// - Returns: the removals.
  public mutating func compare(with ports: [AudioPort], at time: Instant) -> Change? {
    switchings = []
    for (_, port) in AudioPort.switches { record(port, isIn: ports.contains(port)) }
    return endReport(at: time)
  }

  /// Whether a plug of unknown kind adds nothing to a settled plug of known kind.
  private func isAbsorbed(_ port: AudioPort) -> Bool {
    port == .unknown && settled.contains { $0 != .unknown }
  }
}
