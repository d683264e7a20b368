import ArgumentParser
import GestureClient
import LinuxEventLoop

/// `gesturectl monitor`: draws a live picture in the terminal.
struct MonitorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Shows the touchscreen, its regions, fingers and recognizers, live.",
    discussion: """
      The picture is made of characters, so it works over ssh too. To show fingers, the monitor needs raw.sock (gestured-raw.socket of the service, and your user in the group gestured-raw). Without it, the monitor shows the places of gestures.

      Below the picture are the results of the latest touches: gestures with their values, then recognizers that did not \
      fire. Each has its reason with the measured and the allowed value: heldTooLong(900 ms >= 750 ms). `gestured --explain` says this in words, and so does `gesturectl explain` while fingers move. Watching changes nothing: a recognizer that no client listens to works as \
      if it were passive. If this changes the result, its row says "passive: no client listens".

      The last line shows the last action, or the last edge that a region deferred. The first line says for how long no finger was down.

      --all also shows the recognizers that your own programs declared, with #3 for client 3. Root sees those of all users.

      q quits, tab shows the next touchscreen, space pauses the picture, Ctrl-L draws it again. The monitor continues when the daemon restarts or the terminal changes its size.
      """)

  @Option(
    help: "List only this recognizer. Repeat the option, or use commas, for several.",
    completion: NamesCommand.completion(of: .recognizers, inList: true))
  var recognizer: [TextList] = []

  @Flag(help: "Also show what your other programs declared. Root sees the declarations of all users.")
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
