import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing

/// `audio`: claims the audio session, and sets its category and its route (RMT-10, AUD-14 to AUD-19).
extension CommandRunner: ResponderScene {
  func audio(_ command: AudioCommand, from client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    if desk.settings.audio == nil {
      throw RequestError(
        .unavailable, "audio routes are switched off: set enabled = true in [audio]", path: "command",
        hint: "[audio] enabled in the configuration of gestured")
    }
    // A field that all subscribers hear about needs a right. A field that only concerns the client needs none.
    if command.overridesToSpeaker != nil { try require(.audio, for: client, path: "override") }
    if command.reportsConfiguration { try require(.audio, for: client, path: "configuration_changed") }
    if command.category != nil { try require(.audio, for: client, path: "category") }
    let ports = desk.apply(
      command, from: client.number, in: party(of: client), at: input.stamp(at: turn.now))
    return [ReplyField("route", .list(ports.map { .text($0.rawValue) }))]
  }

  /// Resets the values of all transforms to the identity (MOT-27).
  package func resetTransforms() {
    for stage in publisher.stages {
      let numbers = stage.scene.recognizers.instances.indices.filter {
        !stage.scene.recognizers.instances[$0].isRemoved
          && stage.scene.recognizers.instances[$0].kind == TransformRecognizer.kind
      }
      forEachTouchscreen(on: stage) { touchscreen, own, time in
        touchscreen.change(on: stage, at: time, publisher) { pipeline, _, _, _ in
          for number in numbers { _ = pipeline.adjust(number, .identity) }
        }
      }
    }
  }

  /// Whether a responder still exists.
  package func isPresent(_ stop: ResponderPath.Stop) -> Bool {
    if stop.name == .application { return true }
    let stage = publisher.everyone
    var isPresent = false
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      let regions = own.pipeline.regions.regions
      guard touchscreen.number == stop.device, regions.indices.contains(stop.number) else { return }
      let region = regions[stop.number]
      isPresent =
        !region.isRemoved
        && (stop.name == .region(region.name)
          || region.controller.map { stop.name == .controller($0) } ?? false)
    }
    return isPresent
  }

  /// The path that events without fingers climb: that of the touchscreen that came first.
  package func responderPath() -> ResponderPath { responderPath(on: publisher.everyone) }

  /// The same path in the scene of a stage.
  func responderPath(on stage: Stage) -> ResponderPath {
    var path: ResponderPath?
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      guard path == nil else { return }
      path = ResponderPath(
        device: touchscreen.number, own.pipeline.responders, in: own.pipeline.regions)
    }
    return path ?? .withoutTouchscreen
  }
}

extension AudioCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.audio(self, from: client)
  }
}
