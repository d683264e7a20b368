import GestureTestSupport
import Glibc
import LinuxEventLoop
import SystemPackage
import Testing

@Suite struct FileTests {
  @Test("A file is read whole", arguments: [0, 1, 65_536, 200_001])
  func whole(size: Int) throws {
    let directory = try TemporaryFolder()
    let path = directory.file("recording")
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try write(bytes, to: path)
    #expect(try BoundedFile.read(path, maximumBytes: size) == bytes)
  }

  @Test("A file with one byte too many is refused with the limit")
  func tooLarge() throws {
    let directory = try TemporaryFolder()
    let path = directory.file("large")
    try write([1, 2, 3], to: path)
    #expect(throws: FileError.tooLarge(path: path, maximumBytes: 2)) {
      try BoundedFile.read(path, maximumBytes: 2)
    }
    #expect(throws: FileError.tooLarge(path: "/proc/self/status", maximumBytes: 10)) {
      try BoundedFile.read("/proc/self/status", maximumBytes: 10)
    }
  }

  @Test("A file that claims no size is read to its end")
  func unknownSize() throws {
    let status = try BoundedFile.read("/proc/self/status", maximumBytes: 1 << 20)
    #expect(String(decoding: status, as: UTF8.self).contains("\nPid:\t\(getpid())\n"))
  }

  @Test("P6 a directory, a pipe and a device are refused without waiting")
  func notRegular() throws {
    let directory = try TemporaryFolder()
    let fifo = directory.file("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    for path in [directory.path, fifo, "/dev/zero"] {
      #expect(throws: FileError.notARegularFile(path: path)) { try BoundedFile.read(path, maximumBytes: 10) }
    }
  }

  @Test("P6 a missing file, a loop of links and a NUL are errors with the path")
  func unreadable() throws {
    let directory = try TemporaryFolder()
    let loop = directory.file("loop")
    #expect(unsafe symlink(loop, loop) == 0)
    let cases: [(String, Errno)] = [
      (directory.file("missing"), .noSuchFileOrDirectory), (loop, .tooManySymbolicLinkLevels),
      ("/dev/null\0", .invalidArgument),
    ]
    for (path, errno) in cases {
      let expected = FileError.system(SystemError(operation: "open", errno: errno, path: path))
      #expect(throws: expected) { try BoundedFile.read(path, maximumBytes: 10) }
      #expect(!expected.description.contains("\0"))
    }
  }

  @Test("P11 a full disk is an error with the path")
  func fullDisk() throws {
    let stream = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(stream) }
    let outcome = StandardStream(descriptor: FileDescriptor(rawValue: stream)).write([1], in: 0..<1)
    #expect(outcome == .failed(.noSpace))
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }
}
