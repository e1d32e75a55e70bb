/** The form's values. They follow the lead on this device where nothing was typed, and know what changed meanwhile. */
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import type { LeadFormPart } from './form-api.ts'
import {
  differingFields,
  followValues,
  type LeadFormValues,
  sameValues,
  savedDifferences,
  typedAndChanged,
} from './lead-values.ts'

/** Takes a part of the values, or what makes it of the current ones. */
export type SetValues = (part: LeadFormPart | ((now: LeadFormValues) => LeadFormPart)) => void

type Fitting = (typed: LeadFormValues, saved: LeadFormValues) => LeadFormValues

export interface FormValues {
  readonly values: LeadFormValues
  /** The values that the fields showed before typing. */
  readonly before: LeadFormValues
  readonly isDirty: boolean
  readonly problems: readonly FieldProblem[]
  /** Fields that were typed here and changed elsewhere meanwhile. */
  readonly changedMeanwhile: readonly string[]
  /** Returns the current values, independent of the last render. */
  readonly get: () => LeadFormValues
  readonly set: SetValues
  readonly update: (change: (typed: ClientFields) => ClientFields) => void
  readonly setProblems: (problems: readonly FieldProblem[]) => void
  /** Returns the last reading of the device: another object after each new reading of lead or client. */
  readonly reading: () => LeadFormValues['lead']
  /**
   * Takes the saved values as the base of `isDirty`. The device's own reading may come later, or never if the save is
   * discarded soon. If a new reading came since `reading`, the fields already follow it.
   */
  readonly savedSince: (reading: LeadFormValues['lead'], saved: LeadFormValues) => void
  /** Replaces all values, with nothing typed. */
  readonly restart: (values: LeadFormValues) => void
  /** Sets the typed values of a draft. */
  readonly resume: (values: LeadFormValues) => void
}

/** `start`: values on this device, live for an edited lead. `fitting`: limits typed values to what the form allows. */
export function useFormValues(start: LeadFormValues, fitting: Fitting): FormValues {
  const form = useForm<LeadFormValues>({
    mode: 'controlled',
    initialValues: start,
    clearInputErrorOnChange: false,
  })
  const { values, setValues } = form
  // Mantine makes another function after each change. A field that gets another callback is drawn again at each key.
  const [getValues] = useState(() => form.getValues)
  const [before, setBefore] = useState(start)
  const shown = useRef(start)
  const read = useRef(start)
  const [problems, setProblemList] = useState<readonly FieldProblem[]>([])
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly string[]>([])

  const rebase = (fresh: LeadFormValues) => {
    shown.current = fresh
    setBefore(fresh)
  }
  const write = (typed: LeadFormValues) => {
    const next = fitting(typed, shown.current)
    const written = differingFields(getValues(), next)
    setValues(next)
    setProblemList((known) => without(known, written))
  }

  useEffect(() => {
    const last = shown.current
    // Only the phone may differ: lead and client were not read anew, and may have been saved since.
    const isRead = start.lead !== read.current.lead || start.client !== read.current.client
    read.current = start
    const fresh = isRead ? start : { ...last, inviter_phone: start.inviter_phone }
    if (sameValues(last, fresh)) return
    const mine = getValues()
    const meanwhile = typedAndChanged({ last, mine, fresh })
    const next = fitting(followValues(mine, last, fresh), fresh)
    const written = differingFields(mine, next)
    const still = savedDifferences(fresh, next)
    setChangedMeanwhile((known) =>
      [...new Set([...known, ...meanwhile])].filter((field) => still.includes(field)),
    )
    shown.current = fresh
    setBefore(fresh)
    setValues(next)
    setProblemList((known) => without(known, written))
  }, [start, fitting, getValues, setValues])

  return {
    values,
    before,
    isDirty: savedDifferences(before, values).length > 0,
    problems,
    changedMeanwhile,
    get: getValues,
    set: (part) => {
      const now = getValues()
      const { lead, client, inviter_phone } = typeof part === 'function' ? part(now) : part
      write({
        lead: lead === undefined ? now.lead : { ...now.lead, ...lead },
        client: client === undefined ? now.client : { ...now.client, ...client },
        inviter_phone: inviter_phone ?? now.inviter_phone,
      })
    },
    update: (change) => {
      const now = getValues()
      write({ ...now, client: change(now.client) })
    },
    setProblems: setProblemList,
    reading: () => read.current.lead,
    savedSince: (reading, saved) => {
      if (read.current.lead === reading) rebase(saved)
    },
    restart: (values) => {
      rebase(values)
      setValues(values)
      setProblemList([])
      setChangedMeanwhile([])
    },
    resume: write,
  }
}

/** A problem disappears when its field changes. */
function without(known: readonly FieldProblem[], written: readonly string[]): readonly FieldProblem[] {
  return known.some(({ field }) => written.includes(field))
    ? known.filter(({ field }) => !written.includes(field))
    : known
}
