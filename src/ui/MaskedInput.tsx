/**
 * A text field that shows its value under a mask while the user types. It is controlled, so that a look-up may fill it:
 * Mantine's MaskInput is uncontrolled, and cuts a pasted CNPJ at the length of a CPF.
 */
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'

interface MaskedInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** The value without the mask. */
  readonly value: string
  /** Returns the characters of a text that the mask groups. */
  readonly clean: (text: string) => string
  /** Returns the value under its mask; an incomplete value as far as it goes. */
  readonly format: (value: string) => string
  /** Caret after a key: where the user typed, or at the end for a value that fills from the right. */
  readonly caret?: 'typed' | 'end'
  readonly onChange: (value: string) => void
}

/** Index in `text` after its first `count` relevant characters. */
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
    // Set directly: if the masked value does not change, React does not write it, and the caret jumps to the end.
    field.value = text
    const place = caret === 'end' || before >= next.length ? text.length : placeAfter(text, before, clean)
    field.setSelectionRange(place, place)
    onChange(next)
  }
  return <TextInput autoComplete="off" {...rest} value={format(value)} onChange={change} />
}
