import GestureProtocol

extension SubscribeCommand {
  /// An estimate, rather too high, of the bytes of the resulting subscription: its names, as written and as sets, and
  /// the numbers that they resolve to.
  package var keptBytes: Int { filters.reduce(idleSpans.isEmpty ? 0 : 512) { $0 + $1.keptBytes } }
}

extension FilterDescription {
  /// A filter's bytes besides its names: a bit for each region and each recognizer, several times, and a fixed part.
  private static let bytesOfFilter = 4096
  /// A name's bytes besides its letters, in a list and in a set.
  private static let bytesOfName = 80

  fileprivate var keptBytes: Int {
    let names = (kinds ?? []) + (recognizers ?? []) + (regions ?? [])
    let devices = devices?.count ?? 0
    return names.reduce(Self.bytesOfFilter + devices * 512) { $0 + Self.bytesOfName + 2 * $1.utf8.count }
  }
}
