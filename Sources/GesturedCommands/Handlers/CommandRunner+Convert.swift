import GestureCore
import GestureProtocol
import GesturedBase
import GesturedDevices
import GesturedServing

/// `convert`: turns points of one region into those of another, or of the screen (TFW-4). It knows the regions whose
/// lines the client may receive. On a socket without places, these are only those that cover the screen.
extension CommandRunner {
  func convert(
    _ command: ConvertCommand, for client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField] {
    let numbers = try numbers(of: command.device, on: stage)
    guard let number = numbers.first else {
      throw RequestError(
        .unavailable, "there is no touchscreen now: send the request again after a line device with added",
        path: "device", hint: "devices")
    }
    guard numbers.count == 1 else {
      throw RequestError(
        .missingField, "missing; allowed: the number or name of one of the \(numbers.count) touchscreens",
        path: "device",
        hint: "devices")
    }
    var outcome = Result<[Point], RequestError>.success([])
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      guard touchscreen.number == number else { return }
      do throws(RequestError) {
        outcome = .success(try convert(command, on: touchscreen, own, for: client))
      } catch {
        outcome = .failure(error)
      }
    }
    let points = try outcome.get().map { ReplyValue.list([.decimal($0.x), .decimal($0.y)]) }
    return [ReplyField("points", .list(points))]
  }

  private func convert(
    _ command: ConvertCommand, on touchscreen: borrowing Touchscreen, _ own: StagePipeline,
    for client: ClientIdentity
  ) throws(RequestError) -> [Point] {
    let regions = own.pipeline.regions
    let fromScreen = try transform(to: command.target.region, "to", in: regions, of: own.stage, for: client)
    let toScreen =
      try transform(to: command.origin.region, "from", in: regions, of: own.stage, for: client).inverse
      ?? .identity
    let before = try scale(command.origin.units, "from_units", of: touchscreen)
    let after = try scale(command.target.units, "to_units", of: touchscreen)
    var converted: [Point] = []
    for (index, point) in command.points.enumerated() {
      let onScreen = toScreen.apply(Point(point.x / before.x, point.y / before.y))
      let wanted = fromScreen.apply(onScreen)
      let result = Point(wanted.x * after.x, wanted.y * after.y)
      guard result.x.isFinite, result.y.isFinite else {
        throw RequestError(
          .invalidValue, "found a point that is too large to convert; allowed: smaller numbers",
          path: "points[\(index)]")
      }
      converted.append(result)
    }
    return converted
  }

  /// The map from the screen into a region; the identity without a region.
  private func transform(
    to name: String?, _ path: String, in regions: RegionTree, of stage: Stage, for client: ClientIdentity
  ) throws(RequestError) -> AffineTransform {
    guard let name else { return .identity }
    guard let number = regions.number(named: name) else {
      throw .unknownRegion(name, among: stage.scene.regions.names(toldTo: client.number), path: path)
    }
    guard let transform = regions.regions[number].fromScreen, transform.inverse != nil else {
      throw RequestError(
        .unavailable,
        "the transforms of the region “\(name.escapedForMessage)” cannot be undone; allowed: a region "
          + "whose transforms can", path: path,
        hint: "a transform whose parts a·d and b·c differ")
    }
    return transform
  }

  private func scale(
    _ units: WireUnits, _ path: String, of touchscreen: borrowing Touchscreen
  ) throws(RequestError) -> (x: Double, y: Double) {
    let scale = units.perMillimetre(of: touchscreen.panel.size, pixels: touchscreen.pixels)
    guard scale.x.isFinite, scale.y.isFinite, scale.x > 0, scale.y > 0 else {
      throw RequestError(
        .unavailable,
        "the number of pixels or the size of device \(touchscreen.number) is unknown: "
          + "set pixels in its [device] table",
        path: path,
        hint: "pixels in [device.ID] of the configuration")
    }
    return scale
  }
}

extension ConvertCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.convert(self, for: client, on: stage)
  }
}
