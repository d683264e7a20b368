import GestureCore
import TouchInput

/// The picture size that a display claims in the first block of its EDID. The bytes are hostile.
///
/// VESA defines the block: it has a fixed start and a checksum. Byte 21 begins the size in whole centimeters. Byte 54
/// begins the preferred timing, which holds the size of its picture in millimeters.
struct DisplayIdentification {
  /// The picture's size in mm; nil where the block is broken or holds no plausible size.
  let size: Size?

  private static let length = 128
  private static let start: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
  private static let centimetres = 21
  private static let timing = 54
  /// The offsets in a timing: the low bytes of width and height, and the byte of their high halves.
  private static let timingSize = (width: 12, height: 13, high: 14)

  init(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes.starts(with: Self.start),
      bytes.prefix(Self.length).reduce(0, &+) == 0
    else {
      size = nil
      return
    }
    let whole = Size(
      10 * Double(bytes[Self.centimetres]), 10 * Double(bytes[Self.centimetres + 1]))
    let rounded = Self.isPlausible(whole) ? whole : nil
    let exact = Self.timingSize(bytes[Self.timing..<Self.timing + 18])
    // Some displays put centimeters where millimeters belong. The timing's size counts only where the other size is
    // missing, or is a rounding of it.
    if let exact, rounded == nil || Self.isRounding(rounded ?? exact, of: exact) {
      size = exact
    } else {
      size = rounded
    }
  }

  private static func timingSize(_ timing: ArraySlice<UInt8>) -> Size? {
    let bytes = Array(timing)
    // A descriptor without a pixel clock is a text, not a timing.
    guard bytes[0] != 0 || bytes[1] != 0 else { return nil }
    let high = bytes[timingSize.high]
    let size = Size(
      Double(Int(high >> 4) << 8 | Int(bytes[timingSize.width])),
      Double(Int(high & 15) << 8 | Int(bytes[timingSize.height])))
    return isPlausible(size) ? size : nil
  }

  private static func isRounding(_ rounded: Size, of exact: Size) -> Bool {
    abs(rounded.width - exact.width) <= 10 && abs(rounded.height - exact.height) <= 10
  }

  /// Sizes that are aspect ratios: 16 × 9, also times 10 or 100. Displays without a size of their own claim them, such
  /// as projectors.
  private static let ratios = [Size(16, 9), Size(16, 10)]

  private static func isPlausible(_ size: Size) -> Bool {
    let sides = DeviceJudgement.sides
    guard sides.contains(size.width), sides.contains(size.height) else { return false }
    return !ratios.contains { ratio in
      [1.0, 10, 100].contains { size == Size(ratio.width * $0, ratio.height * $0) }
    }
  }
}
