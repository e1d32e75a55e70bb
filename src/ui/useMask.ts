/**
 * A text field under a mask. While a keyboard composes (Android), the field shows what the keyboard writes: a mask that
 * rewrites the text meanwhile doubles its characters.
 */
import { type ChangeEvent, type CompositionEvent, useState } from 'react'
import { typedUnderMask, writeShaped } from './typed-under-mask.ts'

export interface Masked {
  /** The value without the mask. */
  readonly value: string
  /** Returns the characters of a text that the mask groups. */
  readonly clean: (text: string) => string
  /** Returns the value under its mask; an incomplete value as far as it goes. */
  readonly format: (value: string) => string
  /**
   * For a value that is read from the text as a whole (money, days): returns the text that the field shows until the
   * user leaves it. `whole`: the text came at once and not key by key.
   */
  readonly shape?:
    | ((text: string, change: { readonly before: string; readonly whole: boolean }) => string)
    | undefined
  readonly onChange: (value: string) => void
}

/** One character or one deletion; what is pasted, filled in or composed comes at once. */
function isKey(event: Event): boolean {
  if (!('inputType' in event && typeof event.inputType === 'string')) return false
  if (event.inputType.startsWith('delete')) return true
  const data = 'data' in event && typeof event.data === 'string' ? event.data : ''
  return event.inputType === 'insertText' && data.length === 1
}

/** Returns the field's properties. */
export function useMask({ value, clean, format, shape, onChange }: Masked) {
  const [composed, setComposed] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  // A value from outside replaces the typed text.
  const text = typed !== null && clean(typed) === value ? typed : format(value)
  const take = (field: HTMLInputElement, whole: boolean) => {
    setComposed(null)
    if (shape === undefined) return onChange(typedUnderMask(field, { clean, format }))
    const shaped = shape(field.value, { before: text, whole })
    writeShaped(field, shaped)
    setTyped(shaped)
    onChange(clean(shaped))
  }
  return {
    value: composed ?? text,
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      if (!('isComposing' in nativeEvent && nativeEvent.isComposing === true))
        return take(currentTarget, !isKey(nativeEvent))
      setComposed(currentTarget.value)
      onChange(clean(currentTarget.value))
    },
    onCompositionEnd: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) =>
      take(currentTarget, data.length > 1),
    onBlur: () => setTyped(null),
  }
}
