import EventFamilies
import GestureCore

/// Events that no finger made, for a person at a terminal.
///
/// ```
///    12.345678    motion     began            motion shake  receiver panel
///    13.000000    press      began            press select  press_type 4  …
/// ```
extension TextFormatter {
  public func write(_ message: FamilyMessage, seq: UInt64, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, message.time, nil)
    line.append(message.type.rawValue)
    line.advance(to: columns.state)
    let state = message.fields.first { $0.name == "state" || $0.name == "phase" }
    if case .text(let word)? = state?.value { line.append(word) }
    line.advance(to: columns.details)
    var isFirst = true
    for field in message.fields where field != state && field.value.isFinite {
      if !isFirst { line.append("  ") }
      isFirst = false
      line.append(field.name)
      line.append(" ")
      append(field.value, to: &line)
    }
    if let receiver = message.receiver {
      line.append("  receiver ")
      line.append(escaping: receiver)
    }
    line.endLine()
  }

  public func write(
    pressGesture gesture: GestureEvent, of device: String, seq: UInt64, to line: inout LineWriter
  ) {
    line.removeAll()
    begin(&line, gesture.time, nil)
    appendName(of: gesture.recognizer, to: &line)
    line.advance(to: columns.state)
    line.append(gesture.state.word)
    line.advance(to: columns.details)
    line.append("presses ")
    line.append(integer: gesture.numberOfTouches)
    line.append(" on \"")
    line.append(escaping: device)
    line.append("\"")
    line.endLine()
  }

  private func append(_ value: ReplyValue, to line: inout LineWriter) {
    switch value {
    case .flag(let flag): line.append(flag ? "true" : "false")
    case .integer(let number): line.append(integer: number)
    case .decimal(let number): line.append(decimal: number)
    case .time(let time): line.append(secondsOf: time.microseconds)
    case .text(let text): line.append(escaping: text)
    case .json(let bytes): for byte in bytes { line.append(byte) }
    case .list(let values):
      for (position, value) in values.enumerated() {
        if position > 0 { line.append(",") }
        append(value, to: &line)
      }
    case .object(let fields):
      for (position, field) in fields.enumerated() {
        if position > 0 { line.append(",") }
        line.append(field.name)
        line.append("=")
        append(field.value, to: &line)
      }
    }
  }
}
