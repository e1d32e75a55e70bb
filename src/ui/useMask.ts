/**
 * A text field under a mask. While a keyboard composes (Android), the field shows what the keyboard writes: a mask that
 * rewrites the text meanwhile doubles its characters. What is pasted is searched for the value; where it has none, the field
 * says so.
 */
import { type ChangeEvent, type CompositionEvent, useState } from 'react'
import { insertedText, typedUnderMask, writeShaped } from './typed-under-mask.ts'

type Pasted =
  | { readonly kind: 'found'; readonly value: string }
  | { readonly kind: 'typed'; readonly words?: string }
  | { readonly kind: 'none'; readonly words: string }

export interface Mask {
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
  /** Finds the value in a pasted text. */
  readonly find?: ((text: string) => Pasted) | undefined
  /** A paste is a part of the field's whole text. */
  readonly joins?: boolean | undefined
}

export interface Masked extends Mask {
  /** The value without the mask. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One character or one deletion; what is pasted, filled in or composed comes at once. */
function isKey(event: Event): boolean {
  if (!('inputType' in event && typeof event.inputType === 'string')) return false
  if (event.inputType.startsWith('delete') || event.inputType.startsWith('history')) return true
  const data = 'data' in event && typeof event.data === 'string' ? event.data : ''
  return event.inputType === 'insertText' && data.length === 1
}

interface Said {
  readonly words: string
  /** The value beside which it is said. */
  readonly of: string
}

/** Returns the field's properties, and what it says of a paste; undefined: nothing. */
export function useMask({ value, clean, format, shape, find, joins = false, onChange }: Masked) {
  const [composed, setComposed] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  // A value from outside replaces the typed text.
  const text = typed !== null && clean(typed) === value ? typed : format(value)
  const take = (field: HTMLInputElement, whole: boolean): string => {
    setComposed(null)
    setSaid(null)
    if (shape === undefined) {
      const next = typedUnderMask(field, { clean, format })
      onChange(next)
      return next
    }
    const shaped = shape(field.value, { before: text, whole })
    writeShaped(field, shaped)
    setTyped(shaped)
    onChange(clean(shaped))
    return clean(shaped)
  }
  const show = (field: HTMLInputElement, shown: string) => {
    field.value = shown
    setComposed(null)
    setTyped(null)
  }
  const paste = (field: HTMLInputElement) => {
    const pasted = joins ? field.value : insertedText(text, field.value)
    const found = pasted.trim() === '' ? undefined : find?.(pasted)
    if (found === undefined) return void take(field, true)
    if (found.kind === 'typed') {
      const next = take(field, true)
      return found.words === undefined ? undefined : setSaid({ words: found.words, of: next })
    }
    if (found.kind === 'none') {
      show(field, text)
      return setSaid({ words: found.words, of: value })
    }
    show(field, format(found.value))
    setSaid(null)
    onChange(found.value)
  }
  return {
    said: said !== null && said.of === value ? said.words : undefined,
    masked: {
      value: composed ?? text,
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        if (!('isComposing' in nativeEvent && nativeEvent.isComposing === true)) {
          if (isKey(nativeEvent)) take(currentTarget, false)
          else paste(currentTarget)
          return
        }
        setComposed(currentTarget.value)
        onChange(clean(currentTarget.value))
      },
      onCompositionEnd: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => {
        take(currentTarget, data.length > 1)
      },
      onBlur: () => setTyped(null),
    },
  }
}
