/// The value itself. `#expect` copies the parts of an expression, which is impossible for a value that cannot be copied.
func isTrue(_ value: Bool) -> Bool { value }
