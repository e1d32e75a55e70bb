/** How the value of a field is typed, pasted and shown: docs/rules.md#documents-phones-money. Typed values are texts. */

/** How a text came into a field. */
export interface TypedChange {
  /** The text that the field showed before. */
  readonly before: string
  /** Whether it came at once (pasted, filled in, composed as a word) and not key by key. */
  readonly whole: boolean
}

/**
 * What a pasted text has for a field. `typed`: no more than what a user types, so it is taken as if typed, and `words` are
 * said where it is wrong. `none`: nothing, and the field stays as it is.
 */
export type Pasted =
  | { readonly kind: 'found'; readonly value: string }
  | { readonly kind: 'typed'; readonly words?: string }
  | { readonly kind: 'none'; readonly words: string }

export interface Typing {
  /** Returns the characters of a text that count. */
  readonly clean: (text: string) => string
  /** Returns the value under its mask; an incomplete one as far as it goes. */
  readonly format: (value: string) => string
  /** Returns the text of the field while it is typed. Without it the field always shows `format`. */
  readonly shape?: (text: string, change: TypedChange) => string
  /** Finds the value in the words of a pasted text. Without it a paste is typed. */
  readonly find?: (text: string) => Pasted
  /** A paste is a part of the field's whole text: of an amount or a mail address. */
  readonly joins?: boolean
  readonly keyboard: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  readonly placeholder?: string
}
