import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing
import TouchInput

/// Changes of a touchscreen's orientation or size while it is read (DMN-12).
extension Touchscreen {
  /// The panel's rotation against the picture.
  package var rotation: PanelPlacement.Rotation { panel.placement.rotation }

  /// The panel after a rotation.
  package func panel(turnedTo rotation: PanelPlacement.Rotation) -> TouchPanel {
    self.panel.turned(to: rotation)
  }

  /// The setup after a rotation: the picture's pixels turn with the panel.
  package func setup(turnedTo rotation: PanelPlacement.Rotation) -> ScreenSetup {
    setup.turned(from: self.rotation, to: rotation)
  }

  /// Applies a new panel, setup and layout, and publishes the changes. A changed panel cancels the touches.
  ///
  /// Other stages lose what is under way, since `CommandRunner.settle` makes their pipelines again.
  ///
  /// - Parameters:
  ///   - panel: the same panel in its new orientation.
  ///   - setup: the new setup, which differs only in what can change while the touchscreen is read.
  ///   - layout: the regions, laid out for the new panel.
  ///   - time: the time of the change, on the clock of the touchscreen's stamps.
  ///   - stamp: the time in the messages, which reveals nothing about the last touch.
  package mutating func place(
    as panel: TouchPanel, _ setup: ScreenSetup, _ layout: RegionLayout, at time: Instant,
    stamp: Instant, _ publisher: Publisher
  ) {
    let old = everyone.pipeline.regions
    let isAsBefore = panel == self.panel
    self.setup = setup
    removeOthers(at: time, publisher)
    if !isAsBefore {
      change(on: everyone.stage, at: time, publisher) { pipeline, time, identifiers, buffer in
        pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      }
      perform(stream.place(as: panel, at: time), publisher)
    }
    change(on: everyone.stage, at: time, publisher) { pipeline, time, identifiers, buffer in
      if isAsBefore {
        pipeline.adopt(layout, at: time, identifiers: &identifiers, into: &buffer)
      } else {
        pipeline.turn(
          to: layout, lastPosition: panel.position(x: panel.x.maximum, y: panel.y.maximum), at: time,
          identifiers: &identifiers, into: &buffer)
      }
    }
    publisher.publish(message(.changed, at: stamp), regions: layout.tree)
    publisher.publishRegions(of: number, layout.tree, from: old, at: stamp)
  }
}

extension ScreenSetup {
  /// The setup after the panel was turned: the picture's pixels turn with it.
  func turned(from old: PanelPlacement.Rotation, to new: PanelPlacement.Rotation) -> ScreenSetup {
    var turned = self
    if (new.rawValue - old.rawValue) % 180 != 0 { turned.pixels = pixels.map { Size($0.height, $0.width) } }
    return turned
  }
}
