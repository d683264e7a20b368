/// How many fingers a panel says that there are, by its BTN_TOOL_ keys: it may count more than it can place (D14).
struct CountedFingers {
  /// A bit for each number of fingers whose key is down, from 0 on.
  private var keys: UInt8 = 0

  /// The largest number whose key is down; 0 for none.
  var count: Int { keys == 0 ? 0 : UInt8.bitWidth - 1 - keys.leadingZeroBitCount }

  /// Takes a key.
  ///
  /// - Returns: whether it is one that counts fingers.
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
