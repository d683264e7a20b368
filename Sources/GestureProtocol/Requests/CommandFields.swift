import EventFamilies
import GestureCore

/// The fields of commands.
enum CommandFields {
  static let name = "a name of 1 to 255 bytes"
  static let aDevice = "a device's number, or what it calls itself"
  static let aTable = "an object with name and the keys of the configuration"

  static let filter = FieldDescription(
    "filter", "a list of filters, each an object", "What is sent: whatever fits one of them.")
  static let units = FieldDescription(
    "units", words(WireUnits.self), "What lengths are measured in; mm where it is not said.")
  static let touches = FieldDescription(
    "touches", words(TouchLevel.self), "How much of raw touches is sent; none where it is not said.")
  static let rate = FieldDescription(
    "rate", "a number from 0 to 1000", "The most changed lines a second and gesture; 0 for all.")
  static let snapshot = FieldDescription(
    "snapshot", "true or false", "Whether what is there already is told first.")

  static let owners = FieldDescription(
    "owners", words(OwnerScope.self),
    "Whose are listed: with all also those of other clients of this user, of everybody for root (ADD-20).")

  static let regionEdits = FieldDescription(
    "edits", "a list of edits, each an object with one of " + RegionEditFields.verbs.joined(separator: ", "),
    "What is to be done, in order.")
  static let keyWindow = FieldDescription("key_window", name, "The window that becomes key.")
  static let recognizerEdits = FieldDescription(
    "edits",
    "a list of edits, each an object with one of " + RecognizerEditFields.verbs.joined(separator: ", "),
    "What is to be done, in order.")

  static let recognizer = FieldDescription("recognizer", name, isRequired: true, "The recognizer.")
  static let translation = FieldDescription(
    "translation", "[x, y], each a number from -10000 to 10000 mm",
    "Where a pan counts from now on (PAN-11).")
  static let scale = FieldDescription(
    "scale", "a number from 0.0001 to 10000", "What a pinch counts from now on (PIN-4).")
  static let rotation = FieldDescription(
    "rotation", "a number from -1000 to 1000 radians", "What a rotation counts from now on (ROT-7).")
  static let identity = FieldDescription(
    "identity", "true", "Takes all values of a transform back to nothing (XFM-6).")
  static let device = FieldDescription("device", aDevice, "The touchscreen; all where it is not said.")

  static let region = FieldDescription("region", name, isRequired: true, "The region.")
  static let enabled = FieldDescription("enabled", "true or false", isRequired: true, "Whether it does.")
  static let interactionState = FieldDescription(
    "state", "begin or end", isRequired: true, "Which of the two.")
  static let wakes = FieldDescription(
    "wake", "true or false, with the state end",
    "Whether the touch that is down, or has just lifted, has lit the screen: it is nobody's.")
  static let focusedRegion = FieldDescription(
    "region", name + ", or null", isRequired: true, "The region; null for none.")
  static let turnedDevice = FieldDescription("device", aDevice, isRequired: true, "The touchscreen.")
  static let degrees = FieldDescription(
    "rotation", "0, 90, 180 or 270", isRequired: true, "Degrees clockwise.")

  static let question = FieldDescription(
    "question", "the number of a question", isRequired: true, "The question.")
  static let answer = FieldDescription("value", "true or false", isRequired: true, "The answer.")
  static let event = FieldDescription("event", "the number of an offer", isRequired: true, "The offer.")
  static let recognizerState = FieldDescription(
    "state", "one of " + states.map(\.word).joined(separator: ", "), isRequired: true,
    "The state that it is in now.")
  static let ignore = FieldDescription(
    "ignore", "a list of at most 100 ids of touches", "Touches that it does not want (CUS-5).")
  static let deadline = FieldDescription(
    "deadline", "a number from 0 to 2 seconds", "How long it waits without touches (CUS-6).")
  static let values = FieldDescription(
    "values", "an object of at most 4096 bytes", "What its line carries beyond the usual fields (CUS-9).")

