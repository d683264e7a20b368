import GestureProtocol
import LinuxEventLoop
import RequestReading
import Synchronization
import SystemPackage

/// Reads long requests on a thread of its own. Reading a request of 64 KiB takes the processor time of several turns,
/// and touches must not wait for it (H1).
///
/// ```
///   loop: begin ──orders──▶ thread: RequestReader ──readings──▶ bell ──▶ loop: removeReadings
/// ```
///
/// Requests are read in the order of their arrival. The thread begins with the first request and ends with `end`.
package final class LongRequestReader: Sendable {
  /// The result of reading a request.
  package struct Reading: Sendable {
    /// The request as a client sent it.
    package let request: ClientRequest
    /// The parsed request, or why it is invalid.
    package let outcome: Result<Request, RequestFailure>
    /// The measured cost of reading, in microseconds of processor time.
    package let work: Int64
    /// The estimated cost that was charged before, in the same unit.
    package let estimate: Int64
  }

  private struct Order {
    let request: ClientRequest
    let line: [UInt8]
    let limits: RequestLimits
  }

  private struct State {
    var orders: [Order] = []
    var readings: [Reading] = []
    /// How many requests wait, are being read, or were read but not removed yet.
    var pendingCount = 0
    var hasThread = false
    var isOver = false
  }

  /// The longest request that the loop reads itself, in bytes. Reading it takes a quarter of a turn at most.
  package static let longestOfLoop = 2048
  /// The assumed speed of reading, for the estimate. It errs low, so that no user has more requests read at a time than
  /// the user can pay for.
  private static let bytesPerMicrosecond = 3

  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())
  private let wakeUp: WakeUp
  private let bell: WakeUp

  /// A reader without a thread; the first request starts it.
  ///
  /// - Parameter clock: the processor time that the thread has used, in microseconds.
  /// - Throws: `SystemError` of `eventfd`.
  package init(clock: @escaping @Sendable () -> Int64 = ProcessorClock.microseconds) throws(SystemError) {
    self.clock = clock
    wakeUp = try WakeUp()
    bell = try WakeUp()
  }

  /// The descriptor for the loop to poll: readable once a request was read.
  package var descriptor: FileDescriptor { bell.descriptor }

  /// Whether requests wait, are being read, or were read but not removed yet.
  var isBusy: Bool { state.withLock(\.pendingCount) > 0 }

  /// The estimated cost of reading a request, in microseconds of processor time.
  package static func estimate(of line: [UInt8]) -> Int64 { Int64(line.count / bytesPerMicrosecond) }

  /// Passes a request to the thread.
  ///
  /// - Throws: `SystemError` where the thread cannot start.
  package func begin(_ request: ClientRequest, _ line: [UInt8], limits: RequestLimits) throws(SystemError) {
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

  /// Waits until a request was read, for a loop without other work.
  func waitForReadings() { bell.wait() }

  /// Removes and returns the requests read so far.
  package func removeReadings() -> [Reading] {
    bell.drain()
    return state.withLock { state in
      defer {
        state.pendingCount -= state.readings.count
        state.readings = []
      }
      return state.readings
    }
  }

  /// Ends the thread after its present request.
  package func end() {
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
