/// A key of a table and its value.
struct SettingEntry: Hashable, Sendable {
  /// The key: any text.
  var key: String
  /// Where the key begins.
  var keyPosition: SettingPlace
  /// What it is set to.
  var value: SettingValue
}
