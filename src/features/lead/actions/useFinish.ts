/**
 * 'Finalizar': lists all that is missing. Dialogs ask where only dates, the flag of a quote or the fields of a loss are
 * missing. Then the end, which includes the form's changes. docs/rules.md#finish. Works offline.
 */

import { useState } from 'react'
import { correctedNow } from '../../../db/mirror/clock-offset.ts'
import { openMirror } from '../../../db/open.ts'
import { runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { choosable } from '../../../domain/catalogue/catalogue.ts'
import type { LeadFields } from '../../../domain/lead/changes.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { endProblems, lossProblems, quoteContradiction } from '../../../domain/lead/finish-checks.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { returnPromise } from '../../../domain/renewals/returning.ts'
import type { DateAnswer, DatePrompt } from '../dialogs/DatePromptDialog.tsx'
import type { LeadFormApi } from '../form/form-api.ts'
import { finishQuestion, leadAsTyped } from './form-lead.ts'
import { LEAD_SAVED, SAVE_FAILED } from './words.ts'

/** Answers of the dialogs, as fields of the lead. */
type Answers = Partial<
  Pick<
    LeadFields,
    'contact_date' | 'quoted_date' | 'sold_date' | 'competitor_broker' | 'endorsement_date' | 'date_fail'
  >
> & {
  /** 'Marcar e finalizar'. */
  readonly quoted?: 1
}

type AskedDate = 'contact_date' | 'quoted_date' | 'sold_date'
const ASKED_DATES: readonly string[] = ['contact_date', 'quoted_date', 'sold_date'] satisfies AskedDate[]
const isAskedDate = (field: string): field is AskedDate => ASKED_DATES.includes(field)

/** An open question on the way to the end, and the answers before it. */
interface Asking {
  readonly prompt: DatePrompt
  readonly answers: Answers
  readonly take: (answer: DateAnswer) => Answers
}

export interface Finish {
  readonly start: () => Promise<void>
  readonly prompt: DatePrompt | null
  readonly opened: boolean
  readonly answer: (answer: DateAnswer) => void
  readonly close: () => void
  /** Asks whether a quote that was never marked shall be marked with the end. */
  readonly unmarked: {
    readonly opened: boolean
    readonly mark: () => void
    readonly close: () => void
  }
}

/** Returns the server's clock as this device knows it, in epoch ms. */
const serverNow = (userId: number) => correctedNow(openMirror(userId), Date.now())

export function useFinish(form: LeadFormApi): Finish {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [opened, setOpened] = useState(false)
  /** The answers before that question. Null: it is not open. */
  const [unmarked, setUnmarked] = useState<Answers | null>(null)
  const ask = (next: Asking) => {
    setAsking(next)
    setOpened(true)
  }

  const attempt = async (lead: Lead, answers: Answers) => {
    const { quoted: answered, ...fields } = answers
    const quoted = answered === undefined ? lead.quoted : answered
    const typed = { ...leadAsTyped(form, lead, fields), quoted }
    const question = finishQuestion(form, typed, await serverNow(form.user.id))
    const unfit = form.unfit()
    const missing = endProblems(unfit, question)
    if (unfit.length > 0 || missing.some((problem) => !isAsked(problem, typed))) return form.showEnd(missing)
    const dates = datesQuestion(missing, answers)
    if (dates !== null) return ask(dates)
    if (quoteContradiction(typed).length > 0) return setUnmarked(answers)
    const loss = lossQuestion(form, typed, answers)
    if (loss !== null) return ask(loss)
    await finish(lead, answers)
  }

  const finish = async (lead: Lead, { quoted, ...answers }: Answers) => {
    const given = await form.identified()
    if (given === null) return
    const { changes, ...rest } = given
    const args = {
      lead_uid: lead.uid,
      client_uid: lead.client_uid,
      changes: { ...changes, ...answers },
      ...rest,
      ...(quoted === undefined ? {} : { quoted }),
    }
    const draft = { name: form.draftName, values: null }
    const toast = { done: LEAD_SAVED, failed: SAVE_FAILED, draft }
    if (!(await runCommandWithToast(form.user.id, 'lead.finish', args, toast))) return
    form.saved()
    form.close()
  }

  const { lead } = form
  return {
    start: async () => {
      if (lead !== null) await attempt(lead, {})
    },
    prompt: asking?.prompt ?? null,
    opened,
    answer: (answer) => {
      if (asking === null || lead === null) return
      const answers = { ...asking.answers, ...asking.take(answer) }
      setOpened(false)
      form.setValues({ lead: asking.take(answer) })
      void attempt(lead, answers)
    },
    // What was not answered stays listed.
    close: () => {
      setOpened(false)
      form.showEnd([])
    },
    unmarked: {
      opened: unmarked !== null,
      mark: () => {
        if (unmarked === null || lead === null) return
        setUnmarked(null)
        void attempt(lead, { ...unmarked, quoted: 1 })
      },
      close: () => {
        setUnmarked(null)
        form.showEnd([])
      },
    },
  }
}

/** Whether a dialog asks for what is missing. All else is listed, and nothing is asked before it is there. */
const isAsked = ({ field }: FieldProblem, lead: Lead): boolean =>
  field === 'quoted' ||
  field === 'competitor_broker' ||
  field === 'endorsement_date' ||
  (isAskedDate(field) && lead[field] === null)

/** All dates that the checks 6 to 8 miss are asked for at once. */
function datesQuestion(missing: readonly FieldProblem[], answers: Answers): Asking | null {
  const fields = missing.flatMap(({ field }) => (isAskedDate(field) ? [field] : []))
  const [first] = missing
  if (fields.length === 0 || first === undefined) return null
  return {
    answers,
    prompt: {
      title: fields.length === 1 ? first.message : 'Informe as datas',
      dates: fields.map((field) => ({
        field,
        label: labelOf(field),
        kind: 'moment',
        value: null,
        fail: null,
      })),
      competitor: null,
    },
    take: ({ dates }) => Object.fromEntries(fields.map((field) => [field, dates[field] ?? null])),
  }
}

/** Asks for the competitor of a loss, then for the end of the insurance there. Each is asked once. */
function lossQuestion(form: LeadFormApi, lead: Lead, answers: Answers): Asking | null {
  if (lead.sold !== 0 || lead.lost_sale !== 5) return null
  if (lossProblems(lead).some(({ field }) => field === 'competitor_broker'))
    return {
      answers,
      prompt: {
        title: 'Fechou com outra corretora',
        // Finish check 8 comes before: the date of the loss is known.
        dates: [],
        competitor: {
          value: null,
          choices: choosable(form.catalogues.competitorRows),
        },
      },
      take: ({ competitor }) => ({ competitor_broker: competitor }),
    }
  if (answers.endorsement_date !== undefined) return null
  return {
    answers,
    prompt: {
      title: 'Agendamento de endosso',
      explanation: ['Quando vence o seguro que o cliente fechou?', returnPromise(form.catalogues)]
        .filter((sentence) => sentence !== null)
        .join(' '),
      dates: [
        {
          field: 'endorsement_date',
          label: labelOf('endorsement_date'),
          kind: 'day',
          value: lead.endorsement_date,
          fail: { label: labelOf('date_fail'), checked: lead.date_fail },
        },
      ],
      competitor: null,
    },
    take: ({ dates, failed }) => ({ endorsement_date: dates.endorsement_date ?? null, date_fail: failed }),
  }
}
