/// A configuration of regions that are responders, as text.
public struct SceneText: Sendable {
  /// The text.
  public private(set) var text: String

  /// A scene over other tables.
  public init(_ others: String = "") {
    text = others
  }

  /// The scene with another region.
  ///
  /// - Parameters:
  ///   - name: the name of the region.
  ///   - parent: the region around it; nil for the root.
  ///   - frame: its corner and size in the region around it, in mm.
  ///   - controller: the name of its controller; nil without one.
  ///   - isFocusable: whether it can become first responder.
  ///   - keys: further lines of its table.
  public func region(
    _ name: String, in parent: String? = nil, _ frame: [Int], controller: String? = nil,
    isFocusable: Bool = false, _ keys: String...
  ) -> SceneText {
    var lines = ["", "[region.\(name)]"]
    if let parent { lines.append("parent = \"\(parent)\"") }
    lines.append("frame = \(frame)")
    if let controller { lines.append("controller = \"\(controller)\"") }
    if isFocusable { lines.append("can_become_first_responder = true") }
    return adding(lines + keys)
  }

  /// The scene in which all users have some rights.
  public func rights(_ names: String...) -> SceneText {
    adding(["", "[rights]"] + names.map { "\($0) = [\"*\"]" })
  }

  /// The scene with another table.
  public func table(_ head: String, _ keys: String...) -> SceneText {
    adding(["", "[\(head)]"] + keys)
  }

  private func adding(_ lines: [String]) -> SceneText {
    SceneText(text + lines.joined(separator: "\n") + "\n")
  }
}
