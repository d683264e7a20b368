import NIOCore

/// The lines of a page with nothing but `coarse`: fields without places, and numbers of the page's own. The daemon's numbers count all
/// lines, sequences and gestures, so that their gaps would count the taps of one finger.
struct CoarseLines {
  /// The fields of each type, in their order. Lines that tell when one finger touches have none: `settled`, `idle` and `dropped`. A page that
  /// reads nothing for a while would learn from `dropped` whether lines of one finger waited.
  private static let types: [String: [String]] = [
    "hello": ["type", "protocol", "version", "features", "simulated"],
    "device": ["type", "seq", "time", "device", "state", "size", "pixels", "rotation", "snapshot"],
    "inhibit": ["type", "seq", "time", "state", "snapshot"],
    "bye": ["type", "time", "reason"],
    "snapshot": ["type", "time"],
    "gesture": [
      "type", "seq", "time", "device", "sequence", "gesture_id", "recognizer", "kind", "state", "touch_count",
      "taps", "direction", "edge",
    ],
  ]
  /// The most gestures whose numbers are known. A panel has fewer at a time.
  private static let mostGestures = 256

  private var lineCount = 0
  private var sequenceCount = 0
  private var gestureCount = 0
  /// The daemon's number of the last sequence of each device, and the page's.
  private var sequences: [String: (theirs: String, own: Int)] = [:]
  /// The page's numbers of gestures under way, by the daemon's.
  private var gestures: [String: Int] = [:]

  /// A line with the fields that `coarse` allows; nil for a line that it does not hear.
  ///
  /// Gestures of one finger are not heard: they would tell typing. Neither are those of other clients' recognizers.
  mutating func coarse(_ line: ByteBuffer, type: String) -> ByteBuffer? {
    if type == "reply" { return line }
    guard let allowed = Self.types[type], let fields = DaemonLine.fields(of: line.readableBytesView) else {
      return nil
    }
    let text = { (name: String) in fields[name].map { String(decoding: $0, as: UTF8.self) } }
    if type == "gesture" {
      guard text("touch_count").flatMap({ Int($0) }) ?? 0 >= 2, fields["owner"] == nil else { return nil }
    }
    var result = ByteBuffer(string: "{")
    for name in allowed {
      guard let value = fields[name] else { continue }
      result.writeString(result.readableBytes == 1 ? "\"\(name)\":" : ",\"\(name)\":")
      switch name {
      case "seq": result.writeString("\(nextLine())")
      case "sequence":
        result.writeString("\(sequence(text(name) ?? "", of: text("device") ?? ""))")
      case "gesture_id":
        let state = text("state") ?? ""
        let isOver = state == #""ended""# || state == #""cancelled""#
        result.writeString("\(gesture(text(name) ?? "", isOver: isOver))")
      default: result.writeBytes(value)
      }
    }
    result.writeString("}")
    return result
  }

  private mutating func nextLine() -> Int {
    lineCount += 1
    return lineCount
  }

  private mutating func sequence(_ theirs: String, of device: String) -> Int {
    if let last = sequences[device], last.theirs == theirs { return last.own }
    if sequences.count >= Self.mostGestures { sequences = [:] }
    sequenceCount += 1
    sequences[device] = (theirs, sequenceCount)
    return sequenceCount
  }

  private mutating func gesture(_ theirs: String, isOver: Bool) -> Int {
    if gestures[theirs] == nil {
      // The oldest one has the least number. Its end was lost.
      if gestures.count >= Self.mostGestures, let oldest = gestures.min(by: { $0.value < $1.value }) {
        gestures[oldest.key] = nil
      }
      gestureCount += 1
      gestures[theirs] = gestureCount
    }
    let own = gestures[theirs] ?? gestureCount
    if isOver { gestures[theirs] = nil }
    return own
  }
}
