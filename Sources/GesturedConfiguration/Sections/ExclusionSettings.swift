public import GestureCore

/// A part of screens where landings are ignored: one `[exclusion.NAME]` table.
public struct ExclusionSettings: Hashable, Sendable {
  /// The author's name for the table.
  public var name: String
  /// The devices of the table, by the kernel's name for them; nil for all.
  public var pattern: TextPattern?
  /// The zone, and the touches that it ignores.
  public var zone: ExclusionZone

  /// Settings.
  public init(name: String, pattern: TextPattern? = nil, zone: ExclusionZone) {
    self.name = name
    self.pattern = pattern
    self.zone = zone
  }
}
