import GestureProtocol

extension SubscribeCommand {
  /// About how many bytes a subscription takes that this asks for, rather too many: its names as the client wrote them and as
  /// they are looked up, and what they mean.
  var keptBytes: Int { filters.reduce(0) { $0 + $1.keptBytes } }
}

extension FilterDescription {
  /// Beside its names: a bit for each region and each recognizer, several times, and what is the same for all filters.
  private static let bytesOfFilter = 4096
  /// What a name takes beside its letters, in a list and in a set.
  private static let bytesOfName = 80

  fileprivate var keptBytes: Int {
    let names = (kinds ?? []) + (recognizers ?? []) + (regions ?? [])
    let devices = devices?.count ?? 0
    return names.reduce(Self.bytesOfFilter + devices * 512) { $0 + Self.bytesOfName + 2 * $1.utf8.count }
  }
}
