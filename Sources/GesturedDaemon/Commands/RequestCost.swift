/// The cost of a request besides its processor time, which is measured.
struct RequestCost: Hashable {
  /// The lines sent before the reply.
  var lines = 0
}
