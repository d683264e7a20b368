import EventFamilies
import GestureCore

/// Lines about events that no finger made. These lines are few, and not on the hot path.
extension MessageEncoder {
  /// A shake, a command, a press or a change of the route.
  public func write(_ message: FamilyMessage, seq: UInt64, to line: inout LineWriter) {
    write(message, seq: seq, isSnapshot: false, to: &line)
  }

  /// A line that reports either an event or, in a snapshot, the present state.
  public func write(
    _ message: FamilyMessage, seq: UInt64, isSnapshot: Bool, to line: inout LineWriter
  ) {
    line.removeAll()
    line.append(#"{"type":""#)
    line.append(message.type.rawValue)
    line.append(#"","seq":"#)
    line.append(integer: seq)
    line.append(text.time)
    line.append(secondsOf: message.time.microseconds)
    if let eventType = message.type.declaration.eventType {
      write(ReplyField("event", .integer(eventType)), isFirst: false, to: &line)
    }
    if let subtype = message.subtype {
      write(ReplyField("subtype", .integer(subtype)), isFirst: false, to: &line)
    }
    for field in message.fields { write(field, isFirst: false, to: &line) }
    if let receiver = message.receiver {
      write(ReplyField("receiver", .text(receiver)), isFirst: false, to: &line)
    }
    if isSnapshot { line.append(text.snapshot) }
    line.endObject()
  }

  public func write(
    pressGesture gesture: GestureEvent, of device: String, seq: UInt64, to line: inout LineWriter
  ) {
    write(pressGesture: gesture, of: device, seq: seq, isOwners: false, to: &line)
  }

  /// A gesture of presses, which has no touches and no place (PRS-5).
  ///
  /// - Parameters:
  ///   - device: the remote control's own name.
  ///   - isOwners: whether the reader has declared the recognizer.
  public func write(
    pressGesture gesture: GestureEvent, of device: String, seq: UInt64, isOwners: Bool,
    to line: inout LineWriter
  ) {
    var told = gesture
    told.numberOfTouches = 0
    told.region = RegionTree.root
    var form = LineForm.millimetres
    form.hasPlaces = false
    form.isOwners = isOwners
    line.removeAll()
    append(told, device: 0, seq: seq, in: form, to: &line)
    write(ReplyField("presses", .integer(gesture.numberOfTouches)), isFirst: false, to: &line)
    write(ReplyField("name", .text(device)), isFirst: false, to: &line)
    if gestures.isClients(gesture.recognizer) { append(ownerOf: gesture.recognizer, in: form, to: &line) }
    line.endObject()
  }

  /// A sample for one client, outside of `seq`.
  public func write(_ reading: MotionReading, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"type":"motion_data","time":"#)
    line.append(secondsOf: reading.time.microseconds)
    for field in reading.fields { write(field, isFirst: false, to: &line) }
    line.endObject()
  }
}
