/// A key of a table and its value.
struct SettingEntry: Hashable, Sendable {
  /// The key: any text.
  var key: String
  /// The place of the key's beginning.
  var keyPosition: SettingPlace
  /// The key's value.
  var value: SettingValue
}
