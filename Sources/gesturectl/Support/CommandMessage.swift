import GestureCore

/// Warnings and errors of gesturectl, other than those of the connection and of its options.
enum CommandMessage: String, DeclaredMessage {
  case outputNotWritten = "standard output cannot be written: …"
  case noGreetingYet =
    "…: gestured sends no greeting yet: if it does not start, journalctl -u gestured says why"
  case noTerminal = "the monitor needs a terminal; in a pipe, use gesturectl listen"
  case keysNotRead = "keys cannot be read: …; without a terminal, use gesturectl listen"
  case noSuchTouchscreen = "there is no such touchscreen: see gesturectl devices"
  case notARecording = "…: no recording of gestured --record: line … has …, allowed is …"
  case notATouchscreen = "…: no touchscreen: …"
  case tooManyTouches = "the touches are too many for a report"
  case noActions = "…: give a file of actions, such as config/actions.toml"
  case actionsStay = "…: the actions stay as they are"
  case noRightToIgnore =
    "you do not have the right ignore_interaction: give it in [rights] of gestured's configuration"
  case noRightToSeeFilters = "only root and gestured's own user see the state of filters"
  case lockStateUnknown = "the state of the session's lock is unknown: …"
  case commandNotStarted = "… cannot be started: …"
  case tryingAgain = "…; trying again"
  case privateModeOff = "…; private mode is NOT on: what is typed may be seen by other clients"
  case tooManyCommands = "…: commands take too long: … left out so far; --parallel may help"
  case commandNotFound = "…: the command was not found (exit code 127)"
  case commandFailed = "…: the command ended with exit code …"
  case commandKilled = "…: the command was ended by signal …"
  case actionNotStarted = "…: the command cannot be started: …"
  case noSuchRecognizer = "there is no recognizer … now: waiting for it"
  case unknownName = "… …: there is no such … now: no lines come until there is"
  case misspelledName = "… …: there is no such … now: did you mean …?"
  case nothingDeclared = "… …: no declared recognizer …: no lines come until one does"
  case neverReported = "… …: this … reports no gestures, so no lines come"
  case notCompared = "…: the names in the file were not compared with what is declared"
  case recordingTooLong = "…: the page would hold more than 50 MB of lines: record a shorter time"
  case noViewPage = "the page of the view is missing: it belongs in share/gestured/view.html beside bin"
  case noBridge = "the live view needs the program gestured-web"
  case viewNotWritten = "… cannot be written: …"
  case browserNotOpened = "no browser was opened: open …"
  case noPlaces = "touchscreen … has no places in these units: …"

  var advice: String {
    switch self {
    case .outputNotWritten: "Free the disk that the output goes to, or check the pipe."
    case .noGreetingYet: "Nothing if gestured starts within seconds. Otherwise read its log."
    case .noTerminal, .keysNotRead: "Run the command in a terminal, without a pipe."
    case .noSuchTouchscreen: "Give a listed number to `--device`."
    case .notARecording: "Give a file that `gestured --record` or evemu wrote, unchanged."
    case .notATouchscreen: "Record the device that `gestured --list-devices` calls a touchscreen."
    case .tooManyTouches: "Give a `--timeout` of some minutes."
    case .noActions: "Check the path; `gesturectl run --check FILE` checks a file."
    case .actionsStay: "Correct the file: it is read again when it changes."
    case .noRightToIgnore: "Add your user or group there, then run `systemctl reload gestured`."
    case .noRightToSeeFilters: "Run the command as root."
    case .lockStateUnknown: "Start logind and the system bus, then start the command again."
    case .commandNotStarted, .actionNotStarted: "Check the name, the path and the permission of the command."
    case .tryingAgain:
      "Nothing: gesturectl connects when gestured is back. Look for the first part of the message in the rows of this page."
    case .privateModeOff: "Type no secret on the glass until `private mode is on now` appears."
    case .tooManyCommands:
      "See [A command for a gesture does not run](#a-command-for-a-gesture-does-not-run)."
    case .commandNotFound: "Install the program, or give its whole path."
    case .commandFailed: "Run the command by hand, and read its own messages."
    case .commandKilled: "Look for the program that sent the signal; 9 may be the kernel, which lacks memory."
    case .noSuchRecognizer, .unknownName, .misspelledName:
      "Check the spelling; a client may declare the name later."
    case .nothingDeclared:
      "Check the value, or declare such a recognizer: `gestured --print-config` shows the configuration's."
    case .neverReported:
      "Name the recognizer whose gestures you want; a `touch_delay` only holds touches back for others."
    case .notCompared: "Start gestured, or give its `--socket`, then check again."
    case .recordingTooLong: "Cut the recording, or record again for a few minutes."
    case .noViewPage: "Install the package again, or run `make view` in a checkout."
    case .noBridge: "Install the package gestured-web, or give `gesturectl view` a recording."
    case .viewNotWritten: "Give another path to `--output`, or free the disk."
    case .browserNotOpened: "Open the file in a browser by hand, or install xdg-utils."
    case .noPlaces: "Set `pixels` in the touchscreen's `[device]` table, or use `--units mm`."
    }
  }

  var exitCode: Int32? {
    switch self {
    case .outputNotWritten: 74
    case .noTerminal: 64
    case .keysNotRead: 71
    case .notARecording: 65
    case .noSuchTouchscreen, .notATouchscreen, .tooManyTouches, .lockStateUnknown: 69
    case .noActions: 78
    case .noRightToIgnore, .noRightToSeeFilters: 77
    case .recordingTooLong: 65
    case .noViewPage, .noBridge: 69
    case .viewNotWritten: 74
    case .commandNotStarted: 127
    case .actionsStay, .noGreetingYet, .tryingAgain, .privateModeOff, .tooManyCommands, .commandNotFound,
      .commandFailed,
      .commandKilled,
      .actionNotStarted, .noSuchRecognizer, .unknownName, .misspelledName, .nothingDeclared, .neverReported,
      .notCompared, .noPlaces, .browserNotOpened:
      nil
    }
  }
}
