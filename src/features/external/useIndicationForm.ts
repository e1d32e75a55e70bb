/** The values of the form, what is wrong with them, and their draft. */
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { notifyFailure } from '../../device/run-command-with-toast.ts'
import { useCorrectedClock } from '../../device/useCorrectedNow.ts'
import { type DraftKeeper, type DraftKind, useDraft } from '../../device/useDraft.ts'
import { sameIndication, type TypedIndication } from '../../domain/indication/form.ts'
import {
  firstByField,
  indicationProblems,
  stillWrong,
  tabOfField,
} from '../../domain/indication/form-problems.ts'
import { type KeptIndication, keptIndication } from '../../domain/indication/kept-typed.ts'
import { holderOfDocument, type IndicationTab, tabsFor } from '../../domain/indication/lines.ts'
import { INDICATION_FAILED } from '../../domain/indication/words.ts'
import type { FieldProblem } from '../../domain/lead/field-problem.ts'
import { type Edit, usePresent } from '../../ui/usePresent.ts'
import { type Errors, focusField } from './fields.ts'
import type { Offered } from './offered.ts'

const INDICATION_DRAFT: DraftKind<TypedIndication, KeptIndication> = {
  parse: keptIndication,
  same: sameIndication,
}

const NO_PROBLEMS: readonly FieldProblem[] = []

interface IndicationFormOptions {
  readonly userId: number
  /** The insurances that the brokerage offers. */
  readonly offered: readonly Offered[]
  readonly draftName: string
  /** The values that the form begins with, and returns to. */
  readonly start: TypedIndication
  /** What is wrong with them. */
  readonly problems?: readonly FieldProblem[]
  /** Queues values without problems, and shows the outcome. Returns what is still to be sent. Null: nothing. */
  readonly submit: (typed: TypedIndication, tabs: readonly IndicationTab[]) => Promise<TypedIndication | null>
  /** Runs once everything is queued. */
  readonly onSent: () => void
}

export interface IndicationForm {
  readonly typed: TypedIndication
  /** Whether the values differ from those that the form began with. */
  readonly isDirty: boolean
  /** The tabs of this client. */
  readonly tabs: readonly IndicationTab[]
  /** Key of the open tab. Null: the first. */
  readonly active: string | null
  readonly open: (tab: string | null) => void
  readonly problems: readonly FieldProblem[]
  readonly errors: Errors
  /** Opens the tab of the field and focuses it. */
  readonly show: (field: string) => void
  readonly change: (by: Edit<TypedIndication>) => void
  readonly empty: () => void
  readonly busy: boolean
  readonly submit: () => Promise<void>
  readonly keeper: DraftKeeper<TypedIndication, KeptIndication>
  readonly continueDraft: () => void
}

export function useIndicationForm(options: IndicationFormOptions): IndicationForm {
  const { userId, offered, start } = options
  const nowMs = useCorrectedClock(userId)
  const [typed, edit] = usePresent(start)
  const setTyped = (values: TypedIndication) => edit(() => values)
  const [problems, setProblems] = useState(options.problems ?? NO_PROBLEMS)
  const [active, setActive] = useState<string | null>(() => Object.keys(start.lines)[0] ?? null)
  const [busy, setBusy] = useState(false)
  const tabsOf = (now: TypedIndication) => {
    const holder = holderOfDocument(now.client.document)
    return holder === null ? [] : tabsFor(holder, offered)
  }
  const tabs = tabsOf(typed)
  const isDirty = !sameIndication(typed, start)
  // The same object while the values are the same: a new one would be stored again.
  const draft = useMemo(() => (isDirty ? { values: typed } : null), [typed, isDirty])
  const keeper = useDraft(INDICATION_DRAFT, {
    userId,
    name: options.draftName,
    draft,
    queued: null,
    adds: ({ values }) => !sameIndication(values, typed),
  })

  const show = (field: string) => {
    const tab = tabOfField(tabs, field)
    if (tab !== undefined) flushSync(() => setActive(tab.key))
    focusField(field)
  }
  const startOver = () => {
    keeper.drop(null)
    setTyped(start)
    setProblems(NO_PROBLEMS)
    setActive(null)
  }
  return {
    typed,
    isDirty,
    tabs,
    active,
    open: setActive,
    problems,
    errors: firstByField(problems),
    show,
    change: (by) => {
      const next = edit(by)
      setProblems((known) =>
        known.length === 0 ? known : stillWrong(known, indicationProblems(next, tabsOf(next), nowMs())),
      )
    },
    empty: startOver,
    busy,
    submit: async () => {
      // A save would drop the draft while it is still offered.
      if (busy || keeper.offer !== null) return
      const found = indicationProblems(typed, tabs, nowMs())
      const [first] = found
      flushSync(() => setProblems(found))
      if (first !== undefined) return show(first.field)
      setBusy(true)
      let left: TypedIndication | null = typed
      try {
        left = await options.submit(typed, tabs)
      } catch (error) {
        notifyFailure(INDICATION_FAILED, error)
      }
      // At once: a disabled field can't get the focus.
      flushSync(() => setBusy(false))
      if (left !== null) {
        setTyped(left)
        return
      }
      startOver()
      options.onSent()
    },
    keeper,
    continueDraft: () => {
      const { offer } = keeper
      if (offer === null || offer === undefined) return
      setTyped(offer.draft.values)
      keeper.settleOffer('continue')
    },
  }
}
