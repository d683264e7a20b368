import Testing

/// The programs under Examples do what they say, with the daemon playing the bundled recording.
@Suite("Programs") struct ProgramExampleTests {
  private static let serve = "gestured --replay docs/recordings/demo.events --speed real"

  @Test("Examples/python/page_turn.py turns pages, and drags one")
  func pageTurn() throws {
    let outcome = try Shell().run("Examples/python/page_turn.py", whileServing: Self.serve)
    #expect(outcome.output == "dragged 32 mm\npage 2\npage 1\n")
    #expect(outcome.status == 0)
  }

  @Test("Examples/python/own_region.py hears of taps in its half of the screen only")
  func ownRegion() throws {
    let outcome = try Shell().run("Examples/python/own_region.py", whileServing: Self.serve)
    // The recording's first tap lands when the program connects, before it has said anything.
    #expect(outcome.output == "next: 1, 49 mm into right\nnext: 0, 50 mm into right\n")
    #expect(outcome.status == 0)
  }

  @Test("Examples/shell/on-swipe.sh runs its command for each swipe of three fingers")
  func onSwipe() throws {
    let outcome = try Shell().run("Examples/shell/on-swipe.sh echo swipe", whileServing: Self.serve)
    #expect(outcome.output == "swipe left\nswipe right\nswipe up\nswipe down\n")
    #expect(outcome.status == 0)
  }

  @Test("Examples/javascript/bridge.mjs tells a page of swipes, and nobody else")
  func bridge() throws {
    let outcome = try Shell().run(
      """
      mkfifo "$SCRATCH/bridge"
      node Examples/javascript/bridge.mjs "$GESTURED_SOCKET" 0 >"$SCRATCH/bridge" &
      read -r url <"$SCRATCH/bridge"
      python3 - "$url" <<'END'
      import sys, urllib.error, urllib.request
      url = sys.argv[1]
      print(b"EventSource" in urllib.request.urlopen(url).read())
      try:
          urllib.request.urlopen(urllib.request.Request(url + "events", headers={"Host": "evil.example"}))
      except urllib.error.HTTPError as error:
          print(error.code)
      try:
          for line in urllib.request.urlopen(url + "events"):
              print(line.decode().strip())
      except ConnectionError:
          pass
      END
      wait
      """, whileServing: Self.serve)
    #expect(
      outcome.output.split(separator: "\n") == ["True", "403"]
        + ["left", "right", "up", "down"].map { #"data: {"direction":"\#($0)"}"# })
  }

  @Test(
    "an example has fewer than 40 lines of code",
    arguments: ["python/page_turn.py", "python/own_region.py", "javascript/bridge.mjs", "shell/on-swipe.sh"])
  func length(_ path: String) {
    let lines = ProjectFile.text("Examples/" + path).split(separator: "\n")
    #expect(lines.count > 5 && lines.count < 40)
  }
}
