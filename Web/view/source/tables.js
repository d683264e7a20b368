/** Tables and sums that are safe with input of any kind and size. */

/** A table to look up by a text of a file, a daemon or a keyboard. It has its own entries and nothing else: no `toString`, no `constructor`, no `__proto__`. */
export function table(entries) {
  return Object.freeze(Object.assign(Object.create(null), entries));
}

/** The largest of the values that `of` has for the items. A call with each as an argument would fail for 100,000 of them. */
export function largest(items, of) {
  let found = -Infinity;
  for (const item of items) found = Math.max(found, of(item));
  return found;
}
