import CKeeper
import Glibc
import Synchronization
import TouchInput

/// The real keeper in this process, on a socket of its own, with devices that keep what it writes.
///
/// One that is killed takes its connection, its pipes and its devices with it. Numbers of devices are never used again.
final class ServedKeeper {
  /// An event of a device.
  struct Said {
    let device: Int
    let event: InputEvent
  }

  private static let keys = Counter()

  private let key = ServedKeeper.keys.next()
  private var number: Int32?
  private var nextDevice: Int32 = 1
  /// The pipes that the keeper does not read, as if only they were stuck.
  private var heldPipes: UInt32 = 0

  init() {
    // A pipe without a reader is an error of the write alone, as in the daemon.
    _ = signal(SIGPIPE, SIG_IGN)
    start()
  }

  deinit { if let number { served_end(number) } }

  /// The path of the socket.
  var path: String { "/tmp/gestured-kept-\(getpid())-\(key).sock" }

  var isRunning: Bool { number != nil }

  func start() {
    guard number == nil else { return }
    let begun = served_begin(key, nextDevice)
    precondition(begun >= 0, "the keeper could not be made")
    number = begun
    heldPipes = 0
  }

  /// Kills the keeper.
  func kill() {
    guard let number else { return }
    nextDevice = served_next_device(number)
    served_end(number)
    self.number = nil
  }

  /// Whether something waits for the keeper.
  var isDue: Bool { number.map { served_is_due($0, heldPipes) } ?? false }

  /// When the keeper acts without news, in ms; nil for never.
  var deadline: Int64? {
    guard let number else { return nil }
    let deadline = served_deadline(number)
    return deadline < 0 ? nil : deadline
  }

  /// Takes what waits, and does what is due.
  ///
  /// - Returns: the events of devices.
  func serve(at milliseconds: Int64) -> [Said] {
    guard let number else { return [] }
    served_serve(number, heldPipes, milliseconds)
    let said = (0..<served_event_count(number)).map { place in
      let event = served_event_at(number, place)
      return Said(
        device: Int(event.device),
        event: InputEvent(
          time: .milliseconds(milliseconds), type: event.type, code: event.code, value: event.value))
    }
    served_forget(number)
    return said
  }

  /// The number that the next device gets.
  var nextDeviceNumber: Int { number.map { Int(served_next_device($0)) } ?? Int(nextDevice) }

  var deviceCount: Int { number.map { Int(served_device_count($0)) } ?? 0 }

  func hasDevice(_ device: Int) -> Bool { number.map { served_has_device($0, Int32(device)) } ?? false }

  /// The identity of the panel whose clone a device is.
  func panel(of device: Int) -> UInt64 { number.map { served_panel($0, Int32(device)) } ?? 0 }

  /// Lets the keeper read a device's pipe, or not.
  func hold(_ device: Int, _ isHeld: Bool) {
    guard let number else { return }
    let pipe = served_pipe(number, Int32(device))
    heldPipes = isHeld ? heldPipes | pipe : heldPipes & ~pipe
  }

  /// The number of frames that it has found wrong.
  var droppedCount: Int { number.map { Int(served_dropped($0)) } ?? 0 }
}

/// Numbers that no other keeper of the process has.
private final class Counter: Sendable {
  private let value = Mutex<Int64>(0)

  func next() -> Int64 {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
