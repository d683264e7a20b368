/// The cost of a request besides its processor time, which is measured.
package struct RequestCost: Hashable {
  /// The lines sent before the reply.
  package var lines = 0
}