  static let motionRate = FieldDescription(
    "rate", "a number from 1 to 100", isRequired: true, "How many samples a second at most (MOT-18).")
  static let receive = FieldDescription(
    "receive", "true or false", "Whether commands are received from now on (RMT-9).")
  static let playback = FieldDescription(
    "playback", words(PlaybackState.self),
    "What the player does: one click plays where it is stopped (CLK-2).")
  private static let commands =
    "one or a list of " + RemoteCommand.allCases.map(\.word).joined(separator: ", ")
  static let enable = FieldDescription("enable", commands, "Commands that are wanted again (RMT-15).")
  static let disable = FieldDescription("disable", commands, "Commands that are not wanted (RMT-15).")
  static let session = FieldDescription(
    "session", "true or false",
    "Claims the audio session, or gives it up: of those who receive, who claimed it last does (RMT-10).")
  static let category = FieldDescription(
    "category", words(AudioCategory.self), "What the sound is for (AUD-14).")
  static let override = FieldDescription(
    "override", "speaker or none", "Whether it is to go to the loudspeaker whatever is plugged in (AUD-16).")
  static let configurationChanged = FieldDescription(
    "configuration_changed", "true",
    "Says that something about a port has changed, as a sound server knows (AUD-19).")

  /// The states that a recognizer in a client may say it is in.
  static let states: [GestureState] = [.possible, .began, .changed, .ended, .cancelled, .failed]

  /// A list of words, as messages say it.
  static func words<Word: CaseIterable & RawRepresentable<String>>(_ words: Word.Type) -> String {
    "one of " + words.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

/// The fields of a filter.
enum FilterFields {
  static let type = FieldDescription(
    "type", "one or a list of " + FilterDescription.LineType.allCases.map(\.rawValue).joined(separator: ", "),
    "What the line is.")
  static let kind = FieldDescription(
    "kind", "one or a list of " + kinds.joined(separator: ", "), "The kind of its recognizer.")
  static let recognizer = FieldDescription(
    "recognizer", "one or a list of names", "The name of its recognizer.")
  static let touchCount = FieldDescription(
    "touch_count", "a whole number from 1 to 10, or a list of such", "How many fingers it speaks of.")
  static let state = FieldDescription(
    "state", "one or a list of " + states.map(\.word).joined(separator: ", "), "The state of its gesture.")
  static let region = FieldDescription("region", "one or a list of names", "The name of its region.")
  static let descendants = FieldDescription(
    "descendants", "true or false", "Whether regions inside those count too; true where it is not said.")
  static let device = FieldDescription(
    "device", "one or a list of devices' numbers and names", "Its touchscreen.")

  static let owners = FieldDescription(
    "owners", CommandFields.words(OwnerScope.self),
    "Whose recognizers: with all also those of other clients of this user, of everybody for root (ADD-20).")

  /// The kinds that there are.
  static let kinds = RecognizerCatalog.clientTypes.map { $0.kind.name }
  /// The states that lines of gestures are in.
  static let states: [GestureState] = [.began, .changed, .ended, .cancelled]
}

/// The fields of an edit of regions.
enum RegionEditFields {
  static let verbs = ["add", "add_window", "change", "move", "reorder", "remove"]

  static let add = FieldDescription("add", CommandFields.aTable, "A region, in front of its siblings.")
  static let addWindow = FieldDescription("add_window", CommandFields.aTable, "A window.")
  static let change = FieldDescription(
    "change", CommandFields.aTable, "A region or window: what is named changes.")
  static let move = FieldDescription("move", CommandFields.name, "A region that gets another parent.")
  static let to = FieldDescription("to", CommandFields.name, isRequired: true, "That parent.")
  static let reorder = FieldDescription(
    "reorder", CommandFields.name, "A region that comes elsewhere among its siblings.")
  static let inFrontOf = FieldDescription(
    "in_front_of", CommandFields.name + ", or null", isRequired: true,
    "The sibling right behind it; null: it comes behind all.")
  static let remove = FieldDescription("remove", CommandFields.name, "A region that goes.")
}

/// The fields of an edit of recognizers.
enum RecognizerEditFields {
  static let verbs = ["add", "change", "enable", "disable", "remove"]

  static let add = FieldDescription("add", CommandFields.aTable, "A recognizer.")
  static let change = FieldDescription("change", CommandFields.aTable, "One: what is named changes.")
  static let enable = FieldDescription("enable", CommandFields.name, "One that takes part again.")
  static let disable = FieldDescription("disable", CommandFields.name, "One that takes part no more.")
  static let remove = FieldDescription("remove", CommandFields.name, "One that goes.")
}
