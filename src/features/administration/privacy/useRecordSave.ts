/** How the forms of this screen save: what a lost answer and a colleague's change make of it. docs/rules.md#data-requests */
import { useRef, useState } from 'react'
import type { CallResult } from '../../../api/call-result.ts'
import type { DropDraft } from '../../../device/FormDraft.tsx'
import { online } from '../../../device/online.ts'
import { refusal } from '../../../device/useRevisedSave.ts'
import type { SaveOutcome } from '../../../ui/FormDialog.tsx'
import { notify } from '../../../ui/notify.ts'

interface Target<Row> {
  /** As the form knows it; null: a new one. */
  readonly row: Row | null
  /** Of the form: a new row that is sent twice is kept once. */
  readonly uid: string
}

export interface Saving<Row, Values, Body> {
  /** For a failure: 'salvar o pedido'. */
  readonly what: string
  /** null: a new one. */
  readonly row: Row | null
  readonly valuesOf: (row: Row) => Values
  /** null: the schema does not take the values. */
  readonly bodyOf: (values: Values) => Body | null
  readonly send: (token: string, body: Body, target: Target<Row>) => Promise<CallResult<Row>>
  readonly read: (token: string, row: Row) => Promise<CallResult<Row>>
  readonly done: { readonly created: string; readonly changed: string }
  readonly onSaved: () => void
  readonly onClose: () => void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns what `FormDialog` and `FormDraft` take. */
export function useRecordSave<Row, Values, Body>(saving: Saving<Row, Values, Body>) {
  const { what, valuesOf, bodyOf, send, read, done, onSaved, onClose } = saving
  const [known, setKnown] = useState(saving.row)
  const [uid] = useState(() => crypto.randomUUID())
  const mayBeThere = useRef(false)
  const dropDraft: DropDraft = useRef(null)

  async function save(values: Values): Promise<SaveOutcome<Values>> {
    const body = bodyOf(values)
    if (body === null) return { kind: 'refused', message: 'Confira os campos.' }
    let row = known
    let result = await online((token) => send(token, body, { row, uid }))
    // An earlier attempt has made the row already, without what was typed since.
    if (
      row === null &&
      mayBeThere.current &&
      result.kind === 'ok' &&
      !isSame(bodyOf(valuesOf(result.value)), body)
    ) {
      const there = result.value
      row = there
      setKnown(there)
      result = await online((token) => send(token, body, { row: there, uid }))
    }
    if (row !== null && result.kind === 'refused' && result.body.code === 'conflict') {
      const changed = row
      const now = await online((token) => read(token, changed))
      if (now.kind !== 'ok') return refusal(now, what)
      setKnown(now.value)
      return { kind: 'changed', message: result.body.message, present: valuesOf(now.value) }
    }
    if (result.kind !== 'ok') {
      if (result.kind === 'unreachable' && result.mayBeDone === true) {
        mayBeThere.current = true
        onSaved()
      }
      return refusal(result, what)
    }
    notify.saved(saving.row === null ? done.created : done.changed)
    onSaved()
    return { kind: 'saved' }
  }
  const close = () => {
    dropDraft.current?.()
    onClose()
  }
  return { save, close, dropDraft }
}
