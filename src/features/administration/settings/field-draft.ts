/** One field of a settings form between the keyboard, the server and the mirror. docs/rules.md#settings */

export interface FieldDraft<Value> {
  /** The mirror's value. */
  readonly current: Value
  /** null: nothing was typed. `base` is the value that typing began with; null: the one that is current at the save. */
  readonly typed: { readonly value: Value; readonly base: Value | null } | null
  /** A saved value that the mirror does not have yet. */
  readonly sent: { readonly value: Value } | null
}

export interface FieldRules<Value> {
  readonly same: (one: Value, other: Value) => boolean
  /** What was typed, once the mirror's value is another than its base. Without it both stay: the server refuses them. */
  readonly merge?: (typed: Value, base: Value, current: Value) => { value: Value; base: Value }
}

export type FieldDrafts<Value> = Readonly<Record<string, FieldDraft<Value>>>

const known = <Value>({ sent, current }: FieldDraft<Value>): Value => (sent === null ? current : sent.value)

export const fresh = <Value>(current: Value): FieldDraft<Value> => ({ current, typed: null, sent: null })

export const shown = <Value>(draft: FieldDraft<Value>): Value =>
  draft.typed === null ? known(draft) : draft.typed.value

export const baseOf = <Value>(draft: FieldDraft<Value>): Value => draft.typed?.base ?? known(draft)

export const isDirty = <Value>(draft: FieldDraft<Value>, { same }: FieldRules<Value>): boolean =>
  draft.typed !== null && !same(draft.typed.value, known(draft))

export function typedInto<Value>(draft: FieldDraft<Value>, value: Value): FieldDraft<Value> {
  return { ...draft, typed: { value, base: draft.typed === null ? known(draft) : draft.typed.base } }
}

/** The mirror has a value: what was saved or typed and is in it now is let go. */
export function followed<Value>(
  draft: FieldDraft<Value>,
  current: Value,
  { same, merge }: FieldRules<Value>,
): FieldDraft<Value> {
  if (same(draft.current, current)) return draft
  if (draft.typed === null) return fresh(current)
  const { value, base } = merge?.(draft.typed.value, baseOf(draft), current) ?? draft.typed
  return same(value, current) ? fresh(current) : { current, typed: { value, base }, sent: null }
}

/** The server took what `sending` shows. What was typed since stays. */
export function saved<Value>(
  draft: FieldDraft<Value>,
  sending: FieldDraft<Value>,
  { same }: FieldRules<Value>,
): FieldDraft<Value> {
  const value = shown(sending)
  const sent = same(draft.current, sending.current) ? { value } : null
  const isSent = draft.typed === null || same(draft.typed.value, value)
  return { current: draft.current, typed: isSent ? null : { value: shown(draft), base: value }, sent }
}

/** The server has another value than the base. Its sentence says so, and the next save has the newest as its base. */
export const refused = <Value>(draft: FieldDraft<Value>): FieldDraft<Value> =>
  draft.typed === null ? draft : { ...draft, typed: { ...draft.typed, base: null } }

export const cancelled = <Value>(draft: FieldDraft<Value>): FieldDraft<Value> => ({ ...draft, typed: null })

/** The same step for each field. */
export const eachDraft = <Value>(
  drafts: FieldDrafts<Value>,
  step: (draft: FieldDraft<Value>, key: string) => FieldDraft<Value>,
): FieldDrafts<Value> =>
  Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [key, step(draft, key)]))
