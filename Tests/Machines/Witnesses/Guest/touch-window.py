"""A window with one button, which says what GTK tells it of touches: `gtk down`, `gtk motion`, `gtk up`, `gtk cancel`, `gtk clicked`."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

WORDS = {
    Gdk.EventType.TOUCH_BEGIN: "down",
    Gdk.EventType.TOUCH_UPDATE: "motion",
    Gdk.EventType.TOUCH_END: "up",
    Gdk.EventType.TOUCH_CANCEL: "cancel",
}


def say(word):
    print(f"gtk {word}", flush=True)


def touched(_, event):
    say(WORDS[event.type])
    return False


window = Gtk.Window()
window.set_decorated(False)
window.set_default_size(640, 480)
button = Gtk.Button(label="touch")
button.add_events(Gdk.EventMask.TOUCH_MASK)
button.connect("touch-event", touched)
button.connect("clicked", lambda _: say("clicked"))
window.add(button)
window.connect("map-event", lambda *_: GLib.idle_add(say, "drawn"))
window.show_all()
Gtk.main()
