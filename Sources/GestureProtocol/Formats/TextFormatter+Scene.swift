import GestureCore

/// Declarations as text: `--dump --declarations`.
///
/// ```
///     0.000000 1  region     present      menu: 0,0 30 x 100 mm, in root
///     0.000000    recognizer present      tap: tap, touches: 1,2, in root, passive
/// ```
extension TextFormatter {
  /// A region that is present.
  public func write(_ message: RegionMessage, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, message.time, message.device)
    line.append(LineType.region.rawValue)
    line.advance(to: columns.state)
    line.append(message.state.rawValue)
    line.advance(to: columns.touchCountEnd - 2)
    line.append(escaping: message.name)
    if let frame = message.frame, frame.origin.isFinite {
      line.append(": ")
      write(frame, to: &line)
    }
    if let placement = message.placement, placement.toScreen.isFinite {
      let map = placement.toScreen
      line.append(message.frame == nil ? ": matrix" : ", matrix")
      for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] {
        line.append(" ")
        line.append(decimal: number)
      }
    }
    if let parent = message.parent {
      line.append(", in ")
      line.append(escaping: parent)
    }
    for zone in message.exclusions where zone.frame.origin.isFinite {
      line.append(", exclusion ")
      line.append(escaping: zone.name)
      line.append(" ")
      write(zone.frame, to: &line)
    }
    line.endLine()
  }

  private func write(_ frame: Rect, to line: inout LineWriter) {
    line.append(decimal: frame.origin.x)
    line.append(",")
    line.append(decimal: frame.origin.y)
    line.append(" ")
    line.append(decimal: frame.size.width)
    line.append(" x ")
    line.append(decimal: frame.size.height)
    line.append(" mm")
  }

  /// A recognizer that is present.
  public func write(_ message: RecognizerMessage, to line: inout LineWriter) {
    line.removeAll()
    begin(&line, message.time, nil)
    line.append(LineType.recognizer.rawValue)
    line.advance(to: columns.state)
    line.append(message.state.rawValue)
    line.advance(to: columns.touchCountEnd - 2)
    line.append(escaping: message.name)
    line.append(": ")
    line.append(escaping: message.kind)
    line.append(", touches: ")
    line.append(Self.ranges(of: message.numbersOfTouches))
    line.append(", in ")
    line.append(escaping: message.region)
    if message.isPassive { line.append(", passive") }
    if !message.isEnabled { line.append(", disabled") }
    line.endLine()
  }
}
