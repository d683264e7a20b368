import GestureCore
import Glibc
import LinuxEventLoop
import SystemPackage
import Testing

@Suite struct StandardStreamTests {
  @Test("A full pipe that does not wait is waited for, and all bytes arrive in order")
  func slowReader() throws {
    let pipe = try Pipe()
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let reader = PipeDrain(pipe.readDescriptor, count: bytes.count - 10)
    #expect(StandardStream(descriptor: pipe.writeDescriptor).write(bytes, in: 10..<bytes.count) == .written)
    #expect(reader.finish() == Array(bytes[10...]))
  }

  @Test("A reader that has stopped is not waited for when something urgent comes", arguments: [100, 500_000])
  func interrupted(size: Int) throws {
    let pipe = try Pipe()
    let urgent = try Pipe()
    let stream = StandardStream(descriptor: pipe.writeDescriptor)
    urgent.put([1])
    var patience: TimeSpan?
    let bytes = [UInt8](repeating: 7, count: size)
    var outcome = WriteAllOutcome.written
    // The stream takes lines while there is room; urgent lines wait.
    for _ in 0..<10_000 where outcome == .written {
      outcome = stream.write(
        bytes, in: bytes.indices, interruptedBy: urgent.readDescriptor, patience: &patience)
    }
    #expect(outcome == .interrupted && patience == nil)
  }

  @Test("A reader that has stopped is waited for no longer than is allowed, in all")
  func stalled() throws {
    let pipe = try Pipe()
    let urgent = try Pipe()
    let stream = StandardStream(descriptor: pipe.writeDescriptor)
    var patience: TimeSpan? = .milliseconds(3)
    let bytes = [UInt8](repeating: 7, count: 500_000)
    for _ in 0..<2 {
      let outcome = stream.write(
        bytes, in: bytes.indices, interruptedBy: urgent.readDescriptor, patience: &patience)
      #expect(outcome == .stalled && patience == .zero)
    }
  }

  @Test("A reader that reads gets everything, in pieces, and one that is gone is told of")
  func interruptible() throws {
    let pipe = try Pipe()
    let urgent = try Pipe()
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let reader = PipeDrain(pipe.readDescriptor, count: bytes.count - 10)
    var patience: TimeSpan?
    func write(to descriptor: FileDescriptor) -> WriteAllOutcome {
      StandardStream(descriptor: descriptor).write(
        bytes, in: 10..<bytes.count, interruptedBy: urgent.readDescriptor, patience: &patience)
    }
    #expect(write(to: pipe.writeDescriptor) == .written)
    #expect(reader.finish() == Array(bytes[10...]))
    #expect(write(to: .init(rawValue: 1 << 20)) == .failed(.badFileDescriptor))
  }

  @Test("An empty range is written without a call")
  func nothing() throws {
    #expect(StandardStream(descriptor: .init(rawValue: -1)).write([], in: 0..<0) == .written)
    #expect(
      StandardStream(descriptor: .init(rawValue: -1)).write([1], in: 0..<1) == .failed(.badFileDescriptor))
  }

  @Test("A pipe is no terminal")
  func notATerminal() throws {
    let pipe = try Pipe()
    let stream = StandardStream(descriptor: pipe.writeDescriptor)
    #expect(!stream.isTerminal)
  }

  @Test("A terminal is one")
  func terminal() throws {
    let main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(main) }
    #expect(StandardStream(descriptor: .init(rawValue: main)).isTerminal)
  }
}
