import GestureCore
import GestureProtocol
import TouchInput

/// How a touchscreen comes to lie otherwise while it is read (DMN-12).
extension Touchscreen {
  /// How its panel is turned against the picture.
  var rotation: PanelPlacement.Rotation { panel.placement.rotation }

  /// The panel as it lies when it is turned.
  func panel(turnedTo rotation: PanelPlacement.Rotation) -> TouchPanel {
    self.panel.turned(to: rotation)
  }

  /// What is settled of it when it is turned: the picture's pixels turn with it.
  func setup(turnedTo rotation: PanelPlacement.Rotation) -> ScreenSetup {
    setup.turned(from: self.rotation, to: rotation)
  }

  /// Goes on as it lies now, and tells of that and of its regions. Where the panel is not as it was, its touches are taken
  /// away.
  ///
  /// - Parameters:
  ///   - panel: the same panel, as it lies now.
  ///   - setup: what is settled of it now, alike but for what can change while it is read.
  ///   - layout: its regions, laid out for that.
  ///   - time: when, on the clock of its stamps.
  ///   - stamp: when that is told, which says nothing of when it was touched.
  ///
  /// Audiences with scenes of their own lose what is under way: their scenes are made anew (`CommandRunner.settle`).
  mutating func place(
    as panel: TouchPanel, _ setup: ScreenSetup, _ layout: RegionLayout, at time: Instant,
    stamp: Instant, _ publisher: Publisher, _ turn: Turn
  ) {
    let old = pipeline.regions
    let isAsBefore = panel == self.panel
    self.setup = setup
    forgetOthers(at: time, publisher, turn)
    if !isAsBefore {
      change(at: time, publisher, turn) { pipeline, time, identifiers, buffer in
        pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      }
      take(stream.place(as: panel, at: time), publisher, turn)
    }
    change(at: time, publisher, turn) { pipeline, time, identifiers, buffer in
      if isAsBefore {
        pipeline.take(layout, at: time, identifiers: &identifiers, into: &buffer)
      } else {
        pipeline.turn(
          to: layout, lastPosition: panel.position(x: panel.x.maximum, y: panel.y.maximum), at: time,
          identifiers: &identifiers, into: &buffer)
      }
    }
    publisher.publish(message(.changed, at: stamp), regions: layout.tree, turn)
    publisher.publishRegions(of: number, layout.tree, from: old, at: stamp, turn)
  }
}

extension ScreenSetup {
  /// The same after the panel was turned: the picture's pixels turn with it.
  func turned(from old: PanelPlacement.Rotation, to new: PanelPlacement.Rotation) -> ScreenSetup {
    var turned = self
    if (new.rawValue - old.rawValue) % 180 != 0 { turned.pixels = pixels.map { Size($0.height, $0.width) } }
    return turned
  }
}
