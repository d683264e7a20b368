import GestureCore
import GestureProtocol
import GesturedConfiguration

/// How what clients declare is read: by the readers of the configuration, with its keys, ranges and hints.
extension CommandRunner {
  /// A new region or window.
  func readRegion(
    _ table: RequestTable, isWindow: Bool, from client: ClientIdentity, among regions: SceneRegions
  ) throws(RequestError) -> ClientRegion {
    let region: ClientRegion
    do throws(SettingMistake) {
      region = try ClientRegion.read(
        SettingTable(table), path: table.path, isWindow: isWindow, hasPixels: hasPixels)
    } catch {
      throw RequestError(error)
    }
    try checkStacking(region.declaration, path: table.path, from: client, among: regions)
    return region
  }

  /// A region or window of the client, as it is declared now.
  func readChange(
    _ table: RequestTable, from client: ClientIdentity, of regions: SceneRegions
  ) throws(RequestError) -> ClientRegion {
    let old: ClientRegion
    do throws(RegionError) {
      old = try regions.source(of: table.name, owner: client.number)
    } catch {
      throw RequestError(error, path: "\(table.path).name", among: regions)
    }
    let region: ClientRegion
    do throws(SettingMistake) {
      region = try old.changed(by: SettingTable(table), path: table.path, hasPixels: hasPixels)
    } catch {
      throw RequestError(error)
    }
    var declaration = region.declaration
    declaration.parent = regions[table.name]?.parent
    try checkStacking(declaration, path: table.path, from: client, among: regions)
    return region
  }

  /// A new recognizer.
  func readRecognizer(
    _ table: RequestTable, from client: ClientIdentity
  ) throws(RequestError) -> ClientRecognizer {
    let recognizer: ClientRecognizer
    do throws(SettingMistake) {
      recognizer = try ClientRecognizer.read(
        SettingTable(table), path: table.path, regions: knownRegions)
    } catch {
      throw RequestError(error)
    }
    guard recognizer.declaration.kind != CustomRecognizer.kind || client.tier == .raw else {
      // It is offered where fingers are.
      throw .needsRawSocket("\(table.path).kind")
    }
    try checkAudience(of: recognizer.declaration, path: table.path)
    return recognizer
  }

  /// A recognizer of the client, as it is declared now.
  func readChange(_ table: RequestTable, of old: ClientRecognizer) throws(RequestError) -> ClientRecognizer {
    let changed: ClientRecognizer
    do throws(SettingMistake) {
      changed = try old.changed(by: SettingTable(table), path: table.path, regions: knownRegions)
    } catch {
      throw RequestError(error)
    }
    try checkAudience(of: changed.declaration, path: table.path)
    return changed
  }

  /// What a scene of a user's own cannot have: presses are on no touchscreen, and a socket that tells no places tells of no
  /// edges.
  private func checkAudience(
    of declaration: RecognizerDeclaration, path: String
  ) throws(RequestError) {
    guard audience != Audience.everyone else { return }
    if declaration.properties.allowedPressTypes != nil {
      throw RequestError(
        .notPermitted, "recognizers of presses take part for everybody, which takes the right scene",
        path: "\(path).allowed_press_types", hint: "[rights] scene in the configuration of gestured")
    }
    if declaration.kind.tellsPlaces, audiences[audience]?.origin.isPlaceless ?? false {
      throw RequestError(
        .notPermitted, "this socket tells no places, and where an edge is would be one", path: "\(path).kind",
        hint: "positions in [socket]")
    }
  }

  /// MULTI-18: what would take touches from others needs a right.
  func checkStacking(
    _ declaration: RegionDeclaration, path: String, from client: ClientIdentity, among regions: SceneRegions
  ) throws(RequestError) {
    let region = declaration.region
    // A window lies in front of those that were there, and takes their touches.
    if declaration.parent == nil {
      try require(.stacking, for: client, path: region.level == 0 ? path : "\(path).level")
    }
    let parent = declaration.parent.flatMap { regions[$0] }
    if region.hitPolicy == .capture, parent?.owner != client.number {
      try require(.stacking, for: client, path: "\(path).hit_policy")
    }
  }

  private var knownRegions: KnownRegions {
    let regions = scene.regions
    return KnownRegions {
      regions[$0] != nil
    } names: {
      regions.names
    }
  }

  private var hasPixels: Bool {
    scene.configuration.devices.contains { $0.pixels != nil } || publisher.lines.encoder.knowsPixels
  }
}
