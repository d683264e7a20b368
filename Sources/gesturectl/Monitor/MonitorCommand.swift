import ArgumentParser
import GestureClient
import LinuxEventLoop

/// `gesturectl monitor`: draws a live picture in the terminal.
struct MonitorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Shows the touchscreen, its regions, fingers and recognizers, live.",
    discussion: """
      A picture made of characters, so it works over ssh too. Fingers need raw.sock (gestured-raw.socket of the service, \
      and your user in the group gestured-raw); without it the places of gestures are shown.

      Below the picture are the results of the latest touches: gestures with their values, then recognizers that did not \
      fire. Each has its reason with the measured and the allowed value: heldTooLong(900 ms >= 750 ms). gestured --explain says \
      it in words, and `gesturectl explain` while fingers move. Watching changes nothing: a recognizer that no client listens to works as \
      if it were passive. Where that changes what happens its row says "passive: no client listens".

      The last line shows the last action, or the last edge that a region deferred. The first line says for how long no finger was down.

      With --all the recognizers are shown too that your own programs declared for themselves, with #3 for client 3; root sees those of \
      everybody.

      q quits, tab shows the next touchscreen, space holds the picture, Ctrl-L draws it anew. It goes on when the daemon is \
      restarted or the terminal changes its size.
      """)

  @Option(help: "List this recognizer, and no other; may be given again, or with commas.")
  var recognizer: [TextList] = []

  @Flag(help: "Show also what other programs of yours declared for themselves; root sees everybody's.")
  var all = false

  @OptionGroup var connection: ConnectionOptions

  func run() async throws {
    guard StandardStream.output.isTerminal else {
      throw CommandFailure(.noTerminal)
    }
    let terminal: MonitorTerminal
    do throws(SystemError) {
      terminal = try MonitorTerminal()
    } catch {
      throw CommandFailure(.keysNotRead, "\(error)")
    }
    let feed = MonitorFeed(
      path: connection.path, showsAllOwners: all,
      model: MonitorModel(chosen: Set(recognizer.flatMap(\.values))))
    try await MonitorSession(feed: feed, terminal: terminal).run()
  }
}
