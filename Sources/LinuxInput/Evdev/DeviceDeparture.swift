import SystemPackage

/// Why a device cannot be read any more. Its description is a sentence for the log.
public enum DeviceDeparture: Hashable, Sendable, CustomStringConvertible {
  /// The device was unplugged, or access to it was revoked: ENODEV. Queued events are lost (D2).
  case unplugged
  /// The device hung up, and reading it gave no other reason (D3).
  case hungUp
  /// Reading reported the end of the file, which devices do not have (D3).
  case endOfFile
  /// Reading gave a number of bytes that is no multiple of an event's size (D3).
  case tornRead(byteCount: Int)
  /// Reading failed with another error, such as EIO (D3).
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
