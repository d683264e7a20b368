/// The first block of the EDID of a made-up display.
struct EDIDBlock {
  private(set) var bytes: [UInt8]

  /// A block with a size in cm in its header, and a size in mm in its preferred timing. Without the latter it has a
  /// text in that place.
  init(centimetres: (UInt8, UInt8), millimetres: (Int, Int)?) {
    bytes = [0, 255, 255, 255, 255, 255, 255, 0] + [UInt8](repeating: 0, count: 119)
    bytes[21] = centimetres.0
    bytes[22] = centimetres.1
    if let (width, height) = millimetres {
      bytes[54] = 1
      bytes[66] = UInt8(width & 0xff)
      bytes[67] = UInt8(height & 0xff)
      bytes[68] = UInt8((width >> 8) << 4 | (height >> 8))
    } else {
      bytes[57] = 0xfe
      bytes[66] = 0x41
    }
    bytes.append(0 &- bytes.reduce(0, &+))
  }
}
