import GestureCore
import GestureProtocol
import GesturedConfiguration
import GesturedScene
import GesturedServing

/// Reads clients' declarations with the readers of the configuration, and so with its keys, ranges and hints.
extension CommandRunner {
  /// Reads a new region or window.
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
    try checkTaking(region.declaration, path: table.path, from: client, among: regions)
    return region
  }

  /// Reads a changed region or window of the client.
  func readChange(
    _ table: RequestTable, from client: ClientIdentity, of regions: SceneRegions
  ) throws(RequestError) -> ClientRegion {
    let old: ClientRegion
    do throws(RegionError) {
      old = try regions.source(of: table.name, owner: client.number)
    } catch {
      throw RequestError(error, path: "\(table.path).name", among: regions.names(toldTo: client.number))
    }
    let region: ClientRegion
    do throws(SettingMistake) {
      region = try old.changed(by: SettingTable(table), path: table.path, hasPixels: hasPixels)
    } catch {
      throw RequestError(error)
    }
    var declaration = region.declaration
    declaration.parent = regions[table.name]?.parent
    try checkTaking(declaration, path: table.path, from: client, among: regions)
    return region
  }

  /// Reads a new recognizer.
  func readRecognizer(
    _ table: RequestTable, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> ClientRecognizer {
    let recognizer: ClientRecognizer
    do throws(SettingMistake) {
      recognizer = try ClientRecognizer.read(
        SettingTable(table), path: table.path, regions: knownRegions(of: client, on: stage))
    } catch {
      throw RequestError(error)
    }
    guard recognizer.declaration.kind != CustomRecognizer.kind || client.tier == .raw else {
      // Offers contain the places of fingers.
      throw .needsRawSocket("\(table.path).kind")
    }
    try check(recognizer.declaration, fits: stage, path: table.path)
    return recognizer
  }

  /// Reads a changed recognizer of the client.
  func readChange(
    _ table: RequestTable, from client: ClientIdentity, of old: ClientRecognizer, on stage: Stage
  ) throws(RequestError) -> ClientRecognizer {
    let changed: ClientRecognizer
    do throws(SettingMistake) {
      changed = try old.changed(
        by: SettingTable(table), path: table.path, regions: knownRegions(of: client, on: stage))
    } catch {
      throw RequestError(error)
    }
    try check(changed.declaration, fits: stage, path: table.path)
    return changed
  }

  /// Refuses what the scene of one user cannot have: recognizers on presses, which belong to no touchscreen. On a
  /// socket without places it also refuses recognizers that reveal edges.
  private func check(
    _ declaration: RecognizerDeclaration, fits stage: Stage, path: String
  ) throws(RequestError) {
    guard !stage.isEveryones else { return }
    if declaration.properties.allowedPressTypes != nil {
      throw RequestError(
        .notPermitted, "recognizers of presses act for every client, so they need the right scene",
        path: "\(path).allowed_press_types", hint: "[rights] scene in the configuration of gestured")
    }
    if declaration.kind.tellsPlaces, stage.origin.isPlaceless {
      throw RequestError(
        .notPermitted, "edge pans would reveal places, which positions = \"none\" keeps off this socket",
        path: "\(path).kind",
        hint: "positions in [socket]")
    }
  }

  /// A region needs a right where it would take touches from other clients' regions (MULTI-18) or from the app behind all
  /// regions (FLT-18).
  func checkTaking(
    _ declaration: RegionDeclaration, path: String, from client: ClientIdentity, among regions: SceneRegions
  ) throws(RequestError) {
    let region = declaration.region
    // A new window lies in front of the existing ones, and takes their touches.
    if declaration.parent == nil {
      try require(.stacking, for: client, path: region.level == 0 ? path : "\(path).level")
    }
    let parent = declaration.parent.flatMap { regions[$0] }
    if region.hitPolicy == .capture, parent?.owner != client.number {
      try require(.stacking, for: client, path: "\(path).hit_policy")
    }
    if region.shieldsApp {
      try require(.shield, for: client, path: "\(path).app")
      // Applications follow everyone's pipeline, where regions without this right are not.
      try require(.scene, for: client, path: "\(path).app")
    }
  }

  private func knownRegions(of client: ClientIdentity, on stage: Stage) -> KnownRegions {
    let regions = stage.scene.regions
    return KnownRegions {
      regions[$0] != nil
    } names: {
      regions.names(toldTo: client.number)
    }
  }

  private var hasPixels: Bool {
    publisher.everyone.scene.configuration.devices.contains { $0.pixels != nil } || publisher.knowsPixels
  }
}
