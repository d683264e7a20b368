import Foundation
import GestureTestSupport
import Glibc
import LinuxEventLoop
import Testing

@Suite struct PrivateFileTests {
  private let bytes = Array("the new page".utf8)

  private func content(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("a new file is its owner's alone, and one that is there is an error")
  func creates() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("page")
    try PrivateFile.create(path, bytes)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try content(path) == "the new page")
    let error = #expect(throws: SystemError.self) { try PrivateFile.create(path, bytes) }
    #expect(error?.errno == .fileExists)
  }

  @Test("a file is replaced through a link, which stays, and nothing is left beside it")
  func replaces() throws {
    let folder = try TemporaryFolder()
    let (path, link) = (folder.file("page"), folder.file("link"))
    try PrivateFile.create(path, Array("the old page, which is longer".utf8))
    #expect(unsafe symlink(path, link) == 0)
    try PrivateFile.write(link, bytes)
    #expect(try content(path) == "the new page")
    #expect(folder.names.sorted() == ["link", "page"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test("a link to a file that is not there yet makes that file")
  func links() throws {
    let folder = try TemporaryFolder()
    let (path, link) = (folder.file("page"), folder.file("link"))
    #expect(unsafe symlink(path, link) == 0)
    try PrivateFile.write(link, bytes)
    #expect(try content(path) == "the new page")
    #expect(folder.names.sorted() == ["link", "page"])
  }

  @Test("a full device is an error, and so is a folder")
  func refused() throws {
    let folder = try TemporaryFolder()
    let full = #expect(throws: SystemError.self) { try PrivateFile.write("/dev/full", bytes) }
    #expect(full?.errno == .noSpace)
    let error = #expect(throws: SystemError.self) { try PrivateFile.write(folder.path, bytes) }
    #expect(error?.errno == .isDirectory)
    #expect(folder.names.isEmpty)
  }
}
