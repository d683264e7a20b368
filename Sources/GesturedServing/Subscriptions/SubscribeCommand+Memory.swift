import GestureProtocol

extension SubscribeCommand {
  /// An estimate, rather too high, of the bytes of the resulting subscription. It counts the names, as written and as
  /// sets, the numbers that they resolve to, and a region's map for each touchscreen.
  package var keptBytes: Int {
    filters.reduce(relativeTo.map { 4096 + $0.utf8.count } ?? 0) { $0 + $1.keptBytes }
      + responders.reduce(idleSpans.isEmpty ? 0 : 512) { $0 + $1.keptBytes }
  }
}

extension HeldResponder {
  /// A responder's bytes and an action's bytes apart from the letters of their names.
  private static let bytesOfResponder = 512
  private static let bytesOfAction = 80

  fileprivate var keptBytes: Int {
    actions.reduce(Self.bytesOfResponder + 2 * name.byteCount) { $0 + Self.bytesOfAction + 2 * $1.utf8.count }
  }
}

extension FilterDescription {
  /// A filter's bytes apart from its names: a bit for each region and each recognizer, several times, and a fixed part.
  private static let bytesOfFilter = 4096
  /// A name's bytes apart from its letters, in a list and in a set.
  private static let bytesOfName = 80

  fileprivate var keptBytes: Int {
    let names = (kinds ?? []) + (recognizers ?? []) + (regions ?? [])
    let devices = devices?.count ?? 0
    return names.reduce(Self.bytesOfFilter + devices * 512) { $0 + Self.bytesOfName + 2 * $1.utf8.count }
  }
}
