import GestureCore

extension MessageEncoder {
  /// A gesture, as it happens.
  ///
  /// - Parameters:
  ///   - index: where it is among the buffer's gestures.
  ///   - numbers: what it is called.
  public func write(
    gestureAt index: Int, of buffer: borrowing EventBuffer, as numbers: GestureNumbers, device: Int,
    seq: UInt64, in form: LineForm, to line: inout LineWriter
  ) {
    var gesture = buffer.gestures[index]
    gesture.take(numbers)
    write(gesture, of: buffer, device: device, seq: seq, in: form, to: &line)
  }
}
