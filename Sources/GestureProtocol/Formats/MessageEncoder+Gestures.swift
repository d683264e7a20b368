import GestureCore

extension MessageEncoder {
  /// A gesture, as it happens.
  ///
  /// - Parameters:
  ///   - payload: what the client of a custom recognizer gave with it (CUS-9).
  ///   - numbers: what it is called.
  public func write(
    _ gesture: borrowing GestureEvent, payload: borrowing [UInt8], as numbers: GestureNumbers, device: Int,
    seq: UInt64, in form: LineForm, to line: inout LineWriter
  ) {
    var told = copy gesture
    told.take(numbers)
    write(told, payload: copy payload, device: device, seq: seq, in: form, to: &line)
  }
}
