/// The checked path of a Unix socket: absolute, 1 to 107 bytes, without NUL, with a file name in a directory (P4).
public struct SocketPath: Hashable, Sendable, CustomStringConvertible {
  /// The most bytes of a path. The kernel's `sun_path` has 108, and the last is for the NUL.
  public static let maximumBytes = 107

  /// The unchanged path.
  public let string: String

  /// Checks a path.
  ///
  /// - Throws: `SocketPathError`, whose description is fit for the user.
  public init(_ string: String) throws(SocketPathError) {
    let bytes = string.utf8
    guard let first = bytes.first else { throw .empty }
    guard first != UInt8(ascii: "@") else { throw .abstract(path: string) }
    guard !bytes.contains(0) else { throw .containsNUL(path: string) }
    guard first == UInt8(ascii: "/") else { throw .notAbsolute(path: string) }
    guard bytes.count <= Self.maximumBytes else { throw .tooLong(path: string, bytes: bytes.count) }
    self.string = string
    guard fileName != "", fileName != ".", fileName != ".." else { throw .noFileName(path: string) }
  }

  /// The path as it was given.
  public var description: String { string }

  /// The socket's directory: all before the last slash, or `/` when that is empty.
  public var directory: String {
    let parent = bytesBeforeName.dropLast()
    return parent.isEmpty ? "/" : String(decoding: parent, as: UTF8.self)
  }

  /// The socket's file name in its directory.
  public var fileName: String {
    String(decoding: string.utf8.suffix(string.utf8.count - bytesBeforeName.count), as: UTF8.self)
  }

  /// All bytes up to the last slash, including it.
  private var bytesBeforeName: Substring.UTF8View {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return string.utf8.prefix(0) }
    return string.utf8[...slash]
  }
}
