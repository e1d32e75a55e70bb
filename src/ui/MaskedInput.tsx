/**
 * A text field that shows its value under a mask while the user types. It is controlled, so that a look-up may fill it:
 * Mantine's MaskInput is uncontrolled, and cuts a pasted CNPJ at the length of a CPF.
 */
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { typedUnderMask } from './typed-under-mask.ts'

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

export function MaskedInput({ value, clean, format, caret = 'typed', onChange, ...rest }: MaskedInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange(typedUnderMask(event.currentTarget, { clean, format, caret }))
  }
  return <TextInput autoComplete="off" {...rest} value={format(value)} onChange={change} />
}
