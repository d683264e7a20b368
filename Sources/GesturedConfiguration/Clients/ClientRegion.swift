public import GestureCore

/// A region or window that a client declares: an object with the keys of `[region.ID]` or `[window.ID]`, and a name.
public struct ClientRegion: Hashable, Sendable {
  /// The declaration. Its owner is not set; its parent is the first one.
  public let declaration: RegionDeclaration
  /// The touchscreens that a window names; nil where it names none.
  public let device: TextPattern?
  private let table: SettingTable
  /// The approximate size of the client's object in bytes, rather too large.
  public var keptBytes: Int { table.keptBytes }
  private let isWindow: Bool

  /// Reads the object of `add` or `add_window`.
  ///
  /// - Parameters:
  ///   - table: the object.
  ///   - path: the object's place in the request.
  ///   - isWindow: whether the object is of `add_window`.
  ///   - hasPixels: whether the pixels of any touchscreen are known.
  /// - Throws: the first mistake in the object.
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

  /// Applies the object of `change`. Its keys replace the present ones, and a null resets its key to the default; all
  /// other keys stay. The name and the parent cannot change this way.
  ///
  /// - Parameters:
  ///   - table: the object.
  ///   - path: the object's place in the request.
  ///   - hasPixels: whether the pixels of any touchscreen are known.
  /// - Throws: the first mistake in the object.
  public func changed(
    by table: SettingTable, path: String, hasPixels: Bool
  ) throws(SettingMistake) -> ClientRegion {
    if !isWindow, let entry = table["parent"] {
      throw SettingMistake(
        problem: .value, path: SettingPlace.path(to: entry.key, in: path),
        found: MistakeMessage.found.with(entry.value.asFound).description, allowed: "no parent in a change",
        hint: "move")
    }
    return try Self.read(
      self.table.overlaid(by: table, path: path), path: path, isWindow: isWindow, hasPixels: hasPixels)
  }
}
