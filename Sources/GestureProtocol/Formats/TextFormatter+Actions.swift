import GestureCore

/// Actions and times without fingers, for a person at a terminal.
///
/// ```
///    12.345678 1  action                      copy of double_tap in field, for controller:form
///    72.500000    idle       began            for 60 s
/// ```
extension TextFormatter {
  /// The most characters of an action's value.
  private static let longestValue = 200

  public func write(_ message: ActionMessage, to line: inout LineWriter) {
    line.removeAll()
    var device: Int?
    if case .recognizer(_, _, let number) = message.sender, number > 0 { device = number }
    begin(&line, message.time, device)
    line.append(LineType.action.rawValue)
    line.advance(to: columns.details)
    line.append(escaping: message.action)
    if let value = message.value {
      line.append(" ")
      append(value: value, to: &line)
    }
    line.append(" of ")
    switch message.sender {
    case .client(let number):
      line.append("client ")
      line.append(integer: number)
    case .recognizer(let name, let kind, _): line.append(escaping: name ?? kind)
    }
    if let region = message.region {
      line.append(" in ")
      line.append(escaping: region)
    }
    if let responder = message.responder {
      line.append(", for ")
      line.append(escaping: responder.text)
    } else {
      line.append(", which no responder takes")
    }
    line.endLine()
  }

  /// The beginning of a value, without characters that a terminal obeys.
  private func append(value: [UInt8], to line: inout LineWriter) {
    let scalars = String(decoding: value, as: UTF8.self).unicodeScalars
    for scalar in scalars.prefix(Self.longestValue) {
      line.append(VisibleText.isTreacherous(scalar) ? "?" : String(scalar))
    }
    if scalars.count > Self.longestValue { line.append("…") }
  }

  public func write(_ message: IdleMessage, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, message.time, nil)
    line.append(ConnectionLineType.idle.rawValue)
    line.advance(to: columns.state)
    line.append(message.idleTime == nil ? "began" : "ended")
    line.advance(to: columns.details)
    line.append(message.idleTime == nil ? "for " : "after ")
    line.append(secondsOf: (message.idleTime ?? message.span).microseconds)
    line.append(" s")
    line.endLine()
  }
}
