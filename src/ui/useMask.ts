/**
 * A text field under a mask. While a keyboard composes (Android), the field shows what the keyboard writes: a mask that
 * rewrites the text meanwhile doubles its characters.
 */
import { type ChangeEvent, type CompositionEvent, useState } from 'react'
import { typedUnderMask } from './typed-under-mask.ts'

export interface Masked {
  /** The value without the mask. */
  readonly value: string
  /** Returns the characters of a text that the mask groups. */
  readonly clean: (text: string) => string
  /** Returns the value under its mask; an incomplete value as far as it goes. */
  readonly format: (value: string) => string
  /** Caret after a key: where the user typed, or at the end for a value that fills from the right. */
  readonly caret?: 'typed' | 'end' | undefined
  readonly onChange: (value: string) => void
}

/** Returns the field's properties. */
export function useMask({ value, clean, format, caret = 'typed', onChange }: Masked) {
  const [composed, setComposed] = useState<string | null>(null)
  const take = (field: HTMLInputElement) => {
    setComposed(null)
    onChange(typedUnderMask(field, { clean, format, caret }))
  }
  return {
    value: composed ?? format(value),
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      if (!('isComposing' in nativeEvent && nativeEvent.isComposing === true)) return take(currentTarget)
      setComposed(currentTarget.value)
      onChange(clean(currentTarget.value))
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => take(currentTarget),
  }
}
