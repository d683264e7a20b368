/// The number of fingers that a panel counts with its BTN_TOOL_ keys. The panel may count more fingers than it can
/// place (D14).
struct CountedFingers {
  /// One bit for each number of fingers whose key is down, from 0 on.
  private var keys: UInt8 = 0

  /// The largest number whose key is down; 0 where no key is down.
  var count: Int { keys == 0 ? 0 : UInt8.bitWidth - 1 - keys.leadingZeroBitCount }

  /// Takes a key.
  ///
  /// - Returns: whether the key counts fingers.
  mutating func take(_ code: UInt16, isDown: Bool) -> Bool {
    let fingers: UInt16
    if code == EventCode.toolQuintupleTap {
      fingers = 5
    } else if EventCode.toolTaps.contains(code) {
      fingers = 2 + code - EventCode.toolTaps.lowerBound
    } else {
      return false
    }
    let bit: UInt8 = 1 << fingers
    keys = isDown ? keys | bit : keys & ~bit
    return true
  }
}
