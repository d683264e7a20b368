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
    let nodes: [InputDeviceNode]
    do throws(SystemError) {
      nodes = try DeviceMonitor().enumerate()
    } catch {
      throw .system(error)
    }
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
    let verdicts = nodes.compactMap { judged[$0.systemPath] }
    switch format {
    case .none: try summarize(verdicts)
    case .json: try printJSON(verdicts)
    case .text: try printText(verdicts)
    }
    // The message comes in addition to the list, which may be empty for a program too.
    if verdicts.isEmpty, format != .none { Terminal.complain(ToolMessage.noInputDevices.with()) }
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
      try Terminal.put(line.bytes, in: 0..<line.count)
    }
  }

  private static func printText(_ verdicts: [Judged]) throws(DaemonError) {
    let names = verdicts.map { "“\($0.verdict.name.escapedForMessage)”" }
    let nodeWidth = verdicts.map(\.verdict.node.count).max() ?? 0
    let topicWidth = DeviceVerdict.Finding.Topic.allCases.map(\.rawValue.count).max() ?? 0
    let nameWidth = names.map(\.count).max() ?? 0
    for (judged, name) in zip(verdicts, names) {
      try Terminal.say(
        judged.verdict.node.padded(to: nodeWidth) + (judged.verdict.isUsed ? "  used      " : "  not used  ")
          + name.padded(to: nameWidth) + "  "
          + judged.verdict.reason.escapedForMessage(longest: longestReason))
      for finding in judged.verdict.findings {
        let value = finding.value.isEmpty ? "none" : finding.value.escapedForMessage
        try Terminal.say(
          "    \(finding.topic.rawValue.padded(to: topicWidth))  \(value): "
            + finding.reason.escapedForMessage(longest: longestReason))
      }
    }
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
