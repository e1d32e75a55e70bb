/** How the value of a field is typed and shown: docs/rules.md#documents-phones-money. Typed values are texts. */

/** How a text came into a field. */
export interface TypedChange {
  /** The text that the field showed before. */
  readonly before: string
  /** Whether it came at once (pasted, filled in, composed as a word) and not key by key. */
  readonly whole: boolean
}

export interface Typing {
  /** Returns the characters of a text that count. */
  readonly clean: (text: string) => string
  /** Returns the value under its mask; an incomplete one as far as it goes. */
  readonly format: (value: string) => string
  /** Returns the text of the field while it is typed. Without it the field always shows `format`. */
  readonly shape?: (text: string, change: TypedChange) => string
  readonly keyboard: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  readonly placeholder?: string
}
