import CKeeper
import Glibc
import LinuxInput
import Synchronization
import TouchInput

/// The real keeper in this process, on a socket of its own or with a gestured that needs none. Its devices judge and keep what
/// it writes.
///
/// A keeper that is killed takes its connection, its pipes and its devices with it. Numbers of devices are never used again.
package final class ServedKeeper {
  /// An event of a device.
  package struct Said {
    package let device: Int
    package let event: InputEvent
  }

  private static let keys = Counter()

  private let key: Int64
  private let pipeRoom: Int32
  private var number: Int32?
  private var nextDevice: Int32 = 1
  /// The devices whose pipes the keeper does not read, as if only they were stuck.
  private var heldDevices: Set<Int32> = []

  /// - Parameter pipeRoom: the size of the pipes in bytes, at least a page.
  package init(hasSocket: Bool = true, pipeRoom: Int = 65_536) {
    key = hasSocket ? Self.keys.next() : -1
    self.pipeRoom = Int32(pipeRoom)
    // A pipe without a reader is an error of the write alone, as in the daemon.
    _ = signal(SIGPIPE, SIG_IGN)
    start()
  }

  deinit { if let number { kept_end(number) } }

  /// The path of the socket.
  package var path: String { "/tmp/gestured-kept-\(getpid())-\(key).sock" }

  package var isRunning: Bool { number != nil }

  package func start() {
    guard number == nil else { return }
    let begun = kept_begin(key, nextDevice, pipeRoom)
    precondition(begun >= 0, "the keeper could not be made")
    number = begun
  }

  /// Kills the keeper.
  package func kill() {
    guard let number else { return }
    nextDevice = kept_next_device(number)
    kept_end(number)
    self.number = nil
  }

  /// Whether something waits for the keeper.
  package var isDue: Bool { number.map { kept_is_due($0, heldPipes) } ?? false }

  /// When the keeper acts without news, in ms; nil for never.
  package var deadline: Int64? {
    guard let number else { return nil }
    let deadline = kept_deadline(number)
    return deadline < 0 ? nil : deadline
  }

  /// Takes what waits, and does what is due.
  ///
  /// - Returns: the events of devices.
  package func serve(at milliseconds: Int64) -> [Said] {
    guard let number else { return [] }
    kept_serve(number, heldPipes, milliseconds)
    let said = (0..<kept_event_count(number)).map { place in
      let event = kept_event_at(number, place)
      return Said(
        device: Int(event.device),
        event: InputEvent(
          time: .milliseconds(milliseconds), type: event.type, code: event.code, value: event.value))
    }
    kept_forget(number)
    return said
  }

  /// The number that the next device gets.
  package var nextDeviceNumber: Int { number.map { Int(kept_next_device($0)) } ?? Int(nextDevice) }

  package var deviceCount: Int { number.map { Int(kept_device_count($0)) } ?? 0 }

  package func hasDevice(_ device: Int) -> Bool { number.map { kept_has_device($0, Int32(device)) } ?? false }

  /// The identity of the panel whose clone a device is.
  package func panel(of device: Int) -> UInt64 { number.map { kept_panel($0, Int32(device)) } ?? 0 }

  /// The pipes of the held devices that are present. Another device may get the pipe's place later, and is not held.
  private var heldPipes: UInt32 {
    guard let number else { return 0 }
    return heldDevices.reduce(0) { $0 | kept_pipe(number, $1) }
  }

  /// Lets the keeper read a device's pipe, or not.
  package func hold(_ device: Int, _ isHeld: Bool) {
    if isHeld { heldDevices.insert(Int32(device)) } else { heldDevices.remove(Int32(device)) }
  }

  /// The number of frames that it has found wrong.
  package var droppedCount: Int { number.map { Int(kept_dropped($0)) } ?? 0 }

  // MARK: A gestured without a socket

  /// Asks for a clone.
  ///
  /// - Returns: whether there is one.
  func make(slots: Int, endsByPalm: Bool, hasAllAxes: Bool, at milliseconds: Int64) -> Bool {
    number.map { kept_make($0, Int32(slots), endsByPalm, hasAllAxes, milliseconds) } ?? false
  }

  /// Writes whole frames.
  ///
  /// - Returns: whether the pipe takes all.
  func write(_ events: ArraySlice<CloneEvent>) -> Bool {
    guard let number else { return false }
    for event in events { kept_put(number, event.type, event.code, event.value) }
    return kept_write(number)
  }
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
