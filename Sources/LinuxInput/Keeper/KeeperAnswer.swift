import CFilter

/// An answer or report of the keeper gestured-filter.
public enum KeeperAnswer: Hashable, Sendable {
  /// The answer to `hello`.
  case welcome(version: UInt32)
  /// The panel has a clone: the folder in sysfs is `sysname`. The end of a pipe comes with it.
  case made(device: UInt32, panel: UInt64, sysname: String)
  /// The panel gets no clone.
  case refused(panel: UInt64, KeeperRefusal)
  /// A device is destroyed; an error other than 0 is uinput's.
  case gone(device: UInt32, error: Int32)
  /// A frame was wrong, and the device's contacts have ended.
  case dropped(device: UInt32, fault: UInt32)

  /// The version of the protocol that gestured speaks.
  public static let version = UInt32(FILTER_VERSION)
  /// The room for a packet, one byte more than any packet has.
  public static let room = Int(FILTER_MESSAGE_BYTES) + 1

  /// Reads a packet; nil where it is no answer of the protocol.
  public init?(_ packet: ArraySlice<UInt8>) {
    guard let header = load(filter_header(), from: packet, isWhole: false) else { return nil }
    switch header.kind {
    case FILTER_WELCOME.rawValue:
      guard header.device == 0, let welcome = load(filter_welcome(), from: packet) else { return nil }
      self = .welcome(version: welcome.version)
    case FILTER_MADE.rawValue:
      guard header.device < UInt32(FILTER_CLONES), let made = load(filter_made(), from: packet),
        let sysname = Self.sysname(of: made)
      else { return nil }
      self = .made(device: header.device, panel: made.panel, sysname: sysname)
    case FILTER_REFUSED.rawValue:
      guard let refused = load(filter_refused(), from: packet) else { return nil }
      self = .refused(
        panel: refused.panel,
        KeeperRefusal(step: refused.step, error: refused.error, detail: refused.detail))
    case FILTER_GONE.rawValue:
      guard header.device < UInt32(FILTER_CLONES), let gone = load(filter_gone(), from: packet) else {
        return nil
      }
      self = .gone(device: header.device, error: gone.error)
    case FILTER_DROPPED.rawValue:
      guard header.device < UInt32(FILTER_CLONES), let dropped = load(filter_dropped(), from: packet) else {
        return nil
      }
      self = .dropped(device: header.device, fault: dropped.fault)
    default:
      return nil
    }
  }

  /// The folder's name: `input` and digits. Any other name could lead to another folder.
  private static func sysname(of made: filter_made) -> String? {
    let bytes = unsafe withUnsafeBytes(of: made.sysname) { unsafe Array($0.prefix { $0 != 0 }) }
    let prefix = Array("input".utf8)
    guard bytes.count > prefix.count, bytes.count < 36, bytes.starts(with: prefix),
      bytes.dropFirst(prefix.count).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why the keeper has not made a clone.
public struct KeeperRefusal: Hashable, Sendable {
  /// The step, a `filter_step`.
  public var step: UInt32
  /// The errno.
  public var error: Int32
  /// The wrong field or number at that step.
  public var detail: UInt32

  /// A refusal.
  public init(step: UInt32, error: Int32, detail: UInt32 = 0) {
    self.step = step
    self.error = error
    self.detail = detail
  }

  /// Too many devices were made in a second, or the panel's last clone still goes. The same request succeeds later.
  var isRate: Bool { step == FILTER_STEP_RATE.rawValue }
  /// As many panels have a clone as the keeper makes.
  var hasNoNumber: Bool { step == FILTER_STEP_NUMBER.rawValue }
  /// The kernel's uinput could not be opened.
  public var isMissingDevice: Bool { step == FILTER_STEP_OPEN.rawValue }
  /// The panel's values cannot be those of a clone.
  var isUnfit: Bool { step == FILTER_STEP_VALUES.rawValue }
}

/// A structure of the packet; nil where the sizes differ.
private func load<Message>(_ empty: Message, from packet: ArraySlice<UInt8>, isWhole: Bool = true) -> Message?
{
  let size = MemoryLayout<Message>.size
  guard isWhole ? packet.count == size : packet.count >= size else { return nil }
  var message = empty
  unsafe withUnsafeMutableBytes(of: &message) { unsafe $0.copyBytes(from: packet.prefix(size)) }
  return message
}
