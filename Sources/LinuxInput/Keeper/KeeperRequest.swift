import CFilter
import GestureCore
import TouchInput

/// A request of gestured to the keeper gestured-filter.
public enum KeeperRequest: Hashable, Sendable {
  /// The most clones at a time (SEC-7).
  static let mostClones = Int(FILTER_CLONES)

  /// The first one.
  case hello
  /// Asks for a clone.
  case make(CloneRequest)
  /// Gives a device back.
  case drop(device: UInt32)

  /// The request as a packet.
  public var packet: [UInt8] {
    switch self {
    case .hello:
      bytes(
        of: filter_hello(
          header: filter_header(kind: FILTER_HELLO.rawValue, device: 0), version: UInt32(FILTER_VERSION),
          reserved: 0))
    case .make(let request): bytes(of: request.message)
    case .drop(let device):
      bytes(of: filter_drop(header: filter_header(kind: FILTER_DROP.rawValue, device: device)))
    }
  }
}

/// The description of a clone for the keeper.
public struct CloneRequest: Hashable, Sendable {
  /// The udev properties that a clone copies from its panel, in the keeper's order (FLT-88).
  static let properties = [
    "LIBINPUT_CALIBRATION_MATRIX", "WL_OUTPUT", "ID_SEAT", nil, "LIBINPUT_DEVICE_GROUP",
    "LIBINPUT_FUZZ_00", "LIBINPUT_FUZZ_01", "LIBINPUT_FUZZ_35", "LIBINPUT_FUZZ_36", "ID_INPUT_WIDTH_MM",
    "ID_INPUT_HEIGHT_MM",
  ]

  /// Tells the panel from others, also after a restart of gestured.
  public var panel: UInt64
  /// The device to make.
  public var clone: CloneDescription
  /// Whether contacts that gestured does not end become palms before they lift.
  public var endsByPalm: Bool
  /// The texts of `properties`; empty where the panel does not have one, or the keeper would refuse it.
  public let texts: [String]

  /// - Parameters:
  ///   - properties: the panel's udev properties.
  ///   - table: the panel's table in the configuration, which a link to the clone is named after (FLT-93).
  public init(
    panel: UInt64, clone: CloneDescription, endsByPalm: Bool, properties: [String: String], table: String?
  ) {
    self.panel = panel
    self.clone = clone
    self.endsByPalm = endsByPalm
    texts = Self.properties.indices.map { place in
      let text = Self.properties[place].map { properties[$0] ?? "" } ?? table ?? ""
      return Self.isAllowed(text, at: place) ? text : ""
    }
  }

  /// Whether the keeper takes a property. One that it does not take would cost the panel its clone.
  private static func isAllowed(_ text: String, at place: Int) -> Bool {
    let bytes = text.utf8
    guard bytes.count < Int(FILTER_TEXT_BYTES) else { return false }
    switch UInt32(place) {
    case FILTER_CALIBRATION_MATRIX.rawValue:
      let numbers = text.split(separator: " ", omittingEmptySubsequences: false)
      let digits = Set("0123456789+-.eE".utf8)
      return numbers.count == 6
        && numbers.allSatisfy { $0.utf8.allSatisfy(digits.contains) && Double($0)?.isFinite ?? false }
    // Clones have these names already.
    case FILTER_LINK.rawValue where (0..<FILTER_CLONES).contains { text == "touch\($0)" }: return false
    case FILTER_WL_OUTPUT.rawValue, FILTER_SEAT.rawValue, FILTER_LINK.rawValue:
      return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
    case FILTER_DEVICE_GROUP.rawValue:
      let refused = Set("\"'\\$%`".utf8)
      return bytes.allSatisfy { (0x21...0x7e).contains($0) && !refused.contains($0) }
    default:
      return bytes.count <= 9
        && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }

  /// The clone's name, with characters that the keeper refuses as question marks. Each has three bytes, so that the name
  /// does not grow.
  private var name: String {
    var name = ""
    for scalar in clone.device.name.unicodeScalars {
      let isRefused = (0x2028...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      name.unicodeScalars.append(isRefused ? "?" : scalar)
    }
    return name.isEmpty ? "?" : name
  }

  fileprivate var message: filter_make {
    var make = filter_make()
    make.header = filter_header(kind: FILTER_MAKE.rawValue, device: 0)
    make.panel = panel
    make.bus = clone.device.bus
    make.vendor = clone.device.vendor
    make.product = clone.device.product
    make.version = clone.device.version
    make.slots = UInt16(clamping: clone.slotCount)
    make.semi_mt =
      clone.device.properties.contains(EventCode.semiMultitouchProperty) ? 1 : 0
    make.ending = UInt8(
      (endsByPalm ? FILTER_ENDS_BY_PALM : FILTER_ENDS_BY_LIFT).rawValue)
    make.keep_ms = UInt32(FILTER_KEEP_MS)
    unsafe withUnsafeMutableBytes(of: &make.name) { room in
      unsafe room.copyBytes(from: name.utf8.prefix(Int(FILTER_NAME_BYTES) - 1))
    }
    var axes = [Int32](repeating: 0, count: 3 * Int(FILTER_AXES))
    for code in clone.contactAxes {
      let place = Int(code) - Int(EventCode.touchMajor)
      guard place >= 0, place < Int(FILTER_AXES), let axis = clone.device.axes[code] else { continue }
      make.axes_present |= 1 << UInt32(place)
      axes[3 * place] = axis.minimum
      axes[3 * place + 1] = axis.maximum
      axes[3 * place + 2] = max(axis.resolution, 0)
    }
    unsafe withUnsafeMutableBytes(of: &make.axes) { room in
      unsafe axes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
    }
    unsafe withUnsafeMutableBytes(of: &make.properties) { room in
      for (place, text) in texts.enumerated() {
        let part = unsafe UnsafeMutableRawBufferPointer(
          rebasing: room[place * Int(FILTER_TEXT_BYTES)..<(place + 1) * Int(FILTER_TEXT_BYTES)])
        unsafe part.copyBytes(from: text.utf8)
      }
    }
    return make
  }
}

/// A message as bytes. The keeper's structures have no padding.
private func bytes<Message>(of message: Message) -> [UInt8] {
  unsafe withUnsafeBytes(of: message) { unsafe Array($0) }
}
