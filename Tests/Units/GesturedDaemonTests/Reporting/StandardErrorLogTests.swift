import Foundation
import GestureTestSupport
import LinuxEventLoop
import Logging
import Synchronization
import SystemPackage
import Testing

@testable import GesturedDaemon

@Suite struct StandardErrorLogTests {
  private let folder: TemporaryFolder
  private let file: FileDescriptor

  init() throws {
    folder = try TemporaryFolder()
    file = try .open(
      FilePath(folder.file("log")), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
  }

  @Test("A person reads the program's name and a word, journald a priority that it understands")
  func prefix() throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("log"))
    let device = try #require(attributes[.systemNumber] as? NSNumber)
    let inode = try #require(attributes[.systemFileNumber] as? NSNumber)
    // All children of a service inherit the variable, so it counts only for the stream that it names.
    for variable in [nil, "1:2", "", "\(device):\(inode)"] { log(journal: variable) }
    let text = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
    let forPerson = "gestured: warning: it broke\ngestured: notice: it came\n"
    #expect(text == forPerson + forPerson + forPerson + "<4>it broke\n<5>it came\n")
    try file.close()
  }

  @Test("P11 nobody waits for who reads the log: what finds no room is left out, and the next line is whole")
  func stuckReader() throws {
    let pipe = try FileDescriptor.pipe()
    // The pipe is full, because the log's reader does not read.
    let flags = fcntl(pipe.writeEnd.rawValue, F_GETFL)
    _ = fcntl(pipe.writeEnd.rawValue, F_SETFL, flags | O_NONBLOCK)
    let filling = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
    var capacity = 0
    while let count = try? pipe.writeEnd.writeAll(filling) { capacity += count }
    _ = fcntl(pipe.writeEnd.rawValue, F_SETFL, flags)
    let logger = Logger(label: "test") { _ in
      StandardErrorLog(
        environment: ProcessEnvironment([:]), level: .notice,
        stream: StandardStream(descriptor: pipe.writeEnd))
    }
    // A logger that waits would continue once the pipe is empty.
    let hasReturned = DispatchSemaphore(value: 0)
    let hasHung = Mutex(false)
    let reader = pipe.readEnd
    Thread.detachNewThread {
      let isOver = HangWatch.wait {
        hasReturned.wait(timeout: .now() + $0 / 1000) == .success
      }
      guard !isOver else { return }
      hasHung.withLock { $0 = true }
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      _ = unsafe try? buffer.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
    }
    for _ in 0..<100 { logger.warning("it broke") }
    hasReturned.signal()
    #expect(!hasHung.withLock { $0 })
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let first = unsafe try buffer.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
    #expect(first == capacity)
    logger.warning("it goes on")
    let second = unsafe try buffer.withUnsafeMutableBytes { unsafe try reader.read(into: $0) }
    #expect(String(decoding: buffer[..<second], as: UTF8.self) == "gestured: warning: it goes on\n")
    try pipe.writeEnd.close()
    try reader.close()
    try file.close()
  }

  @Test("H10 a name that nobody has escaped cannot end a line of the log, nor drive the terminal")
  func hostileName() throws {
    let stream = StandardStream(descriptor: file)
    let logger = Logger(label: "test") { _ in
      StandardErrorLog(environment: ProcessEnvironment([:]), level: .notice, stream: stream)
    }
    logger.warning("Küche\n<3>forged\u{9B}2J\u{202E}\u{2028}")
    let text = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
    #expect(text == #"gestured: warning: Küche\u{a}<3>forged\u{9b}2J\u{202e}\u{2028}"# + "\n")
    try file.close()
  }

  private func log(journal: String?) {
    let environment = ProcessEnvironment(journal.map { ["JOURNAL_STREAM": $0] } ?? [:])
    let stream = StandardStream(descriptor: file)
    let logger = Logger(label: "test") { _ in
      StandardErrorLog(environment: environment, level: .notice, stream: stream)
    }
    logger.warning("it broke")
    logger.notice("it came")
    logger.debug("not for all")
  }
}
