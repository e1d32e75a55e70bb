/** What was typed into a field under a mask. The caret stays behind the character that was typed. */

interface Mask {
  readonly clean: (text: string) => string
  readonly format: (value: string) => string
  readonly caret: 'typed' | 'end'
}

/** Index in `text` after its first `count` relevant characters. */
function placeAfter(text: string, count: number, clean: (text: string) => string): number {
  for (let place = 0; place <= text.length; place++)
    if (clean(text.slice(0, place)).length >= count) return place
  return text.length
}

/** Writes the masked value into the field and returns the value without its mask. */
export function typedUnderMask(field: HTMLInputElement, { clean, format, caret }: Mask): string {
  const next = clean(field.value)
  const before = clean(field.value.slice(0, field.selectionStart ?? field.value.length)).length
  const text = format(next)
  // Set directly: if the masked value does not change, React does not write it, and the caret jumps to the end.
  field.value = text
  const place = caret === 'end' || before >= next.length ? text.length : placeAfter(text, before, clean)
  field.setSelectionRange(place, place)
  return next
}
