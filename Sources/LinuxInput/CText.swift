/// A C string as text, nil for nil. Bytes that are not UTF-8 become U+FFFD, so that JSON can carry a device's name
/// (D29). All other bytes stay; log lines and errors escape them.
func text(of bytes: UnsafePointer<CChar>?) -> String? {
  guard let bytes = unsafe bytes else { return nil }
  return unsafe String(cString: bytes)
}
