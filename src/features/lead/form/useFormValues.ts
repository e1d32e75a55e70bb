/** What stands in the fields: follows the lead as the device has it where nothing was typed, and knows what changed meanwhile. */
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import type { FieldErrors } from './fields.ts'
import type { LeadFormPart } from './form-api.ts'
import { differingFields, followValues, type LeadFormValues, sameValues } from './lead-values.ts'

type Fitting = (typed: LeadFormValues, saved: LeadFormValues) => LeadFormValues

export interface FormValues {
  readonly values: LeadFormValues
  /** What the fields showed before anything was typed. */
  readonly before: LeadFormValues
  readonly isDirty: boolean
  readonly problems: readonly FieldProblem[]
  readonly errors: FieldErrors
  /** Fields that were typed in here and changed elsewhere meanwhile. */
  readonly changedMeanwhile: readonly string[]
  /** As they are now, whatever was rendered last. */
  readonly get: () => LeadFormValues
  readonly set: (part: LeadFormPart) => void
  readonly update: (change: (typed: ClientFields) => ClientFields) => void
  readonly setProblems: (problems: readonly FieldProblem[]) => void
  /** The device's last reading: another one each time that lead or client were read anew. */
  readonly reading: () => LeadFormValues['lead']
  /**
   * What was saved: the device has it, though it may be read back later, or, where it is soon given up, never. With a
   * reading that came since `reading` the fields follow that.
   */
  readonly savedSince: (reading: LeadFormValues['lead'], saved: LeadFormValues) => void
  /** All fields anew, nothing typed. */
  readonly restart: (values: LeadFormValues) => void
  /** What was typed earlier, on what the fields show. */
  readonly resume: (values: LeadFormValues) => void
}

/** `start`: what the device has; live while a lead is edited. `fitting`: what the form may hold of what was typed. */
export function useFormValues(start: LeadFormValues, fitting: Fitting): FormValues {
  const { values, getValues, setValues } = useForm<LeadFormValues>({
    mode: 'controlled',
    initialValues: start,
    clearInputErrorOnChange: false,
  })
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
    // Only the phone is another: lead and client, which may have been saved since, were not read anew.
    const isRead = start.lead !== read.current.lead || start.client !== read.current.client
    read.current = start
    const fresh = isRead ? start : { ...last, inviter_phone: start.inviter_phone }
    if (sameValues(last, fresh)) return
    const mine = getValues()
    const elsewhere = differingFields(last, fresh)
    const typed = differingFields(last, mine)
    const next = fitting(followValues(mine, last, fresh), fresh)
    const written = differingFields(mine, next)
    const still = differingFields(fresh, next)
    setChangedMeanwhile((known) =>
      [...new Set([...known, ...typed.filter((field) => elsewhere.includes(field))])].filter((field) =>
        still.includes(field),
      ),
    )
    shown.current = fresh
    setBefore(fresh)
    setValues(next)
    setProblemList((known) => without(known, written))
  }, [start, fitting, getValues, setValues])

  return {
    values,
    before,
    isDirty: !sameValues(before, values),
    problems,
    errors: Object.fromEntries(problems.map(({ field, message }) => [field, message])),
    changedMeanwhile,
    get: getValues,
    set: ({ lead, client, inviter_phone }) => {
      const now = getValues()
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

/** A problem goes with what it was said of. */
function without(known: readonly FieldProblem[], written: readonly string[]): readonly FieldProblem[] {
  return known.some(({ field }) => written.includes(field))
    ? known.filter(({ field }) => !written.includes(field))
    : known
}
