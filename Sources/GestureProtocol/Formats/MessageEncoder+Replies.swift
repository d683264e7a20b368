import GestureCore

/// Replies to requests. They are not on the hot path.
extension MessageEncoder {
  /// The reply to a request that succeeded.
  ///
  /// - Parameters:
  ///   - id: the request's own id.
  ///   - fields: further fields of the reply.
  public func write(replyTo id: RequestID?, _ fields: [ReplyField] = [], to line: inout LineWriter) {
    beginReply(to: id, &line)
    line.append(#","ok":true"#)
    for field in fields { write(field, isFirst: false, to: &line) }
    line.endObject()
  }

  /// The reply to a request that failed.
  public func write(replyTo id: RequestID?, _ error: RequestError, to line: inout LineWriter) {
    beginReply(to: id, &line)
    line.append(#","error":{"#)
    for (position, member) in error.members.enumerated() {
      write(ReplyField(member.name, .text(member.text)), isFirst: position == 0, to: &line)
    }
    line.append("}")
    line.endObject()
  }

  /// Writes a field, with a comma unless it is the first.
  func write(_ field: ReplyField, isFirst: Bool, to line: inout LineWriter) {
    guard field.value.isFinite else { return }
    line.append(isFirst ? "\"" : ",\"")
    line.append(field.name)
    line.append("\":")
    write(field.value, to: &line)
  }

  private func beginReply(to id: RequestID?, _ line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"reply""#)
    switch id {
    case .number(let text):
      line.append(#","id":"#)
      line.append(text)
    case .text(let text): write(ReplyField("id", .text(text)), isFirst: false, to: &line)
    case nil: break
    }
  }

  private func write(_ value: ReplyValue, to line: inout LineWriter) {
    switch value {
    case .flag(let flag): line.append(flag ? "true" : "false")
    case .integer(let number): line.append(integer: number)
    case .decimal(let number): line.append(decimal: number.isFinite ? number : 0)
    case .time(let time): line.append(secondsOf: time.microseconds)
    case .text(let text):
      line.append("\"")
      line.append(escaping: text)
      line.append("\"")
    case .json(let bytes): for byte in bytes { line.append(byte) }
    case .list(let values):
      line.append("[")
      for (position, value) in values.enumerated() {
        if position > 0 { line.append(",") }
        write(value, to: &line)
      }
      line.append("]")
    case .object(let fields):
      line.append("{")
      var isFirst = true
      for field in fields where field.value.isFinite {
        write(field, isFirst: isFirst, to: &line)
        isFirst = false
      }
      line.append("}")
    }
  }
}
