/// The identity of the names that an encoder writes, replaced whenever a name changes. Kept stretches hold a reference
/// to their edition, so its address is never reused for another edition.
final class TextEdition: Sendable {}
