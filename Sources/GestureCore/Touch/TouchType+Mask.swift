extension TouchType {
  /// The bits of some types; nil stands for all types (ARB-27).
  static func mask(_ types: [TouchType]?) -> UInt8 {
    guard let types else { return .max }
    return types.reduce(0) { $0 | $1.bit }
  }

  /// The bit of this type.
  @inline(__always)
  var bit: UInt8 { 1 << rawValue }
}
