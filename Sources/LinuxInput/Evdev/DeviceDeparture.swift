import SystemPackage

/// Why a device cannot be read any more. Its description is a sentence for the log.
public enum DeviceDeparture: Hashable, Sendable, CustomStringConvertible {
  /// It was unplugged, or access to it was revoked: ENODEV. What was queued is lost (D2).
  case unplugged
  /// It hung up without saying so when read (D3).
  case hungUp
  /// It is at its end, which a device has not (D3).
  case endOfFile
  /// It gave a number of bytes that is no number of events (D3).
  case tornRead(byteCount: Int)
  /// It failed otherwise: EIO (D3).
  case failed(Errno)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .unplugged: "it was unplugged"
    case .hungUp: "it hung up"
    case .endOfFile: "it ended"
    case .tornRead(let byteCount): "it gave \(byteCount) bytes, which is no number of events"
    case .failed(let errno): "it cannot be read (\(errno))"
    }
  }
}
