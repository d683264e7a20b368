import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing

/// `focus`: sets the first responder, where events without fingers start (RSP-6, RSP-7, RSP-16).
extension CommandRunner {
  func focus(
    _ name: String?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField] {
    try require(.focus, for: client)
    if let name, stage.scene.regions[name] == nil {
      throw .unknownRegion(name, among: stage.scene.regions.names(toldTo: client.number), path: "region")
    }
    // The region's number on each touchscreen that has it.
    var places: [(touchscreen: Int, region: Int?)] = []
    var isRefused = false
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      let number = name.flatMap { own.pipeline.regions.number(named: $0) }
      guard number != nil || name == nil else { return }
      places.append((touchscreen.number, number))
      if own.pipeline.outcome(ofFocusOn: number) == .refused { isRefused = true }
    }
    guard name == nil || !places.isEmpty else {
      throw RequestError(
        .unavailable,
        "the region lies on no touchscreen now; allowed: a region on a touchscreen that is plugged in",
        path: "region", hint: "device of its window")
    }
    guard !isRefused else {
      throw RequestError(
        .conflict,
        "the region cannot become first responder, or the present first responder does not resign; "
          + "allowed: a region with can_become_first_responder, after one with can_resign",
        path: "region",
        hint: "can_become_first_responder, can_resign")
    }
    for (touchscreen, region) in places {
      change([touchscreen], on: stage) { pipeline, time, identifiers, buffer in
        _ = pipeline.focus(region, at: time, identifiers: &identifiers, into: &buffer)
      }
    }
    return []
  }
}

extension FocusCommand: ServedCommand {
  static var isAboutDeclarations: Bool { true }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.focus(region, from: client, on: stage)
  }
}
