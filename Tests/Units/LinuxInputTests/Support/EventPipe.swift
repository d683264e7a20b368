import Glibc
import LinuxEventLoop
import SystemPackage
import Testing

@testable import LinuxInput

/// A pipe in place of a device. Its bytes are the events that the kernel would have queued.
struct EventPipe: ~Copyable {
  private let target: FileDescriptor
  private var writeEnd: OwnedDescriptor?
  private var readEnd: OwnedDescriptor?

  /// A pipe with room for 2000 events, with both ends non-blocking.
  init() throws {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] {
      try #require(fcntl(end.rawValue, F_SETFL, O_NONBLOCK) == 0)
    }
    target = ends.writeEnd
    readEnd = OwnedDescriptor(owning: ends.readEnd)
    writeEnd = OwnedDescriptor(owning: ends.writeEnd)
  }

  /// The reader of the device. Call this once.
  mutating func makeReader(stampSource: EvdevReader.StampSource = .kernel) throws -> EvdevReader {
    guard let end = readEnd.take() else { throw Errno.badFileDescriptor }
    return EvdevReader(owning: end, stampSource: stampSource)
  }

  /// Sends bytes as the device. Not allowed after `close`.
  func send(_ bytes: [UInt8]) throws {
    try #require(target.writeAll(bytes) == bytes.count)
  }

  /// Sends events as the device.
  func send(_ events: [RawEvent]) throws {
    try send(events.flatMap(\.bytes))
  }

  /// Closes the device's end. Call this once.
  mutating func close() {
    writeEnd = nil
  }
}
