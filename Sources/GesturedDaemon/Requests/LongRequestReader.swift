import GestureProtocol
import LinuxEventLoop
import RequestReading
import Synchronization
import SystemPackage

/// Reads long requests on a thread of its own: a request of 64 KiB takes several turns' worth of processor time to read, and no
/// finger waits for that (H1).
///
/// ```
///   loop: begin ──orders──▶ thread: RequestReader ──readings──▶ bell ──▶ loop: takeReadings
/// ```
///
/// Requests are read in the order in which they came. The thread begins with the first of them and ends with `end`.
final class LongRequestReader: Sendable {
  /// What a request turned out to be.
  struct Reading: Sendable {
    /// The request as it was taken.
    let request: ClientRequest
    /// What it asks for, or what is wrong with it.
    let outcome: Result<Request, RequestFailure>
    /// What reading it has cost, in microseconds of processor time.
    let work: Int64
    /// What it was taken to cost.
    let estimate: Int64
  }

  private struct Order {
    let request: ClientRequest
    let line: [UInt8]
    let limits: RequestLimits
  }

  private struct State {
    var orders: [Order] = []
    var readings: [Reading] = []
    /// How many requests are read, or were read and not taken.
    var pendingCount = 0
    var hasThread = false
    var isOver = false
  }

  /// The longest request that the loop reads itself, in bytes: reading it takes a quarter of a turn at most.
  static let longestOfLoop = 2048
  /// What reading is taken to cost until it is known: so many bytes a microsecond, rather too few, so that no user has more
  /// requests read at a time than it can pay for.
  private static let bytesPerMicrosecond = 3

  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())
  private let wakeUp: WakeUp
  private let bell: WakeUp

  /// One without a thread so far.
  ///
  /// - Parameter clock: the processor time that the thread has used, in microseconds.
  /// - Throws: `SystemError` of `eventfd`.
  init(clock: @escaping @Sendable () -> Int64 = ProcessorClock.microseconds) throws(SystemError) {
    self.clock = clock
    wakeUp = try WakeUp()
    bell = try WakeUp()
  }

  /// What to register with the poller: readable once a request was read.
  var descriptor: FileDescriptor { bell.descriptor }

  /// Whether requests are being read, or were read and not taken.
  var isBusy: Bool { state.withLock(\.pendingCount) > 0 }

  /// What reading a request is taken to cost, in microseconds of processor time.
  static func estimate(of line: [UInt8]) -> Int64 { Int64(line.count / bytesPerMicrosecond) }

  /// Has a request read.
  ///
  /// - Throws: `SystemError`: there can be no thread now.
  func begin(_ request: ClientRequest, _ line: [UInt8], limits: RequestLimits) throws(SystemError) {
    let isFirst = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if isFirst {
      do throws(SystemError) {
        try DedicatedThread.start { self.run() }
      } catch {
        state.withLock { $0.hasThread = false }
        throw error
      }
    }
    state.withLock {
      $0.orders.append(Order(request: request, line: line, limits: limits))
      $0.pendingCount += 1
    }
    wakeUp.signal()
  }

  /// Waits until a request was read: for a loop that has nothing else to do.
  func waitForReadings() { bell.wait() }

  /// Takes what was read so far.
  func takeReadings() -> [Reading] {
    bell.drain()
    return state.withLock { state in
      defer {
        state.pendingCount -= state.readings.count
        state.readings = []
      }
      return state.readings
    }
  }

  /// Ends the thread, after the request that it is at.
  func end() {
    state.withLock { $0.isOver = true }
    wakeUp.signal()
  }

  // MARK: The thread

  private func run() {
    while true {
      wakeUp.wait()
      wakeUp.drain()
      while let order = nextOrder() { read(order) }
      if state.withLock(\.isOver) { return }
    }
  }

  private func nextOrder() -> Order? {
    state.withLock { state in
      state.isOver || state.orders.isEmpty ? nil : state.orders.removeFirst()
    }
  }

  private func read(_ order: Order) {
    let begin = clock()
    let outcome = Result { () throws(RequestFailure) in
      try RequestReader.read(order.line[...], limits: order.limits)
    }
    let reading = Reading(
      request: order.request, outcome: outcome, work: clock() - begin,
      estimate: Self.estimate(of: order.line))
    state.withLock { $0.readings.append(reading) }
    bell.signal()
  }
}
