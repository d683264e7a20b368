import FoundationEssentials

/// Decides whether a wait for a process, a thread or a socket hangs. A busy computer is no reason.
///
/// The watch counts the own time of the tests' process and of all processes that it started. While one of them runs or
/// waits for a processor, their processor time counts. While all sleep, the clock counts.
public struct HangWatch {
  /// The own time after which a wait hangs: more than all tests take together.
  public static let limit = Duration.seconds(1200)
  /// The pause between two looks at the processes, in ms.
  public static let pause = 500.0

  /// The state of the processes at one time.
  public struct Look: Sendable {
    /// The processor time of all so far, with that of ended children.
    public var used: Duration
    /// Whether one of them runs, or waits for a processor or a disk.
    public var isActive: Bool

    /// A look with these values.
    public init(used: Duration, isActive: Bool) {
      self.used = used
      self.isActive = isActive
    }
  }

  private var ownTime = Duration.zero
  private var lastTime: ContinuousClock.Instant
  private var lastUsed: Duration?

  /// A watch over a wait that begins at that time.
  public init(at now: ContinuousClock.Instant = .now) {
    lastTime = now
  }

  /// Whether the wait hangs. Looks at the processes at most once a pause, so a loop may ask often.
  public mutating func isHung(
    at now: ContinuousClock.Instant = .now, _ look: () -> Look = ProcessTree.look
  ) -> Bool {
    let elapsed = now - lastTime
    guard elapsed >= .milliseconds(Self.pause) else { return false }
    let look = look()
    if let lastUsed {
      // The processor time of an ended process may be lost, and that of several processors may exceed the clock.
      ownTime += look.isActive ? min(elapsed, max(.zero, look.used - lastUsed)) : elapsed
    }
    (lastTime, lastUsed) = (now, look.used)
    return ownTime >= Self.limit
  }

  /// Repeats an attempt until it succeeds or hangs.
  ///
  /// - Parameter attempt: waits for at most so many ms, and returns whether it succeeded.
  /// - Returns: whether an attempt succeeded.
  public static func wait(_ attempt: (_ milliseconds: Double) throws -> Bool) rethrows -> Bool {
    var watch = HangWatch()
    while try !attempt(pause) {
      if watch.isHung() { return false }
    }
    return true
  }
}

/// This process, and all processes that it started.
public enum ProcessTree {
  /// Ticks of a second in which the kernel counts processor time there, on every architecture.
  private static let ticks = 100.0

  /// The processor time of all, with that of ended children, and whether one of them runs or waits for a processor or a
  /// disk. The thread that asks does not count as running.
  public static func look() -> HangWatch.Look {
    let asking = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
    var children: [Substring: [String]] = [:]
    for process in numbers(in: "") {
      let fields = fields(process)
      if fields.count > 1 { children[fields[1], default: []].append(process) }
    }
    var (ticks, isActive) = (0, false)
    var waiting = asking.split(separator: "/").prefix(1).map(String.init)
    while let process = waiting.popLast() {
      ticks += fields(process).dropFirst(11).prefix(4).reduce(0) { $0 + (Int($1) ?? 0) }
      isActive =
        isActive
        || numbers(in: "\(process)/task").contains { thread in
          let path = "\(process)/task/\(thread)"
          guard path != asking, let state = fields(path).first else { return false }
          return state == "R" || state == "D"
        }
      waiting += children[process[...]] ?? []
    }
    return HangWatch.Look(used: .seconds(Double(ticks) / Self.ticks), isActive: isActive)
  }

  /// The names in a folder that are numbers: processes or threads.
  private static func numbers(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(path)")) ?? []
    return names.filter { Int($0) != nil }
  }

  /// The fields of a `stat` after the name, which may contain anything; empty where the process has ended.
  private static func fields(_ path: String) -> [Substring] {
    guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(path)/stat")) else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
