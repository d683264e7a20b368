import GestureCore

/// Edits of regions and recognizers.
extension FieldReader {
  /// The most keys of an edit's table: many more than any kind of recognizer has.
  private static let maximumKeys = 256

  /// The edits of a list; empty where the field is missing.
  ///
  /// - Parameters:
  ///   - keys: the keys of edits.
  ///   - read: reads the edit of a key.
  func edits<Key: CaseIterable & RawRepresentable<String>, Edit>(
    _ field: FieldDescription, _ keys: Key.Type,
    _ read: (FieldReader, Key) throws(RequestError) -> Edit
  ) throws(RequestError) -> [Edit] {
    try objects(field) { (edit) throws(RequestError) in try read(edit, try edit.key(keys)) } ?? []
  }

  /// The key of an edit: the one field that names its action.
  private func key<Key: CaseIterable & RawRepresentable<String>>(
    _ keys: Key.Type
  ) throws(RequestError) -> Key {
    let given = keys.allCases.filter { fields[$0.rawValue] != nil }
    if given.count == 1 { return given[0] }
    let words = keys.allCases.map(\.rawValue)
    let allowed = "one of " + words.joined(separator: ", ")
    guard given.isEmpty else {
      throw RequestError(
        .invalidValue, "found \(given.map(\.rawValue).joined(separator: " and ")); allowed: \(allowed)",
        path: path(of: given[1].rawValue))
    }
    guard let unknown = fields.keys.min() else {
      throw RequestError(.missingField, "missing; allowed: \(allowed)", path: path)
    }
    throw RequestError(
      .unknownField, "unknown edit; allowed: \(allowed)", path: path(of: unknown),
      hint: NearestWord.nearest(to: unknown, among: words))
  }

  /// The name of an edit's region or recognizer.
  ///
  /// - Parameter others: the edit's other fields.
  func checkedName(
    _ field: FieldDescription, besides others: [FieldDescription] = []
  ) throws(RequestError) -> String {
    try check([field] + others)
    return try required(field, name)
  }

  /// The table of an edit. The daemon checks its keys, except the name.
  func table(_ field: FieldDescription) throws(RequestError) -> RequestTable {
    try check([field])
    let path = path(of: field.name)
    guard let value = fields[field.name], case .object(let fields) = value else {
      throw wrong(fields[field.name] ?? .null, field)
    }
    guard fields.count <= Self.maximumKeys else {
      throw RequestError(
        .invalidValue, "found \(fields.count) keys; allowed: at most \(Self.maximumKeys)", path: path)
    }
    let allowed = FieldDomain.name.allowed
    guard let name = fields["name"] else {
      throw RequestError(.missingField, "missing; allowed: \(allowed)", path: path + ".name")
    }
    guard let text = name.asName else {
      throw RequestError(
        .invalidValue, "found \(name.asFound); allowed: \(allowed)", path: path + ".name")
    }
    return RequestTable(path: path, name: text, fields: fields)
  }

  /// Whether a list includes all owners. The field is an error in a request that does not list.
  func includesAllOwners(isListing: Bool) throws(RequestError) -> Bool {
    guard let scope = try word(OwnerScope.ofLists, OwnerScope.self) else { return false }
    guard isListing else {
      throw RequestError(
        .conflict, "owners is for a list, and the request changes something: send two requests",
        path: OwnerScope.ofLists.name)
    }
    return scope == .all
  }
}
