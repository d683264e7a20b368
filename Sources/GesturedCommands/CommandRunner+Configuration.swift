import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop

/// Replaces the configuration between touches, entirely or not at all.
extension CommandRunner {
  /// Whether a configuration may be applied now. The changes of the scene for everyone are published first.
  package var mayTakeConfiguration: Bool { publisher.everyone.news.isEmpty }

  /// Applies a configuration. Clients' declarations stay, except those in regions that are gone. All changes of the
  /// scene for everyone are published (`mayTakeConfiguration`).
  ///
  /// - Parameter wanted: when the reload was asked for; nil for now.
  /// - Throws: why the configuration does not fit clients' declarations. Nothing has changed then.
  package func adopt(_ configuration: Configuration, wanted: Instant? = nil) throws(DaemonError) {
    let stage = publisher.everyone
    let old = stage.scene.configuration
    let regions = stage.scene.regions.rebased(on: configuration)
    let recognizers = try recognizers(of: configuration, insteadOf: old, regions.kinds)
    let layouts: [Int: RegionLayout]
    do throws(RegionError) {
      layouts = try self.layouts(of: regions, on: stage, for: RegionTree.configuration)
    } catch {
      throw .configuration(ReloadWarning.regionsContradict.with(error).description)
    }
    stage.scene.configuration = configuration
    if let recognizers {
      replace(by: recognizers, of: [RegionTree.configuration], on: stage, paidBy: [])
    }
    if old.regions != configuration.regions || old.windowDevices != configuration.windowDevices {
      replace(by: regions, layouts, on: stage, paidBy: [])
    }
    countChange(of: stage, by: [])
    let previous = rights
    rights = Rights(configuration.rights)
    dismissRestaged(previous)
    checkAdjustments()
    for name in rights.unknownNames {
      turn.warning(
        .configuration, ServingWarning.unknownRightsName.with(name.escapedForMessage))
    }
    limitMotionReaders()
    publisher.declare(configuration.touch.detail)
    desk.reconfigure(configuration.families, touch: configuration.touch)
    input.reconfigure(configuration, wanted: wanted)
    settle()
  }

  /// Disconnects clients that gained or lost the right `scene`, so that they connect again. Another scene holds their
  /// declarations and makes their events from now on.
  private func dismissRestaged(_ previous: Rights) {
    let count =
      connections.dismiss {
        previous.mayDo(.scene, $0.credentials) != rights.mayDo(.scene, $0.credentials)
      }
    guard count > 0 else { return }
    turn.notice(
      .configuration,
      "[rights] gives the right scene to others: \(count) clients were told, and have to connect again")
  }

  /// The recognizers with those of the new configuration in place of the old ones; nil where they are the same.
  ///
  /// - Parameter kinds: the kinds of the new configuration's regions.
  private func recognizers(
    of configuration: Configuration, insteadOf old: Configuration, _ kinds: [String: RegionKind]
  ) throws(DaemonError) -> RecognizerSet? {
    guard
      configuration.recognizers != old.recognizers
        || configuration.disabledRecognizers != old.disabledRecognizers
    else { return nil }
    var next = publisher.everyone.scene.recognizers
    next.disabledNames = configuration.disabledRecognizers
    // All are removed and added again, to restore the file's order: it decides between two recognizers in the same
    // instant.
    next.deferResolution()
    _ = next.setRegionKinds(kinds)
    next.removeAll(ownedBy: RegionTree.configuration)
    do throws(DeclarationError) {
      try next.add(configuration.recognizers)
      try next.resolve()
    } catch {
      throw .configuration(ReloadWarning.recognizersContradict.with("\(error)").description)
    }
    adjustments.applyFitting(to: &next, adjustments.names)
    return next
  }
}
