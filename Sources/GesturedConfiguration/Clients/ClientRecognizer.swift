public import GestureCore

/// A recognizer as a client declares it: an object with the keys of `[recognizer.NAME]`, a name, and the keys that
/// only clients have.
public struct ClientRecognizer: Hashable, Sendable {
  /// What it declares. Its owner is not set; whether its relations can be is not checked.
  public let declaration: RecognizerDeclaration
  private let table: SettingTable
  /// About how many bytes what the client said takes, rather too many.
  public var keptBytes: Int { table.keptBytes }

  /// Reads the object of `add`.
  ///
  /// - Parameters:
  ///   - table: the object.
  ///   - path: where it lies in the request.
  ///   - regions: the regions that there are; nil where the caller looks for them.
  ///   - catalog: the recognizers that there are.
  /// - Throws: the first thing that is wrong with it.
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

  /// Lays the object of `change` over it: keys that it names are as there, or as if nothing were said where they are
  /// null; all others stay. Its name and its kind cannot change.
  ///
  /// - Parameters: as of `read`.
  /// - Throws: the first thing that is wrong with it.
  public func changed(
    by table: SettingTable, path: String, regions: KnownRegions?,
    catalog: [any Recognizer.Type] = RecognizerCatalog.clientTypes
  ) throws(SettingMistake) -> ClientRecognizer {
    if let entry = table[RecognizerSection.kindKey],
      entry.value.content != .string(declaration.kind.name)
    {
      throw SettingMistake(
        problem: .value, path: SettingPlace.path(to: entry.key, in: path),
        found: "found \(entry.value.asFound)",
        allowed: "\(MessageText.quoted(declaration.kind.name)): a kind cannot change")
    }
    return try Self.read(
      self.table.overlaid(by: table, path: path), path: path, regions: regions, catalog: catalog)
  }
}
