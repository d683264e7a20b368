import GestureCore
import GesturedConfiguration

/// The declarations of the configuration and of all clients: the regions and windows for every screen, and the one set
/// of recognizers that all screens share.
///
/// Input sources use it to lay out new screens. Commands change it (`CommandRunner+Regions.swift`,
/// `CommandRunner+Recognizers.swift`).
package final class Scene {
  /// The loaded configuration.
  package var configuration: Configuration
  /// The windows and regions of all owners.
  package var regions: SceneRegions
  /// The recognizers of all owners.
  package var recognizers: RecognizerSet

  /// The recognizer declarations as the clients gave them, by client number and name.
  package private(set) var sources: [Int: [String: ClientRecognizer]] = [:]
  /// An estimate of the bytes that each client's recognizers take; it errs high (H2).
  package private(set) var recognizerBytes: [Int: Int] = [:]

  /// The bytes that one recognizer takes apart from its settings, for each number of touches, here and on each
  /// touchscreen.
  private static let bytesOfRecognizer = 8192

  /// Estimates the bytes that an owner's recognizers take; it errs high.
  package static func keptBytes(of sources: [String: ClientRecognizer]) -> Int {
    sources.values.reduce(0) { sum, source in
      sum + source.declaration.numbersOfTouches.count * bytesOfRecognizer + source.keptBytes
    }
  }

  /// Estimates the bytes that a copy of the scene takes, with its pipelines; it errs high. A copy takes 140 KB with the
  /// built-in recognizers, and 640 KB with 250 regions and 100 recognizers.
  package var bytesOfCopy: Int {
    regions.count * SceneRegions.bytesOfRegion + recognizers.instances.count * Self.bytesOfRecognizer
  }

  /// Replaces a client's declarations of recognizers.
  package func setSources(_ own: [String: ClientRecognizer], of client: Int) {
    sources[client] = own.isEmpty ? nil : own
    recognizerBytes[client] = own.isEmpty ? nil : Self.keptBytes(of: own)
  }

  /// Forgets a client's declarations except some, so that the client may declare the other names again.
  package func keepSources(of client: Int, named names: Set<String>) {
    guard let own = sources[client] else { return }
    setSources(own.filter { names.contains($0.key) }, of: client)
  }

  /// The scene that a configuration declares.
  ///
  /// - Throws: `DeclarationError` where its recognizers do not fit together.
  package init(_ configuration: Configuration) throws(DeclarationError) {
    self.configuration = configuration
    regions = SceneRegions(configuration)
    recognizers = try RecognizerSet(
      configuration.recognizers, disabledNames: configuration.disabledRecognizers, regionKinds: regions.kinds)
  }

  /// The initial scene of a stage: a copy of the scene that it extends.
  package init(copying base: Scene) {
    configuration = base.configuration
    regions = base.regions
    recognizers = base.recognizers
  }

  /// The regions of a new touchscreen.
  ///
  /// - Parameters:
  ///   - names: the touchscreen's names.
  ///   - isFirst: whether the touchscreen came before all others. Windows without a device lie on that one (DMN-17).
  ///   - screen: the screen's size, in mm.
  ///   - pixels: the pixels across and down; nil where unknown.
  /// - Returns: the regions, and the names of regions left out because their lengths are in unknown pixels.
  package func regionTree(
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
      // The check of the file refuses regions that fit on no screen.
      return declared
    }
  }
}
