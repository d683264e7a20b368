public import GestureCore

/// A recognizer that a client declares: an object with the keys of `[recognizer.NAME]`, a name, and the keys for
/// clients only.
public struct ClientRecognizer: Hashable, Sendable {
  /// The declaration. Its owner is not set, and its relations are not checked.
  public let declaration: RecognizerDeclaration
  private let table: SettingTable
  /// The approximate size of the client's object in bytes, rather too large.
  public var keptBytes: Int { table.keptBytes }

  /// Reads the object of `add`.
  ///
  /// - Parameters:
  ///   - table: the object.
  ///   - path: the object's place in the request.
  ///   - regions: the existing regions; nil where the caller checks them.
  ///   - catalog: the known recognizers.
  /// - Throws: the first mistake in the object.
  public static func read(
    _ table: SettingTable, path: String, regions: KnownRegions?,
    catalog: [any Recognizer.Type] = RecognizerCatalog.clientTypes
  ) throws(SettingMistake) -> ClientRecognizer {
    var mistakes = MistakeList()
    let name = ClientName.read(table, path: path, &mistakes)
    let declaration = RecognizerSection.read(
      SectionReader(table: table, path: path, name: name), headAt: .request(path), catalog: catalog,
      regions: regions, isClients: true, &mistakes)
    if let mistake = mistakes.requestMistake { throw mistake }
    guard let declaration else { preconditionFailure("a section that gives nothing says why") }
    return ClientRecognizer(declaration: declaration, table: table)
  }

  /// Applies the object of `change`. Its keys replace the present ones, and a null resets its key to the default; all
  /// other keys stay. The name and the kind cannot change.
  ///
  /// - Parameters: the same as those of `read`.
  /// - Throws: the first mistake in the object.
  public func changed(
    by table: SettingTable, path: String, regions: KnownRegions?,
    catalog: [any Recognizer.Type] = RecognizerCatalog.clientTypes
  ) throws(SettingMistake) -> ClientRecognizer {
    if let entry = table[RecognizerSection.kindKey],
      entry.value.content != .string(declaration.kind.name)
    {
      throw SettingMistake(
        problem: .value, path: SettingPlace.path(to: entry.key, in: path),
        found: MistakeMessage.found.with(entry.value.asFound).description,
        allowed: "\(MessageText.quoted(declaration.kind.name)): a kind cannot change")
    }
    return try Self.read(
      self.table.overlaid(by: table, path: path), path: path, regions: regions, catalog: catalog)
  }
}
