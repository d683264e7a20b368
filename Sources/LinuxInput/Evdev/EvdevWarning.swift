import GestureCore
import SystemPackage

/// A request that the kernel refused for an open device, which works all the same (D30). Its description is a sentence.
public enum EvdevWarning: Hashable, Sendable, CustomStringConvertible {
  /// EVIOCSMASK failed: unwanted events are read and ignored.
  case eventMaskUnsupported(Errno)
  /// EVIOCSCLOCKID failed: events carry the time of their reading.
  case monotonicClockUnsupported(Errno)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .eventMaskUnsupported(let errno):
      "the kernel sends all of its events, not just those asked for (EVIOCSMASK: \(errno))"
    case .monotonicClockUnsupported(let errno):
      "the kernel does not stamp with the monotonic clock, so the time of reading counts "
        + "(EVIOCSCLOCKID: \(errno))"
    }
  }
}

extension EvdevWarning: AdvisedMessage {
  package var advice: String {
    switch self {
    case .eventMaskUnsupported: "Nothing: gestured ignores the other events itself."
    case .monotonicClockUnsupported: "Nothing, unless speeds jump: then use a newer kernel."
    }
  }

  package static let samples: [EvdevWarning] = [
    .eventMaskUnsupported(.ioError), .monotonicClockUnsupported(.ioError),
  ]
}
