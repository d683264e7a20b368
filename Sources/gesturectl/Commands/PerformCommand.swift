import ArgumentParser
import GestureClient
import GestureProtocol
import LinuxEventLoop

/// `gesturectl perform`: sends an action to the first responder, or to a named one.
struct PerformCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perform", abstract: "Send an action to the first responder, or along its chain.",
    discussion: """
      The command prints the responder that took the action. The exit code is 1 if no responder took the action.

        gesturectl perform copy
        gesturectl perform paste --value '"a text"' --target controller:form

      To see which actions are sent, and who takes them:

        gesturectl listen --type action
      """)

  @Argument(help: ArgumentHelp("The action's name.", valueName: "action"))
  var action: String

  @Option(help: ArgumentHelp("The subject of the action, as JSON.", valueName: "json"))
  var value: Value?

  @Option(
    help: ArgumentHelp(
      "The responder that it goes to: a region, controller: and a tag, or application.",
      valueName: "responder"), completion: NamesCommand.completion(of: .regions))
  var target: String?

  @Option(
    help: ArgumentHelp("The region that sends it, whose chain is asked last.", valueName: "region"),
    completion: NamesCommand.completion(of: .regions))
  var sender: String?

  @OptionGroup var output: FormatOption
  @OptionGroup var connection: ConnectionOptions

  func run() async throws {
    let connection = try await connection.connect()
    var fields: [String: JSONValue] = ["action": .text(action)]
    if let value { fields["value"] = value.json }
    if let target { fields["target"] = .text(target) }
    if let sender { fields["sender"] = .text(sender) }
    let reply = try await connection.request("perform", fields)
    let responder = try reply.decode(as: Reply.self).responder
    if !output.isText {
      try Console.say(reply.line.bytes)
    } else {
      try Console.say(responder?.escapedForMessage ?? "no responder took it")
    }
    if responder == nil { throw ExitCode(1) }
  }

  private struct Reply: Decodable {
    var responder: String?
  }

  /// JSON on the command line.
  struct Value: ExpressibleByArgument {
    let json: JSONValue

    init?(argument: String) {
      guard let json = JSONValue(json: argument), json != .null else { return nil }
      self.json = json
    }
  }
}
