public import GestureCore
public import LinuxEventLoop
import Synchronization
public import SystemPackage

/// Reads one motion sensor on a thread of its own: the loop never waits for a sensor, however slow it is.
///
/// ```
///   thread   open ─ read ─ read ─ read ─ … ─ end
///              └──────┴──▶ mailbox ──ring──▶ loop: drainReports
/// ```
///
/// The thread ends after its present reading when it is asked to. A sensor that hangs only blocks its own thread, until the
/// kernel stops waiting.
public final class SensorReader: Sendable {
  /// The usual frequency of reading, in Hz, where no client asks for more.
  public static let usualFrequency = 50.0

  private struct State {
    var mailbox = SensorMailbox()
    var frequency: Double
  }

  /// The sensor's folder in sysfs.
  public let folder: String
  private let state: Mutex<State>
  private let bell: SensorBell
  private let stopSignal: WakeUp

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - frequency: the readings a second, in Hz.
  ///   - mount: the sensor's mount matrix from udev.
  ///   - bell: the bell that rings when there are reports to take.
  /// - Throws: `SystemError`: the process has too many threads or descriptors.
  public static func start(
    folder: String, frequency: Double, mount: String?, bell: SensorBell
  ) throws(SystemError) -> SensorReader {
    let reader = try SensorReader(folder: folder, frequency: frequency, bell: bell)
    try DedicatedThread.start { reader.run(mount: mount) }
    return reader
  }

  private init(folder: String, frequency: Double, bell: SensorBell) throws(SystemError) {
    self.folder = folder
    self.bell = bell
    stopSignal = try WakeUp()
    state = Mutex(State(frequency: frequency))
  }

  /// Whether the thread has ended and has closed its files.
  public var hasEnded: Bool { state.withLock(\.mailbox.hasEnded) }

  /// Removes and returns the thread's reports.
  public func drainReports() -> [SensorReport] { state.withLock { $0.mailbox.drain() } }

  /// Sets the readings a second, in Hz, from the next reading on.
  public func setFrequency(_ frequency: Double) { state.withLock { $0.frequency = frequency } }

  /// Tells the thread to end.
  public func end() { stopSignal.signal() }

  // MARK: The thread

  private func run(mount: String?) {
    readUntilStopped(mount)
    state.withLock { $0.mailbox.hasEnded = true }
    bell.ring()
  }

  private func readUntilStopped(_ mount: String?) {
    var frequency = state.withLock(\.frequency)
    var pace = SensorPace(interval: Self.interval(frequency), now: MonotonicClock.now())
    var sensor: IndustrialSensor?
    repeat {
      do throws(SystemError) {
        let wanted = state.withLock(\.frequency)
        if wanted != frequency {
          // The sensor is opened again, which asks it for the new frequency.
          frequency = wanted
          pace.interval = Self.interval(frequency)
          sensor = nil
        }
        if sensor == nil {
          sensor = try IndustrialSensor(folder: folder, frequency: frequency, mount: mount)
          guard let description = sensor?.description else { return post(.unsuitable) }
          post(.opened(description))
        }
        let time = MonotonicClock.now()
        if let reading = try sensor?.read() { post(.reading(reading, at: time)) }
        pace.recordReading(now: MonotonicClock.now())
      } catch {
        // Another sensor may have taken its place.
        sensor = nil
        post(.trouble(error))
        pace.recordFailure(now: MonotonicClock.now())
      }
    } while !stopSignal.wait(atMost: pace.due - MonotonicClock.now())
  }

  private func post(_ report: SensorReport) {
    state.withLock { $0.mailbox.post(report) }
    bell.ring()
  }

  private static func interval(_ frequency: Double) -> TimeSpan { .milliseconds(1000 / max(frequency, 1)) }
}

/// The one bell with which all sensors' threads wake the loop.
public final class SensorBell: Sendable {
  private let wakeUp: WakeUp

  /// Makes a silent bell.
  ///
  /// - Throws: `SystemError` of `eventfd`.
  public init() throws(SystemError) {
    wakeUp = try WakeUp()
  }

  /// The descriptor to register with the `Poller`: readable once a thread has posted a report.
  public var descriptor: FileDescriptor { wakeUp.descriptor }

  /// Silences the bell; the loop calls this before it takes the reports.
  public func drain() { wakeUp.drain() }

  func ring() { wakeUp.signal() }
}

/// A report of a sensor's thread.
public enum SensorReport: Sendable {
  /// The sensor is open, with this description. It may come again: the sensor was opened anew after trouble or for
  /// another frequency.
  case opened(SensorDescription)
  /// The sensor is neither an accelerometer nor a gyroscope: the thread ends.
  case unsuitable
  /// A reading, and its time.
  case reading(IndustrialSensor.Reading, at: Instant)
  /// The sensor could not be opened or read; the thread will try again.
  case trouble(SystemError)
}
