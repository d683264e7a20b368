import GestureClient
import LinuxEventLoop

/// Events as text for a person, one line each.
enum EventText {
  /// The text of an event; nil for events that do not concern a person.
  static func line(for event: GestureEvent) -> String? {
    switch event {
    case .gesture(let gesture): line(for: gesture)
    case .device(let screen):
      "\(stamp(screen.time))touchscreen \(screen.device) \(screen.state?.rawValue ?? "present"): "
        + "\(screen.name.escapedForMessage), \(number(screen.size.x)) x \(number(screen.size.y)) mm, "
        + "\(screen.maximumTouches) fingers"
        + (screen.rotation.map { $0 == 0 ? "" : ", rotated by \($0)°" } ?? "")
        + [("table", screen.table), ("output", screen.output), ("seat", screen.seat)].map { field, text in
          text.map { ", \(field) \($0.escapedForMessage)" } ?? ""
        }.joined() + (screen.filtered == true ? ", filtered" : "")
    case .settled: nil
    case .touches(let update): line(for: update)
    case .transition(let transition):
      "\(stamp(transition.time))\(name(transition.recognizer, transition.kind, transition.client)) \(transition.from) → \(transition.to): "
        + transition.reason.escapedForMessage
    case .region(let region):
      "region \(region.region.escapedForMessage)\(ownerText(region.client)) \(region.state.rawValue)"
        + (region.parent.map { " in \($0.escapedForMessage)" } ?? "")
        + (region.frame.map { " \(list($0))" } ?? "")
        + (region.matrix.map { " matrix \(list($0))" } ?? "")
        + (region.size.map { " size \(point($0))" } ?? "")
    case .recognizer(let recognizer):
      "recognizer \(name(recognizer.recognizer, recognizer.kind, recognizer.client)) \(recognizer.state.rawValue)"
    case .inhibit(let lease):
      "\(stamp(lease.time))private mode \(lease.state.rawValue)"
        + (lease.suppressed.map { ", \($0) gestures held back" } ?? "")
    case .filtering(let filtering):
      "\(stamp(filtering.time))filter of screen \(filtering.device) \(filtering.state.escapedForMessage)"
        + (filtering.reason.map { ": \($0.escapedForMessage)" } ?? "")
    case .responder(let responder):
      "\(stamp(responder.time))first responder: \(responder.region?.escapedForMessage ?? "none")"
        + (responder.isKey == true ? ", of the key window" : "")
    case .deferred(let deferral):
      "\(stamp(deferral.time))\(deferral.region.escapedForMessage) defers the system's edge \(deferral.edge.rawValue)"
    case .motion(let motion):
      "\(stamp(motion.time))\(motion.motion.escapedForMessage) \(motion.state.rawValue)"
        + receiverText(motion.receiver)
    case .motionReadings(let readings):
      "\(stamp(readings.time))"
        + [
          readings.acceleration.map { "acceleration \(list($0)) g" },
          readings.rotationRate.map { "rotation rate \(list($0)) rad/s" },
        ].compactMap(\.self).joined(separator: ", ") + " of \(readings.name.escapedForMessage)"
    case .remote(let remote):
      "\(stamp(remote.time))remote control: \(remote.command.escapedForMessage)"
        + receiverText(remote.receiver)
    case .press(let press):
      "\(stamp(press.time))press \(press.press.escapedForMessage) \(press.phase.escapedForMessage) on "
        + press.name.escapedForMessage + receiverText(press.receiver)
    case .route(let route):
      "\(stamp(route.time))audio route \(route.route.joined(separator: ", ").escapedForMessage): "
        + route.cause.escapedForMessage
    case .action(let action): line(for: action)
    case .idle(let notice):
      switch notice.state {
      case .began: "\(stamp(notice.time))idle for \(number(notice.after)) s"
      case .ended: "\(stamp(notice.time))no longer idle, after \(number(notice.idleFor ?? notice.after)) s"
      }
    case .snapshot: nil
    case .dropped(let count): "\(count) updates left out: this program reads too slowly"
    case .question, .actionQuestion, .timeout, .holding, .offer, .reset, .unknown: nil
    }
  }

  private static func ownerText(_ client: Int?) -> String { client.map { " of client \($0)" } ?? "" }

