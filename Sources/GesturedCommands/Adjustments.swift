import GestureCore
import GestureProtocol
import GesturedConfiguration

/// The changes that clients with the right `adjust` have made to recognizers of the configuration (RES-4). The latest
/// change counts first. Each ends with its client's connection.
struct Adjustments {
  /// The changes of one client to one recognizer.
  struct Entry: Hashable {
    let client: Int
    let recognizer: String
    /// Whether the recognizer takes part; nil where the client has not said.
    var isEnabled: Bool?
    var options = ClientOptions()

    /// An estimate of the entry's bytes; it errs high.
    var keptBytes: Int { 256 + 2 * recognizer.utf8.count + options.keptBytes }
    /// Whether the entry changes nothing.
    var isEmpty: Bool { isEnabled == nil && options.keys.isEmpty }
  }

  /// The entries, in the order of their last changes.
  private(set) var entries: [Entry] = []

  /// The bytes that a client's entries take.
  func keptBytes(of client: Int) -> Int {
    entries.reduce(0) { $0 + ($1.client == client ? $1.keptBytes : 0) }
  }

  /// Changes what a client has set.
  mutating func record(_ change: SetCommand.Change, of recognizer: String, by client: Int) {
    let place = entries.firstIndex { $0.client == client && $0.recognizer == recognizer }
    var entry = place.map { entries.remove(at: $0) } ?? Entry(client: client, recognizer: recognizer)
    switch change {
    case .enabled(let isEnabled): entry.isEnabled = isEnabled
    case .options(let fields):
      entry.options = entry.options.changed(
        by: SettingTable(fields.mapValues(PlainSetting.init), path: "options"), path: "options")
    case .reset: return
    case .value: break
    }
    if !entry.isEmpty { entries.append(entry) }
  }

  /// Drops the entries of some clients.
  ///
  /// - Returns: the recognizers of these entries.
  mutating func drop(of clients: Set<Int>) -> Set<String> {
    let dropped = Set(entries.filter { clients.contains($0.client) }.map(\.recognizer))
    entries.removeAll { clients.contains($0.client) }
    return dropped
  }

  /// Applies the changes to recognizers of the configuration.
  ///
  /// - Parameters:
  ///   - names: the recognizers to set again.
  ///   - handle: called with the mistake of options that do not fit. It throws, or the options are left out.
  func apply(
    to set: inout RecognizerSet, _ names: Set<String>,
    _ handle: (SettingMistake) throws(SettingMistake) -> Void
  ) throws(SettingMistake) {
    for name in names {
      guard let declaration = set.declaration(named: name, of: RegionTree.configuration) else { continue }
      var isEnabled = declaration.properties.isEnabled
      var options = declaration.options
      var keys: Set<String> = []
      for entry in entries where entry.recognizer == name {
        isEnabled = entry.isEnabled ?? isEnabled
        do throws(SettingMistake) {
          options = try entry.options.applied(to: declaration, over: options, path: "options")
          keys.formUnion(entry.options.keys)
        } catch {
          try handle(error)
        }
      }
      for number in set.ownNumbers(named: name, of: RegionTree.configuration) {
        set.setEnabled(number, isEnabled)
        set.setOptions(number, options, adjusted: keys)
      }
    }
  }

  /// Applies the changes that fit to recognizers of the configuration.
  func applyFitting(to set: inout RecognizerSet, _ names: Set<String>) {
    // The handler throws nothing, so there is no mistake here.
    try? apply(to: &set, names) { _ in }
  }

  /// The names of the changed recognizers.
  var names: Set<String> { Set(entries.map(\.recognizer)) }

  /// Drops the entries whose recognizer is gone.
  mutating func keep(_ isKnown: (String) -> Bool) { entries.removeAll { !isKnown($0.recognizer) } }
}
