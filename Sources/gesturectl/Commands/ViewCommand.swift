import ArgumentParser
import GestureClient
import GestureProtocol
import LinuxEventLoop
import Subprocess
import SystemPackage

/// `gesturectl view`: a picture of a recording as one HTML file, or of what happens now.
struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Show in a browser what happens, or a recording: touches, recognizers, and why a gesture did not fire.",
    discussion: """
      Without a recording the page is live:

        gesturectl view

      It needs the package gestured-web, which serves the page on this machine to you alone, and ends 10 s after you have closed the page. \
      Members of gestured-raw see touches. Others see the places of gestures.

      The recording is one of evemu or libinput, for example of gestured --record:

        gestured --record /dev/input/event3 > touches.events
        gesturectl view touches.events

      gestured replays the recording with your configuration. The page holds the result and needs no network, so you can send it to others. \
      It shows the places of touches, which tell what was typed.

      To write the page and open no browser:

        gesturectl view touches.events --output touches.html
      """)

  @Argument(
    help: ArgumentHelp("The recording. Default: what happens now.", valueName: "file"), completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("Write the page to this file, and open no browser.", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("The configuration that gestured replays with.", valueName: "file"),
    completion: .file())
  var config: String?

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard file == nil, output != nil || config != nil else { return }
    throw ValidationError("--output and --config need a recording; a live view has neither")
  }

  func run() async throws {
    let (page, folder) = try Self.template()
    guard let file else {
      switch try await LiveView(socket: connection.path, folder: folder).run() {
      case .exited(0): return
      // gestured-web has said what is wrong.
      case .exited(let code): throw ExitCode(code)
      case .signaled(let signal): throw ExitCode(128 + signal)
      }
    }
    let lines = try await replayed(file)
    let text = ViewPage(name: Self.name(of: file), lines: lines).filled(into: page)
    if let output {
      do {
        try PrivateFile.write(output, text)
      } catch {
        throw CommandFailure(.viewNotWritten, output.escapedForMessage, "\(error.errno)")
      }
      return
    }
    let path = try writePrivately(text)
    try Console.say(path)
    try await Self.open(path)
  }

  /// The lines that gestured prints for the recording.
  private func replayed(_ file: String) async throws -> [UInt8] {
    var arguments = ["--replay", file, "--dump", "--declarations", "--format", "json"]
    if let config { arguments = ["--config", config] + arguments }
    do {
      let result = try await Subprocess.run(
        Self.program("gestured"), arguments: Arguments(arguments), input: .none,
        output: .bytes(limit: ViewPage.maximumBytes), error: .currentStandardError)
      switch result.terminationStatus {
      case .exited(0): return result.standardOutput
      // gestured has said what is wrong.
      case .exited(let code): throw ExitCode(code)
      case .signaled(let signal): throw ExitCode(128 + signal)
      }
    } catch let error as SubprocessError {
      if error.code == .outputLimitExceeded {
        throw CommandFailure(.recordingTooLong, file.escapedForMessage)
      }
      throw CommandFailure(.commandNotStarted, "gestured", String(describing: error).escapedForMessage)
    }
  }

  /// The program of that name beside this one, otherwise the one in the search path.
  static func program(_ name: String) -> Executable {
    guard let folder = ProcessIdentity.programFolder else { return .name(name) }
    let beside = FilePath(folder).appending(name)
    return (try? FileDescriptor.open(beside, .readOnly).close()) == nil ? .name(name) : .path(beside)
  }

  /// The page without a recording, as it is installed or built, and its folder.
  private static func template() throws -> (page: [UInt8], folder: String) {
    var folder = FilePath(ProcessIdentity.programFolder ?? "/usr/bin")
    // From the folder of an installation, or of a build.
    while folder.removeLastComponent() {
      for place in ["share/gestured/view.html", "view/view.html"] {
        let path = folder.appending(place).string
        if let page = try? BoundedFile.read(path, maximumBytes: ViewPage.maximumTemplateBytes) {
          return (page, FilePath(path).removingLastComponent().string)
        }
      }
    }
    throw CommandFailure(.noViewPage)
  }

  private static func name(of path: String) -> String {
    FilePath(path).lastComponent?.string ?? path
  }

  /// Writes the page where only this user reads it.
  private func writePrivately(_ text: [UInt8]) throws -> String {
    let environment = ProcessEnvironment.inherited()
    let folder = environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp"
    var failure = Errno.fileExists
    for number in 1...Self.mostPages where failure == .fileExists {
      let path = FilePath(folder).appending("gestured-view-\(number).html").string
      do {
        try PrivateFile.create(path, text)
        return path
      } catch {
        failure = error.errno
      }
    }
    throw CommandFailure(.viewNotWritten, folder.escapedForMessage, "\(failure)")
  }

  /// Pages of one user at a time; a restart of the machine removes them.
  private static let mostPages = 1000

  /// Opens a page in the user's browser.
  static func open(_ path: String) async throws {
    do {
      let result = try await Subprocess.run(
        .name("xdg-open"), arguments: [path], input: .none, output: .discarded, error: .discarded)
      if case .exited(0) = result.terminationStatus { return }
    } catch {}
    Console.complain(CommandMessage.browserNotOpened.with(path))
  }
}

/// The page of a recording: the template with the lines inside.
struct ViewPage {
  /// The most bytes of lines, which is what the page reads.
  static let maximumBytes = 50_000_000
  static let maximumTemplateBytes = 1_000_000
  /// The place of the lines in the template.
  private static let mark = Array("<!-- data -->".utf8)

  let name: String
  let lines: [UInt8]

  /// The page. A script of data ends at the first `</`, so no `<` stays; JSON reads its escape as the same character.
  func filled(into template: [UInt8]) -> [UInt8] {
    guard let place = template.firstPlace(of: Self.mark) else { return template }
    var page = Array(template[..<place.lowerBound])
    page.reserveCapacity(template.count + lines.count + lines.count / 8)
    page += Array(#"<script type="application/json" id="data">{"name":""#.utf8)
    Self.append(
      name.escapedForMessage.utf8.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }, to: &page)
    page += Array(#"","lines":["#.utf8)
    var isFirst = true
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      if !isFirst { page.append(UInt8(ascii: ",")) }
      isFirst = false
      Self.append(line, to: &page)
    }
    page += Array("]}</script>".utf8)
    page += template[place.upperBound...]
    return page
  }

  private static func append(_ bytes: some Sequence<UInt8>, to page: inout [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "<") { page += Array(#"\u003c"#.utf8) } else { page.append(byte) }
    }
  }
}
