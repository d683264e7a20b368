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

  /// The table of several files, key by key, each later one over the earlier ones. Tables are merged and keep the place
  /// of the first; other values replace the earlier ones.
  ///
  /// Each entry is visited once for each table that it lies in, however many files there are (H11).
  init(merging tables: [SettingTable]) {
    guard tables.count > 1 else {
      self = tables.first ?? SettingTable([])
      return
    }
    var positions: [String: Int] = [:]
    var merged: [SettingEntry] = []
    // The tables of each entry that is one, in the order of the files.
    var parts: [[SettingTable]] = []
    for entry in tables.lazy.flatMap(\.entries) {
      var part: [SettingTable] = []
      if case .table(let table) = entry.value.content { part = [table] }
      guard let position = positions[entry.key] else {
        positions[entry.key] = merged.count
        merged.append(entry)
        parts.append(part)
        continue
      }
      if parts[position].isEmpty || part.isEmpty {
        merged[position] = entry
        parts[position] = part
      } else {
        parts[position] += part
      }
    }
    for position in merged.indices where parts[position].count > 1 {
      merged[position].value.content = .table(SettingTable(merging: parts[position]))
    }
    self.init(merged)
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
