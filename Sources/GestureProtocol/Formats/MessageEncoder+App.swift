import GestureCore

/// The lines of dumps about the app behind all regions. No subscriber receives them, so they have no `seq` (FLT-67,
/// FLT-68).
extension MessageEncoder {
  /// A phase that the app receives.
  public func write(_ note: AppNote, device: Int, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"app","time":"#)
    line.append(secondsOf: note.time.microseconds)
    line.append(text.deviceNumber)
    line.append(integer: device)
    line.append(#","phase":""#)
    line.append(note.phase.word)
    line.append(#"","touch":"#)
    line.append(integer: note.touch)
    line.append(#","slot":"#)
    line.append(integer: note.slot)
    line.endObject()
  }
}

extension TextFormatter {
  /// A phase that the app receives.
  public func write(_ note: AppNote, device: Int, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, note.time, device)
    line.append("app")
    line.advance(to: columns.state)
    line.append(note.phase.word)
    line.append(integer: 1, endingAt: columns.touchCountEnd)
    line.advance(to: columns.details)
    write(touch: note.touch, at: note.location, to: &line)
    if note.happened != note.time {
      line.append(" of ")
      line.append(secondsOf: note.happened.microseconds)
    }
    line.endLine()
  }
}
