import GestureCore

/// A command, as clients must know it.
public struct CommandDescription: Hashable, Sendable {
  /// Its name on the wire.
  public var name: String
  /// What it does, in one sentence.
  public var summary: String
  /// Its fields, in the order of the manual; `id` and `command` go without saying.
  public var fields: [FieldDescription]

  /// A command.
  init(_ name: String, _ summary: String, _ fields: [FieldDescription] = []) {
    self.name = name
    self.summary = summary
    self.fields = fields
  }

  /// All commands, in the order of the manual.
  public static let all: [CommandDescription] = [
    CommandDescription(
      "subscribe", "Sends what fits from now on, instead of what was sent before.",
      [
        CommandFields.filter, CommandFields.units, CommandFields.touches, CommandFields.rate,
        CommandFields.snapshot,
      ]),
    CommandDescription("unsubscribe", "Sends nothing any more but replies and what is the connection's own."),
    CommandDescription(
      "regions", "Edits regions and windows, all edits or none; without fields lists them.",
      [CommandFields.regionEdits, CommandFields.keyWindow, CommandFields.owners]),
    CommandDescription(
      "recognizers", "Edits the client's own recognizers, all edits or none; without fields lists them.",
      [CommandFields.recognizerEdits, CommandFields.owners]),
    CommandDescription(
      "set", "Sets a value of a recognizer of one's own while it works.",
      [
        CommandFields.recognizer, CommandFields.translation, CommandFields.scale, CommandFields.rotation,
        CommandFields.identity, CommandFields.device,
      ]),
    CommandDescription(
      "forward", "Says whether the client passes a region's touches on to what the region lies in.",
      [CommandFields.region, CommandFields.enabled]),
    CommandDescription(
      "inhibit", "Takes the lease: no single finger, place or raw touch goes out meanwhile."),
    CommandDescription("release", "Gives the lease back."),
    CommandDescription(
      "ignore_interaction", "Begins or ends to ignore touches that land.",
      [CommandFields.interactionState, CommandFields.wakes]),
    CommandDescription(
      "cancel_touches", "Cancels the touches of a touchscreen, or of all.", [CommandFields.device]),
    CommandDescription(
      "focus", "Makes a region first responder, or none.", [CommandFields.focusedRegion]),
    CommandDescription(
      "orientation", "Says how a touchscreen is turned from now on.",
      [CommandFields.turnedDevice, CommandFields.degrees]),
    CommandDescription(
      "motion_subscribe", "Sends raw motion from now on, to this connection alone.",
      [CommandFields.motionRate]),
    CommandDescription("motion_unsubscribe", "Sends raw motion no more."),
    CommandDescription("motion_get", "Asks for the last sample of motion."),
    CommandDescription(
      "remote",
      "Begins or ends to receive what remote controls and headsets ask for, and says what the player does.",
      [CommandFields.receive, CommandFields.playback, CommandFields.enable, CommandFields.disable]),
    CommandDescription(
      "audio", "Claims the audio session, or says what the sound is for and where it is to go.",
      [
        CommandFields.session, CommandFields.category, CommandFields.override,
        CommandFields.configurationChanged,
      ]),
    CommandDescription("status", "Asks how the daemon and this connection are."),
    CommandDescription("devices", "Asks which touchscreens there are."),
    CommandDescription("ping", "Asks for nothing but a reply."),
    CommandDescription(
      "answer", "Answers a question.", [CommandFields.question, CommandFields.answer]),
    CommandDescription(
      "state", "Says how a recognizer stands that runs in the client.",
      [
        CommandFields.event, CommandFields.recognizerState, CommandFields.ignore, CommandFields.deadline,
        CommandFields.values,
      ]),
  ]

  /// The fields of a filter.
  public static let filter: [FieldDescription] = [
    FilterFields.type, FilterFields.kind, FilterFields.recognizer, FilterFields.touchCount,
    FilterFields.state, FilterFields.region, FilterFields.descendants, FilterFields.device,
    FilterFields.owners,
  ]
}
