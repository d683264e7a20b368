import Glibc

/// Writes to standard error and output, whole.
public enum StandardError {
  /// Writes a text to standard error.
  public static func write(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Writes a text to standard output.
  public static func print(_ text: String) { write(text, to: STDOUT_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes[start...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      start += count
    }
  }
}
