import Glibc
import LinuxEventLoop
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

  @Test("An empty range is written without a call")
  func nothing() throws {
    #expect(StandardStream(descriptor: .init(rawValue: -1)).write([], in: 0..<0) == .written)
    #expect(
      StandardStream(descriptor: .init(rawValue: -1)).write([1], in: 0..<1) == .failed(.badFileDescriptor))
  }

  @Test("A pipe is no terminal and has no width")
  func notATerminal() throws {
    let pipe = try Pipe()
    let stream = StandardStream(descriptor: pipe.writeDescriptor)
    #expect(!stream.isTerminal)
    #expect(stream.terminalColumns == nil)
  }

  @Test("A terminal says how wide it is, or that it does not know", arguments: [UInt16(0), 132])
  func terminal(columns: UInt16) throws {
    let main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(main) }
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    #expect(unsafe ioctl(main, UInt(TIOCSWINSZ), &size) == 0)
    let stream = StandardStream(descriptor: .init(rawValue: main))
    #expect(stream.isTerminal)
    #expect(stream.terminalColumns == (columns == 0 ? nil : Int(columns)))
  }
}
