/** The values of the form, what is wrong with them, and their draft. */
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCorrectedClock } from '../../device/useCorrectedNow.ts'
import { type DraftKeeper, type DraftKind, useDraft } from '../../device/useDraft.ts'
import { EMPTY_INDICATION, sameIndication, type TypedIndication } from '../../domain/indication/form.ts'
import {
  firstByField,
  indicationProblems,
  stillWrong,
  tabOfField,
} from '../../domain/indication/form-problems.ts'
import { type KeptIndication, keptIndication } from '../../domain/indication/kept-typed.ts'
import { holderOfDocument, type IndicationTab, tabsFor } from '../../domain/indication/lines.ts'
import type { FieldProblem } from '../../domain/lead/field-problem.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { type Errors, focusField } from './fields.ts'
import { submitIndications } from './submit-indications.ts'

const INDICATION_DRAFT: DraftKind<TypedIndication, KeptIndication> = {
  parse: keptIndication,
  same: sameIndication,
}

const DRAFT_NAME = 'create:/indicacao-externa'
const NO_PROBLEMS: readonly FieldProblem[] = []

interface IndicationFormOptions {
  readonly user: SessionUser
  /** The insurances that the brokerage offers. */
  readonly offered: readonly { readonly id: number; readonly name: string }[]
}

export interface IndicationForm {
  readonly typed: TypedIndication
  readonly isEmpty: boolean
  /** The tabs of this client. */
  readonly tabs: readonly IndicationTab[]
  /** Key of the open tab. Null: the first. */
  readonly active: string | null
  readonly open: (tab: string | null) => void
  readonly problems: readonly FieldProblem[]
  readonly errors: Errors
  /** Opens the tab of the field and focuses it. */
  readonly show: (field: string) => void
  readonly change: (next: TypedIndication) => void
  readonly empty: () => void
  readonly busy: boolean
  readonly submit: () => Promise<void>
  readonly keeper: DraftKeeper<TypedIndication, KeptIndication>
  readonly continueDraft: () => void
}

export function useIndicationForm({ user, offered }: IndicationFormOptions): IndicationForm {
  const nowMs = useCorrectedClock(user.id)
  const [typed, setTyped] = useState<TypedIndication>(EMPTY_INDICATION)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [active, setActive] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const holder = holderOfDocument(typed.client.document)
  const tabs = holder === null ? [] : tabsFor(holder, offered)
  const isEmpty = sameIndication(typed, EMPTY_INDICATION)
  // The same object while the values are the same: a new one would be stored again.
  const draft = useMemo(() => (isEmpty ? null : { values: typed }), [typed, isEmpty])
  const keeper = useDraft(INDICATION_DRAFT, {
    userId: user.id,
    name: DRAFT_NAME,
    draft,
    queued: null,
  })

  const show = (field: string) => {
    const tab = tabOfField(tabs, field)
    if (tab !== undefined) flushSync(() => setActive(tab.key))
    focusField(field)
  }
  const startOver = () => {
    keeper.drop(null)
    setTyped(EMPTY_INDICATION)
    setProblems(NO_PROBLEMS)
    setActive(null)
  }
  return {
    typed,
    isEmpty,
    tabs,
    active,
    open: setActive,
    problems,
    errors: firstByField(problems),
    show,
    change: (next) => {
      setTyped(next)
      if (problems.length > 0) setProblems(stillWrong(problems, indicationProblems(next, tabs, nowMs())))
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
      const left = await submitIndications(user.id, typed, tabs)
      setBusy(false)
      if (left !== EMPTY_INDICATION) return setTyped(left)
      startOver()
      focusField('client.name')
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
