// The menu, the buttons, the keys and the wheel: all that gestures do, without fingers.
import { clamp, draw, fit, fromCenter, photo, removePhoto, turnPage, turnRight, zoomBy } from "./motion.js";

const find = (id) => document.getElementById(id);
const [stage, menu, connection] = ["stage", "menu", "connection"].map(find);

export const isMenuOpen = () => menu.open;

/** Opens the menu at a place in client px, wholly visible. */
export function openMenu(x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
  menu.show();
  menu.style.left = `${clamp(x, 8, stage.clientWidth - menu.offsetWidth - 8)}px`;
  menu.style.top = `${clamp(y, 8, stage.clientHeight - menu.offsetHeight - 8)}px`;
  menu.querySelector("button").focus();
}

export function closeMenu() {
  menu.close();
  stage.focus({ preventScroll: true });
}

function share() {
  const { alt, src } = photo();
  navigator.share?.({ title: alt, url: src }).catch(() => {}); // the user has changed their mind
}

function showInformation() {
  const { alt, naturalWidth, naturalHeight } = photo();
  connection.textContent = `${alt}, ${naturalWidth} × ${naturalHeight}`;
}

// By the attribute data-do of buttons.
const ACTIONS = {
  previous: () => turnPage(-1),
  next: () => turnPage(1),
  in: () => zoomBy(1.5),
  out: () => zoomBy(1 / 1.5),
  fit: () => fit(),
  turn: () => turnRight(),
  menu: () => openMenu(),
  share,
  delete: removePhoto,
  information: showInformation,
  close: () => {}, // an action closes the menu anyway
};
const KEYS = {
  ArrowLeft: "previous", ArrowRight: "next", "+": "in", "=": "in", "-": "out", 0: "fit", r: "turn",
  Enter: "menu", Escape: "close",
};

function act(name) {
  if (menu.open) closeMenu();
  ACTIONS[name]?.();
  draw();
}

addEventListener("click", ({ target }) => act(target.closest("[data-do]")?.dataset.do));

addEventListener("keydown", (event) => {
  // An open menu has the keys of the browser, and Escape.
  const name = menu.open && event.key !== "Escape" ? null : KEYS[event.key];
  const isButton = name === "menu" && event.target.closest("button");
  if (!name || isButton || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  act(name);
});

stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomBy(1.0015 ** -event.deltaY, fromCenter(event));
}, { passive: false });

addEventListener("resize", () => fit(1));
