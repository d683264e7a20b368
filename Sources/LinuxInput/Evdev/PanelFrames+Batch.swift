import TouchInput

/// How what a device was read for comes into its frames.
extension PanelFrames {
  /// Takes the events of a device's last batch that only fill slots, which nearly all do: nothing comes of them before the
  /// report, and they are as good as their report's stamp.
  ///
  /// - Parameters:
  ///   - index: the first of them.
  ///   - count: how many events the batch has.
  /// - Returns: the first event that is to be fed by itself; `count` where there is none.
  public mutating func fillSlots(from device: inout EvdevDevice, at index: Int, of count: Int) -> Int {
    guard takesSlotsAlone else { return index }
    var index = index
    while index < count {
      let (type, code, value) = device.content(at: index)
      guard type == EventCode.absolute else { break }
      fillSlot(code, value)
      index += 1
    }
    return index
  }
}
