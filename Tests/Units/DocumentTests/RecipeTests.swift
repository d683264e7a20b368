import GestureTestSupport
import GesturedConfiguration
import Testing

/// The recipes of docs/recipes.md and of the longer guides work with the real daemon and `gesturectl`. Stand-ins replace programs that
/// would change the machine, and write down their arguments.
@Suite("Recipes") struct RecipeTests {
  /// A chapter of a page.
  struct Recipe: Sendable, CustomTestStringConvertible {
    var page: String
    var title: String
    var blocks: [Document.Block]
    var testDescription: String { title }

    /// The block that runs while the fingers of the touch script move.
    var command: Document.Block? { blocks.first { $0.role?.hasPrefix("recipe") == true } }
    /// The touch script: the words after `recipe` in the comment before the block.
    var touches: String { String(command?.role?.dropFirst("recipe".count) ?? "") }
    /// Whether the touches last more than half a minute, so that no test waits for them.
    var isLong: Bool { touches.split(separator: "@").last.flatMap { Int($0) } ?? 0 > 30_000 }
    /// The configuration of the daemon; nil for the shipped one.
    var configuration: Document.Block? { blocks.first { $0.language == "toml" && $0.role == nil } }
    /// The file over the shipped configuration: that of the chapter, or else the one that a walk-through declares in an
    /// earlier chapter.
    var dropIn: Document.Block? {
      guard configuration == nil else { return nil }
      if let own = blocks.first(where: \.isDropIn) { return own }
      return page == Document.recipes.path ? nil : Document(page).blocks.first(where: \.isDropIn)
    }
    /// Whether a block of the chapter declares a recognizer.
    var declaresRecognizers: Bool {
      blocks.contains { $0.language == "toml" && $0.text.contains("[recognizer.") }
    }
    /// The expected output, or the expected runs of stand-ins.
    var output: Document.Block? { blocks.first { $0.role == "output" } }
  }

  private static let recipes: [Recipe] = {
    var recipes: [Recipe] = []
    for page in [Document.recipes, .readme, .kiosk, .tablet] {
      for block in page.blocks {
        if recipes.last?.page != page.path || recipes.last?.title != block.heading {
          recipes.append(Recipe(page: page.path, title: block.heading, blocks: []))
        }
        recipes[recipes.count - 1].blocks.append(block)
      }
    }
    return recipes
  }()

  /// Programs that a test must not run, and that stand-ins replace.
  private static let standIns = [
    "brightnessctl", "busctl", "notify-send", "pkill", "swaylock", "systemctl", "systemd-cat", "wpctl",
    "xdotool",
  ]

  @Test("there is a recipe for each of what is promised")
  func nonEmpty() {
    #expect(Self.recipes.count { $0.command != nil } >= 10)
  }

