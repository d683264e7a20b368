/// Which names an encoder writes: anew each time that one of them changes. What is kept of lines holds on to the
/// edition that it was written with, so that no other edition can ever be taken for it.
final class TextEdition: Sendable {}
