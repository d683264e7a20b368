import GestureCore
import TouchInput

/// How large a display says that its picture is, out of the first block of its EDID. Hostile bytes.
///
/// The block is VESA's: a fixed start, a checksum, at byte 21 the size in whole centimetres, and at byte 54 the
/// display's preferred timing, with the size of its picture in millimetres.
struct DisplayIdentification {
  /// The extent of the picture in mm; nil where the block is broken, or tells none that can be true.
  let size: Size?

  private static let length = 128
  private static let start: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
  private static let centimetres = 21
  private static let timing = 54
  /// Where in a timing the low bytes of width and height are, and their high halves.
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
    // Some displays have centimetres where millimetres belong: the finer number counts where it is the finer one.
    if let exact, rounded == nil || Self.isRounding(rounded ?? exact, of: exact) {
      size = exact
    } else {
      size = rounded
    }
  }

  private static func timingSize(_ timing: ArraySlice<UInt8>) -> Size? {
    let bytes = Array(timing)
    // Without a pixel clock it is no timing but a text.
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

  /// A size that is an aspect ratio and no size: 16 × 9, also times ten or a hundred, is common where the display
  /// is one whose size nobody knows, a projector for instance.
  private static let ratios = [Size(16, 9), Size(16, 10)]

  private static func isPlausible(_ size: Size) -> Bool {
    let sides = DeviceJudgement.sides
    guard sides.contains(size.width), sides.contains(size.height) else { return false }
    return !ratios.contains { ratio in
      [1.0, 10, 100].contains { size == Size(ratio.width * $0, ratio.height * $0) }
    }
  }
}
