import Foundation
import Testing

/// A test that hangs.
struct Hung: Error, CustomStringConvertible {
  let description: String
}

/// Waits until a condition holds.
func wait(for what: String, until condition: () throws -> Bool) throws {
  var watch = HangWatch()
  while try !condition() {
    guard !watch.isHung() else { throw Hung(description: "waited for \(what)") }
    usleep(2000)
  }
}

/// A folder of one test, removed with its owner.
final class Scratch: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("gw-" + UUID().uuidString.prefix(8)).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // Users of other tests pass through it.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with its folders.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let place = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
    return place.path
  }
}
