import GestureTestSupport
import Testing

/// The programs under Examples do what they promise while a daemon plays the bundled recording, ends, and starts again.
@Suite("Programs") struct ProgramExampleTests {
  @Test("Examples/python/page_turn.py turns pages, and drags one, also once the daemon is there again")
  func pageTurn() async throws {
    // The program keeps the page that it has turned to.
    #expect(
      try await lines(of: "Examples/python/page_turn.py", count: 6)
        == ["dragged 32 mm", "page 2", "page 1", "dragged 32 mm", "page 2", "page 1"])
  }

  @Test("Examples/python/own_region.py hears of taps in its half of the screen only, and declares it again")
  func ownRegion() async throws {
    let taps = ["next: 0, 50 mm into right", "next: 1, 49 mm into right", "next: 0, 50 mm into right"]
    #expect(try await lines(of: "Examples/python/own_region.py", count: 6) == taps + taps)
  }

  @Test("Examples/shell/on-swipe.sh runs its command for each swipe of three fingers, and connects again")
  func onSwipe() async throws {
    let swipes = ["swipe left", "swipe right", "swipe up", "swipe down"]
    #expect(try await lines(of: "Examples/shell/on-swipe.sh echo swipe", count: 8) == swipes + swipes)
  }

  @Test("Examples/swift says where swipes go, and connects again")
  func swift() async throws {
    let swipes = ["left", "right", "up", "down"].map { "3 fingers went \($0)" }
    #expect(try await lines(of: "'\(Shell.built("swipe-example"))'", count: 8) == swipes + swipes)
  }

  @Test("a request that is refused ends an example with the reason", arguments: ["python3", "sh"])
  func refusal(language: String) async throws {
    // Stands in for a daemon that refuses everything.
    let shell = try Shell()
    try shell.write(
      """
      import os, socket
      server = socket.socket(socket.AF_UNIX)
      server.bind(os.environ["GESTURED_SOCKET"])
      server.listen()
      client, _ = server.accept()
      client.recv(65536)
      client.sendall(b'{"type":"hello"}\\n{"type":"reply","error":{"message":"no"}}\\n')
      """.utf8, to: "server.py")
    let program =
      language == "sh" ? "Examples/shell/on-swipe.sh echo" : "Examples/python/own_region.py"
    let outcome = try await shell.run(
      """
      python3 "$SCRATCH/server.py" &
      until [ -S "$GESTURED_SOCKET" ]; do sleep 0.1; done
      \(program) 2>&1
      """)
    #expect(outcome.output.trimmingPrefix("refused: ") == (language == "sh" ? "no" : "no\n"))
  }

  @Test("Examples/javascript/bridge.mjs tells a page of swipes, and nobody else, and connects again")
  func bridge() async throws {
    let outcome = try await Shell().run(
      """
      mkfifo "$SCRATCH/bridge"
      # An empty path counts as none, so the variable counts.
      node Examples/javascript/bridge.mjs "" 0 >"$SCRATCH/bridge" 2>/dev/null &
      node=$!
      trap 'kill -KILL "$node"' EXIT
      read -r url <"$SCRATCH/bridge"
      (\(Self.serveTwice)) &
      daemons=$!
      python3 - "$url" <<'END'
      import sys, urllib.error, urllib.request
      url = sys.argv[1]
      print(b"EventSource" in urllib.request.urlopen(url).read())
      try:
          urllib.request.urlopen(urllib.request.Request(url + "events", headers={"Host": "evil.example"}))
      except urllib.error.HTTPError as error:
          print(error.code)
      stream = urllib.request.urlopen(url + "events")
      for line in [stream.readline().decode().strip() for _ in range(16)]:
          if line:
              print(line)
      END
      wait "$daemons"
      """)
    let swipes = ["left", "right", "up", "down"].map { #"data: {"direction":"\#($0)"}"# }
    #expect(outcome.output.split(separator: "\n").map(String.init) == ["True", "403"] + swipes + swipes)
  }

  @Test(
    "an example has fewer than 40 lines of code",
    arguments: ["python/page_turn.py", "python/own_region.py", "javascript/bridge.mjs", "shell/on-swipe.sh"])
  func length(_ path: String) {
    let lines = ProjectFile.text("Examples/" + path).split(separator: "\n")
    #expect(lines.count > 5 && lines.count < 40)
  }

  /// A daemon that plays the recording to its first subscriber, then another one.
  private static let serveTwice = """
    for run in 1 2; do gestured --replay docs/recordings/demo.events --socket "$GESTURED_SOCKET" 2>/dev/null; done
    """

  /// The first lines of a program that starts before the daemon, while the daemon starts, ends and starts again.
  private func lines(of program: String, count: Int) async throws -> [String] {
    let outcome = try await Shell().run(
      """
      mkfifo "$SCRATCH/out"
      # A group of its own: what a script has started goes with it. Of signals the tests block all but this one.
      setsid \(program) >"$SCRATCH/out" &
      program=$!
      (\(Self.serveTwice)) &
      head -n \(count) "$SCRATCH/out"
      kill -KILL -- "-$program"
      wait
      """)
    return outcome.output.split(separator: "\n").map(String.init)
  }
}
