import GestureCore
import GesturedDevices
import GesturedServing

extension DaemonOptions {
  /// The source of touchscreens, ready to be started.
  ///
  /// - Parameter isService: whether a service manager has started this process.
  func source(_ scene: Scene, _ desk: FamilyDesk, isService: Bool) -> any InputSource {
    var configuration = configuration
    // An explanation covers all fingers, not only those that a region receives.
    if case .explanation = dump { configuration.touch.isUnconditional = true }
    return switch input {
    case .devices:
      LiveSource(configuration: configuration, scene: scene, desk, waitsForPermission: isService)
    case .recordings(let files, let options):
      ReplaySource(
        files, configuration: configuration, scene: scene, desk, options: options,
        isServed: socket != nil && dump == nil)
    }
  }
}
