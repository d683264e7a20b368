/// A C string as text, nil for nil. Bytes that are not UTF-8 become U+FFFD, so that a device's name can be
/// put into JSON (D29); whatever else is in it stays, and is escaped where it is shown.
func text(of bytes: UnsafePointer<CChar>?) -> String? {
  guard let bytes = unsafe bytes else { return nil }
  return unsafe String(cString: bytes)
}
