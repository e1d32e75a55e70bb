/**
 * The draft of a form in a dialog: what is typed stays on the device, and the next opening offers it. Values of the record
 * that changed meanwhile and were not typed keep their present state.
 */
import type { UseFormReturnType } from '@mantine/form'
import { dequal } from 'dequal'
import { type RefObject, useEffect, useMemo } from 'react'
import { z } from 'zod'
import { rebased } from '../ui/rebased.ts'
import { useUnchanged } from '../ui/useUnchanged.ts'
import { DraftBanner, DraftWords } from './DraftBanner.tsx'
import { type DraftKind, useDraft } from './useDraft.ts'

interface Kept<Values> {
  readonly values: Values
  /** What the form showed before. */
  readonly before: Values
}

/** Drops the draft; null while an earlier draft is still offered. */
export type DropDraft = RefObject<(() => void) | null>

interface FormDraftProps<Values extends Record<string, unknown>> {
  readonly userId: number
  /** Of `draft-names.ts`. */
  readonly name: string
  readonly form: UseFormReturnType<Values>
  readonly initial: Values
  readonly schema: z.ZodType<Values>
  readonly dropDraft: DropDraft
}

export function FormDraft<Values extends Record<string, unknown>>(props: FormDraftProps<Values>) {
  const { userId, name, form, initial, schema, dropDraft } = props
  const kind = useMemo((): DraftKind<Values, Kept<Values>> => {
    const kept = z.object({ values: schema, before: schema })
    return { parse: (found) => kept.safeParse(found).data ?? null, same: (one, other) => dequal(one, other) }
  }, [schema])
  // A new object would be stored again.
  const typed = useUnchanged(form.getValues())
  const draft = useMemo(
    () => (dequal(typed, initial) ? null : { values: typed, before: initial }),
    [typed, initial],
  )
  const keeper = useDraft(kind, {
    userId,
    name,
    draft,
    queued: null,
    adds: ({ values }) => !dequal(values, typed),
  })
  useEffect(() => {
    // The dialog's reference: it drops the draft after a save, also when this form is gone by then.
    // oxlint-disable-next-line react/immutability
    dropDraft.current = keeper.offer === null ? () => keeper.drop(null) : null
  })
  const { offer } = keeper
  const takeUp = () => {
    if (offer === null || offer === undefined) return
    form.setValues(rebased(offer.draft.before, offer.draft.values, initial))
    keeper.settleOffer('continue')
  }
  return (
    <>
      {offer === null || offer === undefined ? null : (
        <DraftBanner
          savedAt={offer.savedAt}
          onContinue={takeUp}
          onDiscard={() => keeper.settleOffer('discard')}
        />
      )}
      <DraftWords savedAt={keeper.savedAt} failed={keeper.failed} />
    </>
  )
}
