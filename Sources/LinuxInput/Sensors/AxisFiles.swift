import Glibc
import LinuxEventLoop
import SystemPackage

/// The files of the three axes x, y and z, kept open.
struct AxisFiles: ~Copyable, Sendable {
  /// More bytes than the digits of a 64-bit number.
  private static let maximumBytes = 32

  private let x: OwnedDescriptor
  private let y: OwnedDescriptor
  private let z: OwnedDescriptor
  private let path: String

  /// Opens `in_CHANNEL_x_raw` and the files of y and z.
  init(folder: String, channel: String) throws(SystemError) {
    func open(_ letter: String) throws(SystemError) -> OwnedDescriptor {
      let path = "\(folder)/in_\(channel)_\(letter)_raw"
      let result = retryingOnInterrupt { unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      return try OwnedDescriptor(owning: result, from: "open", path: path)
    }
    let first = try open("x")
    let second = try open("y")
    let third = try open("z")
    path = "\(folder)/in_\(channel)"
    x = first
    y = second
    z = third
  }

  /// The axes' present values.
  ///
  /// - Throws: `SystemError`, also where a file holds no number.
  func read() throws(SystemError) -> SIMD3<Int64> {
    SIMD3(try number(x), try number(y), try number(z))
  }

  private func number(_ file: borrowing OwnedDescriptor) throws(SystemError) -> Int64 {
    var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
    let descriptor = file.rawValue
    let count = retryingOnInterrupt { unsafe pread(descriptor, &bytes, bytes.count, 0) }
    guard count >= 0 else { throw .last("read", path: path) }
    let text = String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard let value = Int64(text) else {
      throw SystemError(operation: "read", errno: .invalidArgument, path: path)
    }
    return value
  }
}