  private static func receiverText(_ region: String?) -> String {
    region.map { ", for \($0.escapedForMessage)" } ?? ""
  }

  private static func line(for action: ActionNotice) -> String {
    var text = "\(stamp(action.time))action \(action.action.escapedForMessage)"
    if let value = action.value {
      var bytes: [UInt8] = []
      value.append(to: &bytes)
      text += " \(String(decoding: bytes, as: UTF8.self).escapedForMessage)"
    }
    if let recognizer = action.recognizer ?? action.kind?.rawValue {
      text += " of \(recognizer.escapedForMessage)"
    } else if let client = action.client {
      text += " of client \(client)"
    }
    if let region = action.region { text += " in \(region.escapedForMessage)" }
    return text + (action.responder.map { ", for \($0.escapedForMessage)" } ?? ", which no responder takes")
  }

  private static func line(for gesture: Gesture) -> String {
    var text =
      "\(stamp(gesture.time))\(name(gesture.recognizer, gesture.kind, gesture.client)) \(gesture.state.rawValue)"
    if gesture.touchCount > 0 {
      text += ", \(gesture.touchCount) finger\(gesture.touchCount == 1 ? "" : "s")"
    }
    if gesture.region != "root" { text += ", in \(gesture.region.escapedForMessage)" }
    // Values change with each line and come before the place, so that a narrow terminal does not cut them off.
    for (label, value) in values(of: gesture) { text += label.isEmpty ? ", \(value)" : ", \(label) \(value)" }
    if let location = gesture.location { text += ", at \(point(location))" }
    if let presses = gesture.presses { text += ", \(presses) press\(presses == 1 ? "" : "es")" }
    if let name = gesture.name { text += ", on \(name.escapedForMessage)" }
    guard let fingers = gesture.fingers, !fingers.isEmpty else { return text }
    return text + ", fingers " + fingers.map(words(for:)).joined(separator: "; ")
  }

  private static func words(for finger: Gesture.Finger) -> String {
    "\(finger.id)" + (finger.location.map { " at \(point($0))" } ?? "") + (finger.isUp ? " (up)" : "")
  }

  private static func values(of gesture: Gesture) -> [(String, String)] {
    let points: [(String, ScreenPoint?)] = [
      ("translation", gesture.translation), ("velocity", gesture.velocity), ("start", gesture.start),
      ("rest", gesture.rest), ("turn", gesture.turn),
    ]
    let numbers: [(String, Double?)] = [
      ("taps", gesture.taps.map(Double.init)), ("tips", gesture.tips.map(Double.init)),
      ("duration", gesture.duration), ("progress", gesture.progress), ("scale", gesture.scale),
      ("rotation", gesture.rotation),
    ]
    let words: [(String, String?)] = [
      ("", gesture.direction?.rawValue), ("from", gesture.edge?.rawValue), ("on the", gesture.side?.rawValue),
      ("", gesture.phase),
    ]
    return words.compactMap { label, word in word.map { (label, $0.escapedForMessage) } }
      + numbers.compactMap { label, value in value.map { (label, number($0)) } }
      + points.compactMap { label, value in value.map { (label, point($0)) } }
  }

  private static func line(for update: TouchUpdate) -> String {
    let touches = update.touches.map { touch in
      "\(touch.id)" + (touch.location.map { " at \(point($0))" } ?? "")
    }
    var text = "\(stamp(update.time))touches \(update.phase.rawValue) in \(update.region.escapedForMessage)"
    if let window = update.window { text += " of window \(window.escapedForMessage)" }
    text += ": " + touches.joined(separator: "; ")
    if let all = update.all {
      text += ", of \(all.count + (update.others ?? 0)) in all"
    }
    return text
  }

  private static func name(_ recognizer: String, _ kind: GestureKind, _ client: Int?) -> String {
    let name = recognizer.escapedForMessage
    return (recognizer == kind.rawValue ? name : "\(name) (\(kind.rawValue.escapedForMessage))")
      + ownerText(client)
  }

  private static func point(_ point: ScreenPoint) -> String { "\(number(point.x)), \(number(point.y))" }

  private static func list(_ values: [Double]) -> String { values.map(number).joined(separator: " ") }

  private static func stamp(_ time: Double?) -> String {
    guard let time else { return "" }
    return "\(number(time))  "
  }

  /// A number with at most three decimals.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
