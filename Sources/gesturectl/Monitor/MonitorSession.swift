import GestureClient
import GestureProtocol
import LinuxEventLoop

/// Draws the model whenever it changes, about thirty times per second at most, and handles keys.
struct MonitorSession {
  private static let pause = Duration.milliseconds(33)
  private static let quit: Set<UInt8> = [UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4]

  /// Ctrl-L.
  private static let redraw: UInt8 = 12

  let feed: MonitorFeed
  let terminal: MonitorTerminal

  /// Runs until `q`, or until the terminal is gone.
  ///
  /// - Throws: the error that leaves nothing to show.
  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [feed] in await feed.run() }
      defer { group.cancelAll() }
      try await draw()
    }
  }

  private func draw() async throws {
    let environment = ProcessEnvironment.inherited()
    let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? ""
    let isASCII = locale.uppercased().filter { $0 != "-" }.firstPlace(of: "UTF8") == nil
    var page = MonitorPage(usesColor: environment["NO_COLOR"] == nil)
    var isPaused = false
    while true {
      for key in terminal.readKeys() {
        if Self.quit.contains(key) { return }
        if key == UInt8(ascii: " ") { isPaused.toggle() }
        if key == Self.redraw { page.forget() }
        if key == UInt8(ascii: "\t") { feed.change { $0.showNextScreen() } }
      }
      if terminal.isStopped { return }
      if let failure = feed.failure { throw failure }
      let size = terminal.size
      let picture = MonitorPicture(size: size, usesColor: page.usesColor, isASCII: isASCII)
      // A picture on hold still follows the terminal's size, and shows that it is on hold.
      if isPaused {
        page.hold(picture)
      } else {
        page.show(feed.changedModel(), picture)
      }
      if !page.isCurrent, !terminal.write(page.renderUpdate()) { return }
      try await Task.sleep(for: Self.pause)
    }
  }
}
