/**
 * How the dialogs of administration save: a creation that is sent again makes no second record, and a change does not
 * revert a colleague's. docs/rules.md#revisions, docs/rules.md#sent-again
 */
import { useRef, useState } from 'react'
import type { CallResult } from '../api/call-result.ts'
import type { SaveOutcome } from '../ui/FormDialog.tsx'
import type * as changedWords from './changed-words.ts'
import { failureWords, online } from './online.ts'

/** A record as the form knows it. */
export interface Opened<Values> {
  readonly id: number
  readonly revision: string
  readonly values: Values
}

/** Loaded when they are needed: they name every field. */
type ChangedWords = typeof changedWords

interface Target<Known> {
  readonly known: Known | null
  readonly key: string
}

interface Saving<Values, Known extends Opened<Values>, Answer> {
  /** For a failure: 'salvar o parceiro'. */
  readonly what: string
  /** null: a new one. */
  readonly opened: Known | null
  /** `known` null: creates it under the key. */
  readonly send: (token: string, values: Values, target: Target<Known>) => Promise<CallResult<Answer>>
  readonly read: (token: string, id: number) => Promise<CallResult<Known>>
  /** The values as the server stores them: equal for values that are saved alike. Undefined for values that it refuses. */
  readonly saved: (values: Values) => unknown
  /** `seen`: null where a lost answer made the record, and other values were typed since. */
  readonly changed: (words: ChangedWords, seen: Known | null, present: Known, typed: Values) => string
}

/** `answer`: null if an earlier save, whose answer was lost, has stored the values. */
export type Saved<Values, Answer> =
  | { readonly kind: 'saved'; readonly answer: Answer | null }
  | { readonly kind: 'open'; readonly outcome: SaveOutcome<Values>; readonly result: CallResult<unknown> }

type Failure = Exclude<CallResult<never>, { readonly kind: 'ok' }>
type Refused = Extract<SaveOutcome, { readonly kind: 'refused' }>

/** What a failed save says, with the sentences of the fields. */
export function refusal(result: Failure, what: string): Refused {
  const message = failureWords(result, what) ?? ''
  const errors = result.kind === 'refused' ? result.body.errors : undefined
  return { kind: 'refused', message, ...(errors === undefined ? {} : { errors }) }
}

/** The record that a refused save is about, and the server's sentence; null for any other result. */
function conflictOf(result: CallResult<unknown>, known: number | undefined) {
  if (result.kind !== 'refused' || result.body.code !== 'conflict') return null
  const { made, message } = result.body
  const id = known ?? (made === undefined ? null : Number(made))
  return id === null ? null : { id, message }
}

const loadWords = () => import('./changed-words.ts')

/** Mounted with its dialog: each opening has a key of its own. Returns the record as it is known, and how to save. */
export function useRevisedSave<Values, Known extends Opened<Values>, Answer>(
  saving: Saving<Values, Known, Answer>,
) {
  const { what, read, saved, changed } = saving
  const [key] = useState(() => crypto.randomUUID())
  const [known, setKnown] = useState(saving.opened)
  /** What was sent last without an answer. */
  const lost = useRef<Values | null>(null)
  const isSame = (one: Values, other: Values) => {
    const content = saved(one)
    // A stored record may not fit the form's schema.
    return content !== undefined && JSON.stringify(content) === JSON.stringify(saved(other))
  }

  async function save(values: Values): Promise<Saved<Values, Answer>> {
    const send = async (target: Known | null) => {
      const result = await online((token) => saving.send(token, values, { known: target, key }))
      if (result.kind === 'unreachable' && result.mayBeDone === true) lost.current = values
      return result
    }
    const ended = (result: CallResult<Answer>): Saved<Values, Answer> =>
      result.kind === 'ok'
        ? { kind: 'saved', answer: result.value }
        : { kind: 'open', outcome: refusal(result, what), result }

    const result = await send(known)
    const conflict = conflictOf(result, known?.id)
    if (conflict === null) return ended(result)
    const now = await online((token) => read(token, conflict.id))
    if (now.kind !== 'ok') return { kind: 'open', outcome: refusal(now, what), result: now }
    const present = now.value
    setKnown(present)
    if (isSame(present.values, values)) return { kind: 'saved', answer: null }
    // The caller's own save, whose answer was lost, is not another user's change.
    const isOwn = known !== null && lost.current !== null && isSame(present.values, lost.current)
    if (isOwn) return ended(await send(present))
    const words = await loadWords().catch(() => null)
    const message = words === null ? conflict.message : changed(words, known, present, values)
    return { kind: 'open', outcome: { kind: 'changed', message, present: present.values }, result }
  }
  return { known, save }
}
