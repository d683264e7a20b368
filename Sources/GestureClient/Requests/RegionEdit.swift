public import GestureProtocol

/// One edit of the regions of a screen. Settings are the keys of `[region.NAME]` and `[window.NAME]` in
/// docs/configuration.md, written as JSON.
public struct RegionEdit: Hashable, Sendable {
  /// The edit in the form of a request.
  let json: JSONValue

  /// Adds a region.
  ///
  /// - Parameters:
  ///   - name: a name that is not taken.
  ///   - parent: the enclosing region; nil for the whole screen.
  ///   - frame: x, y, width and height in the parent: numbers in mm, or text with a unit such as `"50%"`; nil for the
  ///     frame of the parent's layout.
  ///   - settings: other keys.
  public static func add(
    _ name: String, in parent: String? = nil, frame: [JSONValue]? = nil, settings: [String: JSONValue] = [:]
  ) -> RegionEdit {
    RegionEdit("add", name, parent: parent, frame: frame, settings)
  }

  public static func addWindow(_ name: String, settings: [String: JSONValue] = [:]) -> RegionEdit {
    RegionEdit("add_window", name, parent: nil, frame: nil, settings)
  }

  /// Changes some settings of a region. The other settings stay.
  public static func change(
    _ name: String, frame: [JSONValue]? = nil, settings: [String: JSONValue] = [:]
  ) -> RegionEdit {
    RegionEdit("change", name, parent: nil, frame: frame, settings)
  }

  /// Moves a region into another one.
  public static func move(_ name: String, to parent: String) -> RegionEdit {
    RegionEdit(json: ["move": .text(name), "to": .text(parent)])
  }

  /// Moves a region in front of a sibling; nil moves it behind all siblings.
  public static func reorder(_ name: String, inFrontOf other: String?) -> RegionEdit {
    RegionEdit(json: ["reorder": .text(name), "in_front_of": other.map { .text($0) } ?? .null])
  }

  /// Removes a region and all regions inside.
  public static func remove(_ name: String) -> RegionEdit {
    RegionEdit(json: ["remove": .text(name)])
  }

  private init(json: JSONValue) {
    self.json = json
  }

  private init(
    _ word: String, _ name: String, parent: String?, frame: [JSONValue]?, _ settings: [String: JSONValue]
  ) {
    var fields = settings
    fields["name"] = .text(name)
    if let parent { fields["parent"] = .text(parent) }
    if let frame { fields["frame"] = .list(frame) }
    json = .object([word: .object(fields)])
  }
}
