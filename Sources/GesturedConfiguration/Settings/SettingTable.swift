/// A table of settings. A file's entries are in the order of the file, a request's in alphabetical order.
public struct SettingTable: Hashable, Sendable {
  /// The entries, sorted by the places of their keys.
  let entries: [SettingEntry]
  /// The index of each key, in a table of more than a few entries.
  private let places: [String: Int]
  /// The approximate size in bytes, rather too large: clients' declarations are charged with it (H2).
  let keptBytes: Int
  /// A table of up to this many entries is searched one by one.
  private static let fewEntries = 16

  /// A table. The entries may come in any order (toml++ sorts them by key).
  init(_ entries: [SettingEntry]) {
    let entries = entries.sorted { $0.keyPosition < $1.keyPosition }
    self.entries = entries
    keptBytes = entries.reduce(64) { $0 + 2 * $1.key.utf8.count + $1.value.keptBytes }
    let isShort = entries.count <= Self.fewEntries
    places =
      isShort ? [:] : Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
  }

  /// The table of a request's object.
  ///
  /// - Parameters:
  ///   - fields: the object's fields; any texts and numbers.
  ///   - path: the object's place in the request, such as `edits[0].add`.
  public init(_ fields: [String: PlainSetting], path: String) {
    self.init(
      fields.map { key, value in
        let place = SettingPlace.path(to: key, in: path)
        return SettingEntry(
          key: key, keyPosition: .request(place), value: SettingValue(value, path: place))
      })
  }

  /// The entry of a key; nil for a missing key. A key has at most one entry.
  subscript(key: String) -> SettingEntry? {
    if places.isEmpty { return entries.first { $0.key == key } }
    return places[key].map { entries[$0] }
  }

  /// This table extended by a later file's, key by key. Tables are merged and keep the place of the first; the later
  /// file's other values replace those here.
  func extended(by later: SettingTable) -> SettingTable {
    var positions: [String: Int] = [:]
    for (position, entry) in entries.enumerated() { positions[entry.key] = position }
    var merged = entries
    for entry in later.entries {
      guard let position = positions[entry.key] else {
        merged.append(entry)
        continue
      }
      if case .table(let old) = merged[position].value.content, case .table(let new) = entry.value.content {
        merged[position].value.content = .table(old.extended(by: new))
      } else {
        merged[position] = entry
      }
    }
    return SettingTable(merged)
  }

  /// This table overridden by another: the other's values replace those here, and its nulls remove keys.
  ///
  /// - Parameter path: the other table's place in its request, at which mistakes of the remaining entries are reported.
  func overlaid(by other: SettingTable, path: String) -> SettingTable {
    let kept = entries.filter { other[$0.key] == nil }.map { entry in
      var entry = entry
      entry.keyPosition = .request(path)
      entry.value.position = .request(path)
      return entry
    }
    return SettingTable(kept + other.entries.filter { $0.value.content != .null })
  }
}

/// A key of a table and its value.
struct SettingEntry: Hashable, Sendable {
  /// The key: any text.
  var key: String
  /// The place of the key's beginning.
  var keyPosition: SettingPlace
  /// The key's value.
  var value: SettingValue
}
