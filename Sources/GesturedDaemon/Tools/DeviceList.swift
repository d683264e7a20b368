import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import LinuxEventLoop
import LinuxInput
import TouchInput

/// `--list-devices`: prints whether each input device is used, and why.
public enum DeviceList {
  /// The format of the list.
  public enum Format: Sendable {
    /// An aligned line for each device. Below a used device, a line for each decision about it.
    case text
    /// A JSON object a line.
    case json
    /// Prints nothing: the exit code is the outcome.
    case none
  }

  /// Checks every device and prints the results.
  ///
  /// - Throws: for `Format.none`, `nothingToRead` where no touchscreen can be read. `noPermission` where the process
  ///   lacks the permission to read one.
  public static func run(configuration: Configuration, format: Format) throws(DaemonError) {
    let verdicts: [Judged]
    do throws(SystemError) {
      verdicts = try judgeAll(configuration)
    } catch {
      throw .system(error)
    }
    switch format {
    case .none: try summarize(verdicts)
    case .json: try printJSON(verdicts)
    case .text: for line in lines(of: verdicts.map(\.verdict)) { try Terminal.say(line) }
    }
    // The message comes in addition to the list, which may be empty for a program too.
    if verdicts.isEmpty, format != .none { Terminal.complain(ToolMessage.noInputDevices.with()) }
  }

  /// The touchscreens of the list as comments for the end of `--print-config` (FLT-97). A touchscreen that this process
  /// may not read has a line that says so.
  public static func comments(configuration: Configuration) -> [String] {
    do throws(SystemError) {
      let panels = try judgeAll(configuration).filter { $0.verdict.isUsed || $0.locked != nil }
      return comments(of: panels.map(\.verdict))
    } catch {
      return ["", "# devices: \(error)".escapedForMessage(longest: longestReason)]
    }
  }

  /// Judges all devices that udev knows, in its order.
  private static func judgeAll(_ configuration: Configuration) throws(SystemError) -> [Judged] {
    let nodes = try DeviceMonitor().enumerate()
    let decider = DeviceDecider(configuration: configuration, displays: DisplayFolder().displays)
    var roster = DeviceRoster()
    roster.replaceAll(nodes)
    let clones = nodes.filter(\.isOfFilter)
    var judged: [String: Judged] = [:]
    roster.settle(by: decider) { decision in
      let found = judge(decision, clones: clones)
      judged[decision.node.systemPath] = found
      return found.refusal
    }
    return nodes.compactMap { judged[$0.systemPath] }
  }

  /// The longest reason printed. A reason names files, outputs and nodes: several names of the kernel's longest.
  private static let longestReason = 1024

  private struct Judged {
    var verdict: DeviceVerdict
    /// The error of a device that this process may not read.
    var locked: MessageLine?
    var refusal: DeviceRefusal?
  }

  /// Opens a device that is to be read, and judges what it is read as.
  private static func judge(_ decision: DeviceDecision, clones: [InputDeviceNode]) -> Judged {
    let node = decision.node
    var verdict = DeviceVerdict(
      node: node.path, name: node.description.name, numbers: node.identity.numbers, isUsed: false, reason: "")
    if let exclusion = decision.exclusion {
      verdict.reason = "\(exclusion)"
      return Judged(verdict: verdict)
    }
    do throws(DeviceOpenError) {
      let device = try EvdevDevice(opening: node, scope: decision.scope)
      do throws(DeviceRefusal) {
        let panel = try decision.panel(of: device.description, device.touchProtocol)
        verdict.isUsed = true
        verdict.reason = panel.summary
        verdict.findings = decision.findings(with: panel)
        if let filter = decision.filterFinding(of: device.description, panel, clones: clones) {
          verdict.findings.append(filter)
        }
      } catch {
        verdict.reason = "\(error)"
        return Judged(verdict: verdict, refusal: error)
      }
    } catch {
      if case .refused(_, let refusal) = error {
        verdict.reason = "\(refusal)"
        return Judged(verdict: verdict, refusal: refusal)
      } else {
        verdict.reason = "\(error)"
      }
      return Judged(verdict: verdict, locked: error.isMissingPermission ? error.line() : nil)
    }
    return Judged(verdict: verdict)
  }

  private static func summarize(_ verdicts: [Judged]) throws(DaemonError) {
    if verdicts.contains(where: \.verdict.isUsed) { return }
    if let locked = verdicts.lazy.compactMap(\.locked).first { throw .noPermission(locked) }
    throw .nothingToRead(ToolMessage.noTouchscreen.with())
  }

  private static func printJSON(_ verdicts: [Judged]) throws(DaemonError) {
    let encoder = MessageEncoder(Vocabulary(recognizers: []))
    var line = LineWriter()
    for judged in verdicts {
      encoder.write(judged.verdict, to: &line)
      try Terminal.write(line.bytes, in: 0..<line.count)
    }
  }

  /// A line for each device, and below a used device a line for each decision about it.
  static func lines(of verdicts: [DeviceVerdict]) -> [String] {
    let names = verdicts.map { "“\($0.name.escapedForMessage)”" }
    let nodeWidth = verdicts.map(\.node.count).max() ?? 0
    let topicWidth = DeviceVerdict.Finding.Topic.allCases.map(\.rawValue.count).max() ?? 0
    let nameWidth = names.map(\.count).max() ?? 0
    var lines: [String] = []
    for (verdict, name) in zip(verdicts, names) {
      lines.append(
        verdict.node.padded(to: nodeWidth) + (verdict.isUsed ? "  used      " : "  not used  ")
          + name.padded(to: nameWidth) + "  " + verdict.reason.escapedForMessage(longest: longestReason))
      for finding in verdict.findings {
        let value = finding.value.isEmpty ? "none" : finding.value.escapedForMessage
        lines.append(
          "    \(finding.topic.rawValue.padded(to: topicWidth))  \(value): "
            + finding.reason.escapedForMessage(longest: longestReason))
      }
    }
    return lines
  }

  /// The same lines as comments of TOML, after an empty line; none without a device.
  static func comments(of verdicts: [DeviceVerdict]) -> [String] {
    verdicts.isEmpty ? [] : [""] + lines(of: verdicts).map { "# \($0)" }
  }
}

extension TouchPanel {
  /// Size, its source, and the number of touches, for a person.
  fileprivate var summary: String {
    let size =
      "\(Int(self.size.width.rounded())) × \(Int(self.size.height.rounded())) mm by \(sizeSource.rawValue)"
    let touches = "\(maximumContacts) touch\(maximumContacts == 1 ? "" : "es")"
    let box = isSemiMultitouch ? ", two touches told as the box around them, so none turns" : ""
    return "\(size), \(touches)\(box)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
