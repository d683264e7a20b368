/** Looking things up by texts that come from a file, a daemon or a keyboard. */

/** A table that has its own entries and nothing else: no `toString`, no `constructor`, no `__proto__`. */
export function table(entries) {
  return Object.freeze(Object.assign(Object.create(null), entries));
}
