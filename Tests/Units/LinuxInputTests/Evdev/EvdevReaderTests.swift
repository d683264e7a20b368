import GestureCore
import GestureTestSupport
import LinuxEventLoop
import SystemPackage
import Testing
import TouchInput

@testable import LinuxInput

@Suite struct EvdevReaderTests {
  private let position = RawEvent(seconds: 1, microseconds: 5, type: 3, code: 0x35, value: 7)

  @Test("a backlog is read in full batches, in order, and then there is nothing to read")
  func batches() throws {
    var pipe = try EventPipe()
    var reader = try pipe.makeReader()
    let size = EvdevReader.batchSize
    let events = (0..<Int32(2 * size + 88)).map { RawEvent(type: 3, code: 0x35, value: $0) }
    try pipe.send(events)
    var values: [Int32] = []
    for count in [size, size, 88] {
      #expect(reader.read(after: .readable) == .events(count: count))
      values += (0..<count).map { reader.event(at: $0).value }
    }
    #expect(values == events.map(\.value))
    #expect(reader.read(after: .readable) == .wouldBlock)
    #expect(reader.count == 0)
  }

  @Test("an event comes as it was sent, SYN_DROPPED among them")
  func fields() throws {
    var pipe = try EventPipe()
    var reader = try pipe.makeReader()
    try pipe.send([position, RawEvent(seconds: 1, microseconds: 6, type: 0, code: 3, value: 0)])
    #expect(reader.read(after: .readable) == .events(count: 2))
    #expect(
      reader.event(at: 0)
        == InputEvent(time: Instant(microseconds: 1_000_005), type: 3, code: 0x35, value: 7))
    #expect(
      reader.event(at: 1)
        == InputEvent(
          time: Instant(microseconds: 1_000_006), type: EventCode.synchronization,
          code: EventCode.dropped, value: 0))
  }

  @Test("D3 what came before the end is read, then the device is gone for good")
  func endOfFile() throws {
    var pipe = try EventPipe()
    var reader = try pipe.makeReader()
    try pipe.send([position])
    pipe.close()
    #expect(reader.read(after: [.readable, .hangUp]) == .events(count: 1))
    #expect(reader.read(after: [.readable, .hangUp]) == .gone(.endOfFile))
    #expect(reader.read(after: .readable) == .gone(.endOfFile))
    #expect(reader.count == 0)
  }

  @Test("D2, D3 after it was gone a device is not read again", arguments: [Readiness.hangUp, .error])
  func hangUp(readiness: Readiness) throws {
    var pipe = try EventPipe()
    var reader = try pipe.makeReader()
    #expect(reader.read(after: readiness) == .gone(.hungUp))
    try pipe.send([position])
    #expect(reader.read(after: .readable) == .gone(.hungUp))
  }

  @Test("D3 bytes that make no whole event are none", arguments: [1, 23, 25, 24 * 9 + 8])
  func tornRead(byteCount: Int) throws {
    var pipe = try EventPipe()
    var reader = try pipe.makeReader()
    try pipe.send([UInt8](repeating: 1, count: byteCount))
    #expect(reader.read(after: .readable) == .gone(.tornRead(byteCount: byteCount)))
    try pipe.send([position])
    #expect(reader.read(after: .readable) == .gone(.tornRead(byteCount: byteCount)))
  }

  @Test("D2, D3 every error of a read but having nothing to read ends the device")
  func errors() {
    #expect(EvdevReader.departure(.wouldBlock, after: .readable) == nil)
    #expect(EvdevReader.departure(.wouldBlock, after: [.readable, .hangUp]) == .hungUp)
    #expect(EvdevReader.departure(.operationNotSupportedByDevice, after: .readable) == .unplugged)
    #expect(EvdevReader.departure(.ioError, after: .readable) == .failed(.ioError))
    #expect(EvdevReader.departure(.badFileDescriptor, after: .hangUp) == .failed(.badFileDescriptor))
  }

  @Test("D3 a descriptor that can not be read is gone with the reason")
  func unreadable() throws {
    let folder = OwnedDescriptor(owning: try FileDescriptor.open(FilePath("/"), .readOnly))
    var reader = EvdevReader(owning: folder, stampSource: .kernel)
    #expect(reader.read(after: .readable) == .gone(.failed(.isDirectory)))
  }

  @Test(
    "T2 a stamp is clamped, whatever it is",
    arguments: [
      (0, 0, 0), (12, 345_678, 12_345_678),
      (-1, 5, 5), (5, -1, 5_000_000), (.min, .min, 0),
      (5, 1_000_000, 5_999_999), (5, .max, 5_999_999),
      (9_000_000_000, 1, 9_000_000_000_000_000), (.max, .max, 9_000_000_000_000_000),
      (1 << 34, 0, 9_000_000_000_000_000), (1_790_000_000, 5, 1_790_000_000_000_005),
    ] as [(Int, Int, Int64)])
  func stamps(seconds: Int, microseconds: Int, expected: Int64) throws {
    var pipe = try EventPipe()
    var reader = try pipe.makeReader()
    try pipe.send([
      RawEvent(seconds: Int64(seconds), microseconds: Int64(microseconds), type: 0, code: 0, value: 0)
    ])
    #expect(reader.read(after: .readable) == .events(count: 1))
    #expect(reader.event(at: 0).time == Instant(microseconds: expected))
  }

  @Test("D30 without the kernel's monotonic stamps the events of a batch carry the time of reading")
  func readingTime() throws {
    var pipe = try EventPipe()
    var reader = try pipe.makeReader(stampSource: .reading)
    try pipe.send([position, position])
    let before = MonotonicClock.now()
    #expect(reader.read(after: .readable) == .events(count: 2))
    let after = MonotonicClock.now()
    let time = reader.event(at: 0).time
    #expect(before <= time && time <= after)
    #expect(reader.event(at: 1).time == time)
  }

  @Test("T2, D21 a hundred thousand random events come through unchanged but for their stamps")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 24)
    var pipe = try EventPipe()
    var reader = try pipe.makeReader()
    var (sentCount, readCount) = (0, 0)
    while sentCount < 100_000 {
      let sent = (0..<Int.random(in: 1...2000, using: &generator)).map { _ in
        RawEvent.random(using: &generator)
      }
      try pipe.send(sent)
      sentCount += sent.count
      var expected = sent[...]
      while case .events(let count) = reader.read(after: .readable) {
        readCount += count
        for index in 0..<count {
          let event = reader.event(at: index)
          guard let raw = expected.popFirst() else { throw Errno.outOfRange }
          let isSame = event.type == raw.type && event.code == raw.code && event.value == raw.value
          let isBounded = event.time.microseconds >= 0 && event.time <= Instant.latestStamp
          if !isSame || !isBounded { Issue.record("\(raw) was read as \(event)") }
        }
      }
    }
    #expect(readCount == sentCount)
  }
}
