public import GestureCore

/// Options of one of the configuration's recognizers that a client sets while the daemon runs (RES-4).
public struct ClientOptions: Hashable, Sendable {
  private let table: SettingTable

  /// No options.
  public init() {
    table = SettingTable([])
  }

  private init(_ table: SettingTable) {
    self.table = table
  }

  /// The keys.
  public var keys: [String] { table.entries.map(\.key) }

  /// The approximate size in bytes, rather too large.
  public var keptBytes: Int { table.keptBytes }

  /// These options after a request: its values replace those here, and its nulls take keys back.
  ///
  /// - Parameter path: the object's place in the request.
  public func changed(by other: SettingTable, path: String) -> ClientOptions {
    ClientOptions(table.overlaid(by: other, path: path))
  }

  /// The options of a recognizer with these over others.
  ///
  /// - Parameters:
  ///   - declaration: the recognizer.
  ///   - options: its present options.
  ///   - path: the object's place in the request, for mistakes.
  ///   - catalog: the known kinds of recognizers.
  /// - Throws: the first mistake.
  public func applied(
    to declaration: RecognizerDeclaration, over options: OptionTable, path: String,
    catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(SettingMistake) -> OptionTable {
    guard let type = catalog.first(where: { $0.kind == declaration.kind }) else { return options }
    var mistakes = MistakeList()
    let reader = SectionReader(table: table, path: [path])
    reader.refuseUnknownKeys(known: type.options.map(\.key), &mistakes)
    let result = reader.options(type.options, over: options, &mistakes)
    if let contradiction = type.contradiction(in: result, numbersOfTouches: declaration.numbersOfTouches) {
      let entry = table[contradiction.key] ?? table.entries.first
      mistakes.add(
        at: entry?.value.position ?? .request(path), [path, entry?.key ?? contradiction.key],
        found: entry.map { MistakeMessage.found.with($0.value.asFound) } ?? MistakeMessage.missing.with(),
        allowed: "\(contradiction.key) \(contradiction.allowed)")
    }
    if let mistake = mistakes.requestMistake { throw mistake }
    return result
  }
}
