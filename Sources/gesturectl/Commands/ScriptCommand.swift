import ArgumentParser
import GestureCore
import LinuxEventLoop
import TouchInput

/// `gesturectl script`: writes a recording of fingers that a script moves.
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Write a recording of fingers that a script moves, which gestured --replay plays.",
    discussion: """
      A script says what each finger does, and when, in milliseconds:

        A↓100,50@0     lands finger A at 100,50 at 0 ms.
        A→200,50@80    moves it to 200,50 until 80 ms.
        A↑@100         lifts it at 100 ms.
        A↓1,1 B↓9,1@0  lands two fingers in one report of the screen.
        ⏲500           lets time pass until 500 ms.

      A finger is any letter. In a file, # begins a comment. To see what three fingers do in a corner:

        gesturectl script --unit mm 'A↓10,20 B↓20,10 C↓30,20@0 A↑ B↑ C↑@2500' > corner.events
        gestured --replay corner.events --dump
      """)

  @Argument(help: ArgumentHelp("The script. Parts are joined by spaces.", valueName: "script"))
  var parts: [String] = []

  @Option(help: ArgumentHelp("A file with the script.", valueName: "path"), completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("The size of the screen in mm.", valueName: "WxH"))
  var size = Extent(ScriptedPanel.usualSize)

  @Option(help: "The unit of places: mm, pt (6.4 in a millimeter), px or %.")
  var unit: Unit = .points

  @Option(help: ArgumentHelp("The pixels of the screen, for --unit px.", valueName: "WxH"))
  var pixels: Extent?

  @Option(
    help: ArgumentHelp(
      "How often the screen reports a moving finger, in Hz, 1 to 1000. Default: only where the script says.",
      valueName: "hz"))
  var rate: Double?

  @Option(help: ArgumentHelp("The name of the screen.", valueName: "name"))
  var name = "T1"

  /// The unit of places in a script.
  enum Unit: String, CaseIterable, ExpressibleByArgument {
    case millimetres = "mm"
    case points = "pt"
    case pixels = "px"
    case percent = "%"
  }

  func validate() throws {
    if let rate, !(1...1000).contains(rate) { throw ValidationError("--rate is \(rate): give 1 to 1000.") }
    if !size.isWithin(1...ScriptedPanel.largestExtent) {
      throw ValidationError("--size is \(size): give 1 to 10000 mm on each axis, as in 160x100.")
    }
    if let pixels, !pixels.isWithin(1...100_000) {
      throw ValidationError("--pixels is \(pixels): give 1 to 100000 on each axis, as in 1920x1080.")
    }
    if unit == .pixels, pixels == nil {
      throw ValidationError(
        "--unit px needs the pixels of the screen: give --pixels, as in --pixels 1920x1080.")
    }
    if parts.isEmpty == (file == nil) {
      throw ValidationError(
        file == nil
          ? "There is no script: give one, or --file."
          : "--file is given beside a script: leave one of the two out.")
    }
  }

  func run() throws {
    var script = FingerScript(unit: millimetres, screen: size.size, isRecording: true)
    let text = try text()
    let steps: [FingerScript.Step]
    do throws(FingerScript.Mistake) {
      steps = try script.read(text)
    } catch {
      guard let file else { throw ValidationError("\(error)") }
      throw ValidationError("\(file):\(error.line ?? 1):\(error.column): \(error.message)")
    }
    guard let all = rate.map({ steps.interpolated(at: $0) }) ?? steps else {
      throw ValidationError(
        "The script takes more than \([FingerScript.Step].mostFrames) reports: give a lower --rate.")
    }
    var panel = ScriptedPanel()
    var recording: [UInt8] = []
    EvemuWriter.append(ScriptedPanel.description(name: name, size: size.size), to: &recording)
    for step in all {
      switch step {
      case .frame(let frame):
        guard ScriptedPanel.hasSlots(for: frame) else {
          throw ValidationError(
            "More than ten fingers are down at \(Double(frame.time.microseconds) / 1000) ms.")
        }
        for event in panel.events(of: frame) { EvemuWriter.append(event, to: &recording) }
      case .advance(let time): EvemuWriter.append(ScriptedPanel.report(at: time), to: &recording)
      case .hover: break
      }
      if recording.count > 65_536 {
        try Console.write(recording)
        recording.removeAll(keepingCapacity: true)
      }
    }
    try Console.write(recording)
  }

  private static let longestFile = 4 << 20

  private func text() throws -> String {
    guard let file else { return parts.joined(separator: " ") }
    do throws(FileError) {
      return String(decoding: try BoundedFile.read(file, maximumBytes: Self.longestFile), as: UTF8.self)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// The millimeters of a unit of the script, across and down.
  private var millimetres: Size {
    switch unit {
    case .millimetres: Size(1, 1)
    case .points: Size(RegionLength.millimetresPerPoint, RegionLength.millimetresPerPoint)
    case .pixels:
      pixels.map { Size(size.size.width / $0.size.width, size.size.height / $0.size.height) } ?? Size(1, 1)
    case .percent: Size(size.size.width / 100, size.size.height / 100)
    }
  }
}

/// Two lengths on the command line, with an x between them.
struct Extent: ExpressibleByArgument, CustomStringConvertible {
  let size: Size

  init(_ size: Size) {
    self.size = size
  }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard parts.count == 2, parts.allSatisfy(\.isFinite) else { return nil }
    size = Size(parts[0], parts[1])
  }

  func isWithin(_ range: ClosedRange<Double>) -> Bool {
    range.contains(size.width) && range.contains(size.height)
  }

  var description: String { "\(VisibleText.number(size.width))x\(VisibleText.number(size.height))" }
}
