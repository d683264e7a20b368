/// What a request has cost beyond its processor time, which is measured.
struct RequestCost: Hashable {
  /// The lines that it was answered with before its reply.
  var lines = 0
}
