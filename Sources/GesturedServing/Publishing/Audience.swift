/// Clients that hear the same scene, and therefore the same events. Audiences are numbered; `AudienceScene` has the
/// scene of each.
package enum Audience {
  /// The number of the audience that hears what the configuration and clients with the right declare.
  package static let everyone = 0
}
