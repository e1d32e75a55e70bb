/**
 * A text field that shows its value under a mask while it is typed. Controlled, so that a look-up may fill it: Mantine's
 * own MaskInput keeps the value to itself and cuts a pasted CNPJ at the length of a CPF.
 */
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'

interface MaskedInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** Without the mask. */
  readonly value: string
  /** What counts of a text: the characters that the mask groups. */
  readonly clean: (text: string) => string
  /** The value under its mask, as far as it goes. */
  readonly format: (value: string) => string
  /** Where the mark stands after a key: where one typed, or at the end for what is filled from the right. */
  readonly caret?: 'typed' | 'end'
  readonly onChange: (value: string) => void
}

/** The place in `text` after its first `count` characters that count. */
function placeAfter(text: string, count: number, clean: (text: string) => string): number {
  for (let place = 0; place <= text.length; place++)
    if (clean(text.slice(0, place)).length >= count) return place
  return text.length
}

export function MaskedInput({ value, clean, format, caret = 'typed', onChange, ...rest }: MaskedInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const next = clean(field.value)
    const before = clean(field.value.slice(0, field.selectionStart ?? field.value.length)).length
    const text = format(next)
    // Written at once: a value that the mask leaves as it was would come back with the mark at its end.
    field.value = text
    const place = caret === 'end' || before >= next.length ? text.length : placeAfter(text, before, clean)
    field.setSelectionRange(place, place)
    onChange(next)
  }
  return <TextInput autoComplete="off" {...rest} value={format(value)} onChange={change} />
}
