import GestureCore

/// Lines about actions, for single clients and outside of `seq`.
extension MessageEncoder {
  /// An action for its taker or for an observer (ACT-2).
  public func write(_ message: ActionMessage, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"action""#)
    if let number = message.number {
      line.append(#","action_id":"#)
      line.append(integer: number)
    }
    line.append(text.time)
    line.append(secondsOf: message.time.microseconds)
    for field in message.fields { write(field, isFirst: false, to: &line) }
    line.endObject()
  }

  /// The question whether a responder performs an action (ACT-3).
  public func write(question: UInt64, about message: ActionMessage, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"ask","question":"#)
    line.append(integer: question)
    line.append(text.time)
    line.append(secondsOf: message.time.microseconds)
    line.append(#","what":"can_perform""#)
    for field in message.actionFields { write(field, isFirst: false, to: &line) }
    if let responder = message.responder {
      write(ReplyField("responder", .text(responder.text)), isFirst: false, to: &line)
    }
    line.endObject()
  }
}
