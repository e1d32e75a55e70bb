/** What was typed into a field under a mask. The caret stays behind the character that was typed. */

interface Mask {
  readonly clean: (text: string) => string
  readonly format: (value: string) => string
}

/** Index in `text` after its first `count` relevant characters. */
function placeAfter(text: string, count: number, clean: (text: string) => string): number {
  for (let place = 0; place <= text.length; place++)
    if (clean(text.slice(0, place)).length >= count) return place
  return text.length
}

/** Writes `text` into the field. `clean` returns the characters that count for the place of the caret. */
function write(field: HTMLInputElement, text: string, clean: (text: string) => string): void {
  if (text === field.value) return
  // A field of mail addresses tells and takes no place of the caret.
  const hasCaret = field.selectionStart !== null
  const caret = field.selectionStart ?? field.value.length
  const atEnd = caret >= field.value.length
  const before = clean(field.value.slice(0, caret)).length
  // Set directly: if the masked value does not change, React does not write it, and the caret jumps to the end.
  field.value = text
  const place = atEnd || before >= clean(text).length ? text.length : placeAfter(text, before, clean)
  if (hasCaret) field.setSelectionRange(place, place)
}

/** Writes the masked value into the field and returns the value without its mask. */
export function typedUnderMask(field: HTMLInputElement, { clean, format }: Mask): string {
  const next = clean(field.value)
  write(field, format(next), clean)
  return next
}

/** Writes the text that `shape` made of what was typed. */
export const writeShaped = (field: HTMLInputElement, text: string) =>
  write(field, text, (part) => part.replaceAll(/[^\d,]/g, ''))

/** Returns what came into a field that showed `before`; all of its text where that is gone. */
export function insertedText(before: string, after: string): string {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const rest = Math.min(before.length, after.length) - start
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return start + end < before.length ? after : after.slice(start, after.length - end)
}
