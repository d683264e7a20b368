/// The value itself: `#expect` looks into what it is given, and cannot look into what is not copied.
func isTrue(_ value: Bool) -> Bool { value }