  @Test(
    "each configuration of a recipe passes --check-config",
    arguments: recipes.filter { $0.configuration != nil })
  func configuration(_ recipe: Recipe) async throws {
    let shell = try Shell()
    try shell.write(try #require(recipe.configuration).text.utf8, to: "gestured.toml")
    let outcome = try await shell.run(#"gestured --config "$SCRATCH/gestured.toml" --check-config"#)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("each recipe runs what it says", arguments: recipes.filter { $0.command != nil })
  func run(_ recipe: Recipe) async throws {
    let command = try #require(recipe.command)
    let expected = try #require(recipe.output).text
    let shell = try Shell()
    for name in Self.standIns { try shell.writeProgram(name, Self.standIn(for: name)) }
    for file in Document(recipe.page).blocks {
      guard let name = file.fileName else { continue }
      // Files of several recipes on one page may have the same name.
      guard recipe.page != Document.recipes.path || file.heading == recipe.title else { continue }
      try shell.write(file.text.utf8, to: name)
    }
    try shell.write(Self.recorded(recipe.touches).recording(), to: "recording.events")
    var serve = #"gestured --replay "$SCRATCH/recording.events" --speed \#(recipe.isLong ? "max" : "real")"#
    if let configuration = recipe.configuration {
      try shell.write(configuration.text.utf8, to: "gestured.toml")
      serve += #" --config "$SCRATCH/gestured.toml""#
    } else if let dropIn = recipe.dropIn {
      try shell.write(Configuration.builtInText, to: "gestured.toml")
      _ = try await shell.run(#"mkdir "$SCRATCH/conf.d""#)
      try shell.write(dropIn.text.utf8, to: "conf.d/50-page.toml")
      serve += #" --config "$SCRATCH/gestured.toml""#
    }
    let outcome = try await shell.run(Self.adapted(command.text, until: expected), whileServing: serve)
    let said = try await shell.run(#"cat "$SCRATCH/ran" 2>/dev/null || true"#).output + outcome.output
    #expect(ExpectedOutput(expected).matches(said), "\(recipe.title):\n\(said)")
  }

  @Test(
    "the bundled recording of the recipes has the gesture of each recognizer that a recipe declares",
    arguments: recipes.filter(\.declaresRecognizers))
  func recording(_ recipe: Recipe) async throws {
    let block = try #require(recipe.configuration ?? recipe.dropIn)
    let configuration = try Configuration.parse(Array(block.text.utf8), file: block.place)
    let shell = try Shell()
    try shell.write(block.text.utf8, to: "recipe.toml")
    for name in configuration.recognizers.map(\.name) {
      let replay = "--replay docs/recordings/recipes.events --explain \(name)"
      let outcome = try await shell.run(#"gestured --config "$SCRATCH/recipe.toml" \#(replay)"#)
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }

  @Test(
    "the rule of polkit lets the kiosk's user run the exit command, and nobody do anything else",
    arguments: [
      (Document.recipes, "stop", "kiosk.service", "start"), (.kiosk, "start", "getty@tty1.service", "stop"),
    ])
  func polkit(_ page: Document, verb: String, unit: String, otherVerb: String) async throws {
    let rule = try #require(page.blocks.first { $0.role == "polkit" }).text
    let shell = try Shell()
    try shell.write(
      """
      const rules = [];
      const polkit = { addRule: (rule) => rules.push(rule), Result: { YES: "yes" } };
      \(rule)
      const ask = (id, user, unit, verb) =>
        console.log(rules[0]({ id, lookup: (key) => ({ unit, verb })[key] }, { user }) || "no");
      const manage = "org.freedesktop.systemd1.manage-units";
      ask(manage, "kiosk", "\(unit)", "\(verb)");
      ask(manage, "other", "\(unit)", "\(verb)");
      ask(manage, "kiosk", "ssh.service", "\(verb)");
      ask(manage, "kiosk", "\(unit)", "\(otherVerb)");
      ask("org.freedesktop.login1.power-off", "kiosk", "\(unit)", "\(verb)");
      """.utf8, to: "rule.js")
    #expect(try await shell.run(#"node "$SCRATCH/rule.js""#).output == "yes\nno\nno\nno\nno\n")
  }

  @Test("a kiosk's gestures come through a real MQTT broker, one message each, and without places")
  func broker() async throws {
    let recipe = try #require(Self.recipes.first { $0.blocks.contains { $0.role == "mqtt publish" } })
    let publish = try #require(recipe.blocks.first { $0.role == "mqtt publish" }).text
    let subscribe = try #require(recipe.blocks.first { $0.role == "mqtt subscribe" }).text
    let shell = try Shell()
    try shell.write(try #require(recipe.configuration).text.utf8, to: "gestured.toml")
    let script = """
      A↓700,300 B↓760,300 C↓820,300@500 A→600,300 B→660,300 C→720,300@560
      A→480,300 B→540,300 C→600,300@620 A↑ B↑ C↑@640
      """
    try shell.write(Self.recorded(script).recording(), to: "recording.events")
    let outcome = try await shell.run(
      Self.adapted(
        """
        printf 'listener %s 127.0.0.1\\nallow_anonymous true\\n' "$PORT" >mosquitto.conf
        mosquitto -c mosquitto.conf >broker.log 2>&1 </dev/null &
        broker=$!
        until grep -q running broker.log 2>/dev/null; do sleep 0.1; done
        stdbuf -oL \(subscribe.trimmingNewline) -d -C 1 >subscriber.log 2>&1 </dev/null &
        subscriber=$!
        until grep -q Subscribed subscriber.log 2>/dev/null; do sleep 0.1; done
        cat >publish.sh <<'END'
        \(publish)
        END
        export PORT
        sh publish.sh
        wait "$subscriber"
        kill -KILL "$broker"
        grep '^{' subscriber.log
        """),
      whileServing:
        #"gestured --replay "$SCRATCH/recording.events" --speed real --config "$SCRATCH/gestured.toml""#)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""kind":"swipe","state":"ended","touch_count":3"#) == true)
    #expect(lines.first?.contains(#""location""#) == false)
  }

  /// A program that writes down its arguments, and its standard input where that matters.
  private static func standIn(for name: String) -> String {
    let telling = #"echo "\#(name)${*:+ $*}" >>"$SCRATCH/ran""#
    return name == "systemd-cat" ? telling + "\n" + #"cat >>"$SCRATCH/ran""# : telling
  }

  /// A command as a test can run it: in the folder of its files, with a broker of its own.
  private static func adapted(_ command: String, until expected: String = "") -> String {
    // `gesturectl run` survives the end of the replay, and waits for the next daemon.
    var command = command.replacing("sudo -u kiosk ", with: "").replacing("/etc/kiosk/", with: "")
    if command.hasPrefix("gesturectl run") { command = untilReplayEnds(command.trimmingNewline, expected) }
    if command.contains("curl ") { command = whenSomebodyReads(command) }
    command = command.replacing("broker.example", with: "127.0.0.1 -p $PORT").replacing(
      " --reconnect", with: ""
    ).replacing("Examples/", with: "\(ProjectFile.top)/Examples/")
      .replacing("8080", with: "$PORT")
    return """
      PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
      cd "$SCRATCH"
      \(command)
      status=$?
      for job in $(jobs -p); do kill -KILL "$job"; done 2>/dev/null
      exit $status
      """
  }

  /// Stops the daemon until a client has the page's stream, however long the bridge takes to start. The stream has no
  /// end, so its first line of data suffices.
  private static func whenSomebodyReads(_ command: String) -> String {
    """
    kill -STOP "$daemon"
    (until [ -s headers ]; do sleep 0.05; done; kill -CONT "$daemon") &
    curl() {
      mkfifo stream
      command curl -D headers "$@" >stream &
      reader=$!
      grep -m 1 '^data: ' <stream
      found=$?
      kill "$reader"
      rm stream
      return "$found"
    }
    \(command)
    """
  }

  /// Runs a command in the background until its daemon is gone and all processes that it started have ended. A process
  /// that waits for its turn is no process yet, so the expected lines count too. Without them `Shell` ends the script.
  private static func untilReplayEnds(_ command: Substring, _ expected: String) -> String {
    let lines = expected.split(separator: "\n").count { $0 != "…" }
    return """
      \(command) 2>command.log &
      command=$!
      until grep -q 'trying again' command.log; do sleep 0.05; done
      until [ "$(grep -c '' "$SCRATCH/ran")" -ge \(lines) ]; do sleep 0.05; done 2>/dev/null
      while pgrep -P "$command" >/dev/null; do sleep 0.05; done
      kill "$command"
      wait "$command"
      true
      """
  }

  /// A recording of the fingers, which begins half a second after a program has connected.
  private static func recorded(_ script: String) -> EvemuScript {
    var recording = EvemuScript()
    recording.append(type: 0, code: 0, value: 0, at: .milliseconds(0))
    recording.append(script)
    return recording
  }
}

extension String {
  /// The text without the newline at the end of a page's block.
  fileprivate var trimmingNewline: Substring { hasSuffix("\n") ? dropLast() : self[...] }
}
