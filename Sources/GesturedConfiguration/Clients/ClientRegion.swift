public import GestureCore

/// A region or window as a client declares it: an object with the keys of `[region.ID]` or `[window.ID]`, and a name.
public struct ClientRegion: Hashable, Sendable {
  /// What it declares. Its owner is not set; its parent is where it was first.
  public let declaration: RegionDeclaration
  /// The touchscreens that a window names; nil where it names none.
  public let device: TextPattern?
  private let table: SettingTable
  /// About how many bytes what the client said takes, rather too many.
  public var keptBytes: Int { table.keptBytes }
  private let isWindow: Bool

  /// Reads the object of `add` or `add_window`.
  ///
  /// - Parameters:
  ///   - table: the object.
  ///   - path: where it lies in the request.
  ///   - isWindow: which of the two.
  ///   - hasPixels: whether any touchscreen's pixels are known.
  /// - Throws: the first thing that is wrong with it.
  public static func read(
    _ table: SettingTable, path: String, isWindow: Bool = false, hasPixels: Bool
  ) throws(SettingMistake) -> ClientRegion {
    var mistakes = MistakeList()
    let name = ClientName.read(table, path: path, &mistakes)
    let reader = SectionReader(table: table, path: path, name: name)
    let declaration: RegionDeclaration?
    var device: TextPattern?
    if isWindow {
      let window = WindowSection.read(reader, headAt: .request(path), isClients: true, &mistakes)
      declaration = window?.declaration
      device = window?.device
    } else {
      declaration = RegionSection.read(
        reader, headAt: .request(path), hasPixels: hasPixels, isClients: true, &mistakes)
    }
    if let mistake = mistakes.requestMistake { throw mistake }
    guard let declaration else { preconditionFailure("a section that gives nothing says why") }
    return ClientRegion(declaration: declaration, device: device, table: table, isWindow: isWindow)
  }

  /// Lays the object of `change` over it: keys that it names are as there, or as if nothing were said where they are
  /// null; all others stay. Its name and its parent cannot change so.
  ///
  /// - Parameters:
  ///   - table: the object.
  ///   - path: where it lies in the request.
  ///   - hasPixels: whether any touchscreen's pixels are known.
  /// - Throws: the first thing that is wrong with it.
  public func changed(
    by table: SettingTable, path: String, hasPixels: Bool
  ) throws(SettingMistake) -> ClientRegion {
    if !isWindow, let entry = table["parent"] {
      throw SettingMistake(
        problem: .value, path: SettingPlace.path(to: entry.key, in: path),
        found: "found \(entry.value.asFound)", allowed: "no parent in a change", hint: "move")
    }
    return try Self.read(
      self.table.overlaid(by: table, path: path), path: path, isWindow: isWindow, hasPixels: hasPixels)
  }
}
