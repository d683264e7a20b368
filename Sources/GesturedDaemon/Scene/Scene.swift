import GestureCore
import GesturedConfiguration

/// What is declared, by the configuration and by all clients: regions and windows for every screen, and the one set
/// of recognizers that all screens share.
///
/// Sources of touchscreens lay out the screens that come later by it; commands change it (`CommandRunner+Regions.swift`,
/// `CommandRunner+Recognizers.swift`).
final class Scene {
  /// What the author of the configuration says.
  var configuration: Configuration
  /// Windows and regions of all owners.
  var regions: SceneRegions
  /// The recognizers of all owners.
  var recognizers: RecognizerSet

  /// What clients said to declare their recognizers, by their numbers and the recognizers' names.
  private(set) var sources: [Int: [String: ClientRecognizer]] = [:]
  /// About how many bytes the recognizers of each client take, rather too many (H2).
  private(set) var recognizerBytes: [Int: Int] = [:]

  /// Takes over what a client said to declare its recognizers.
  func setSources(_ own: [String: ClientRecognizer], of client: Int) {
    sources[client] = own.isEmpty ? nil : own
    recognizerBytes[client] = own.isEmpty ? nil : RecognizerBatch.keptBytes(of: own)
  }

  /// Forgets what a client said of recognizers that are gone: it may declare their names anew.
  func keepSources(of client: Int, named names: Set<String>) {
    guard let own = sources[client] else { return }
    setSources(own.filter { names.contains($0.key) }, of: client)
  }

  /// What the configuration declares.
  ///
  /// - Throws: a `DeclarationError` where its recognizers make no sense together.
  init(_ configuration: Configuration) throws(DeclarationError) {
    self.configuration = configuration
    regions = SceneRegions(configuration)
    recognizers = try RecognizerSet(
      configuration.recognizers, disabledNames: configuration.disabledRecognizers)
  }

  /// The scene of an audience, as it begins: what another one has declared.
  init(copying base: Scene) {
    configuration = base.configuration
    regions = base.regions
    recognizers = base.recognizers
  }

  /// The regions of a touchscreen that has come.
  ///
  /// - Parameters:
  ///   - names: what it is called.
  ///   - isFirst: whether it is of the touchscreen that was there before all others: windows that name no device lie on
  ///     that one (DMN-17).
  ///   - screen: its size, in mm.
  ///   - pixels: how many pixels it has across and down; nil where nobody knows.
  /// - Returns: the regions, and the names of those left out because their lengths count pixels that nobody knows.
  func regionTree(
    on names: ScreenNames, isFirst: Bool, screen: Size, pixels: Size?
  ) -> (tree: RegionTree, leftOut: [String]) {
    let declared = configuration.regionTree(on: names, isFirst: isFirst, screen: screen, pixels: pixels)
    do throws(RegionError) {
      let layout = try regions.layout { declarations throws(RegionError) in
        try declared.tree.layout(
          of: declarations, pixels: pixels,
          belongs: { regions.isWindow($0, on: names, isFirst: isFirst) })
      }
      return (layout.tree, layout.leftOut)
    } catch {
      // The check of the file has refused what no screen can have.
      return declared
    }
  }
}
