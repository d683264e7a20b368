import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `devices`: the open touchscreens.
extension CommandRunner {
  func devices() -> [ReplyField] {
    var devices: [ReplyValue] = []
    input.forEachTouchscreen(at: turn.now) { touchscreen, time in
      let message = touchscreen.message(.added, at: time)
      var fields = [
        ReplyField("device", .integer(message.device)),
        ReplyField("name", .text(message.name)),
        ReplyField("size", .list([.decimal(message.size.width), .decimal(message.size.height)])),
        ReplyField("size_source", .text(message.sizeSource)),
        ReplyField("max_touches", .integer(message.maximumTouches)),
        ReplyField("rotation", .integer(message.rotation)),
      ]
      if let pixels = message.pixels {
        fields.append(
          ReplyField("pixels", .list([.integer(Int(pixels.width)), .integer(Int(pixels.height))])))
      }
      fields += message.labels.map { ReplyField($0.field, .text($0.text)) }
      if message.isFiltered { fields.append(ReplyField("filtered", .flag(true))) }
      devices.append(.object(fields))
    }
    return [ReplyField("devices", .list(devices))]
  }
}

extension DevicesCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    runner.devices()
  }
}
