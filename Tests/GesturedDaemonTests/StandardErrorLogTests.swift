import Foundation
import GestureTestSupport
import LinuxEventLoop
import Logging
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
    // Whatever a service starts inherits the variable, so it counts for the stream that it names alone.
    for variable in [nil, "1:2", "", "\(device):\(inode)"] { log(journal: variable) }
    let text = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
    let forPerson = "gestured: warning: it broke\ngestured: notice: it came\n"
    #expect(text == forPerson + forPerson + forPerson + "<4>it broke\n<5>it came\n")
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
