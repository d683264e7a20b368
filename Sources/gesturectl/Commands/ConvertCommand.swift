import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl convert`: turns points of one region into those of another, or of the screen.
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Turn points of one region into those of another, or of the screen.",
    discussion: """
      Without --from or --to, gesturectl takes the screen. Where is the middle of a screen of 160 × 100 mm in the region photo?

        gesturectl convert 80,50 --to photo

      Write -- before a point that begins with a minus sign.
      """)

  @Argument(help: ArgumentHelp("A point: two numbers with a comma between them.", valueName: "x,y"))
  var points: [Position]

  @Option(
    help: ArgumentHelp("The region whose coordinates the points have.", valueName: "region"),
    completion: NamesCommand.completion(of: .regions))
  var from: String?

  @Option(
    help: ArgumentHelp("The region whose coordinates are wanted.", valueName: "region"),
    completion: NamesCommand.completion(of: .regions))
  var to: String?

  @Option(help: "The unit of the points: mm, px, pt or normalized.")
  var fromUnits: WireUnits = .millimetres

  @Option(help: "The wanted unit: mm, px, pt or normalized.")
  var toUnits: WireUnits = .millimetres

  @Option(
    help: ArgumentHelp("The touchscreen's number, where there are several.", valueName: "number"),
    completion: NamesCommand.completion(of: .numbers))
  var device: Int?

  @OptionGroup var output: FormatOption
  @OptionGroup var connection: ConnectionOptions

  func run() async throws {
    let connection = try await connection.connect()
    var fields: [String: JSONValue] = [
      "points": .list(points.map { [.number($0.x), .number($0.y)] }), "from_units": .text(fromUnits.rawValue),
      "to_units": .text(toUnits.rawValue),
    ]
    if let from { fields["from"] = .text(from) }
    if let to { fields["to"] = .text(to) }
    if let device { fields["device"] = .integer(device) }
    let reply = try await connection.request(GestureProtocol.ConvertCommand.name, fields)
    guard output.isText else { return try Console.say(reply.line.bytes) }
    for point in try reply.decode(as: Reply.self).points { try Console.say("\(point.x),\(point.y)") }
  }

  private struct Reply: Decodable {
    var points: [ScreenPoint]
  }
}

/// A point on the command line.
struct Position: ExpressibleByArgument {
  let (x, y): (Double, Double)

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(Double.init)
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else { return nil }
    (self.x, self.y) = (x, y)
  }
}

extension WireUnits: ExpressibleByArgument {}
