/**
 * 'Cotar': what the client's data must have, then the link of the insurers' quoting system in a new tab, then the lead
 * is marked quoted. A lead of neither quote type is only marked. First text, sections 4 'Quote', 5 and 7.
 */
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { quoteLead, simulateQuote } from '../../../api/quotes.ts'
import { FAILED, runWithWords } from '../../../device/run-with-words.ts'
import { untilSent } from '../../../device/until-sent.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { quoteProblems } from '../../../domain/lead/quote-checks.ts'
import { notify } from '../../../ui/notify.ts'
import type { LeadFormApi } from '../form/form-api.ts'
import { quoteTypeOf } from './form-lead.ts'
import { failureWords, online } from './online.ts'
import { QUOTED } from './words.ts'

const UNSAVED = 'Salve o lead antes de cotar.'
const SYSTEM = 'o sistema de cotação'
/** The link is made from what the server has: what was just saved must be there first. */
const PATIENCE_MS = 15_000

export interface Quote {
  readonly busy: boolean
  readonly quote: () => Promise<void>
  readonly simulate: () => Promise<void>
}

export function useQuote(form: LeadFormApi): Quote {
  const [busy, setBusy] = useState(false)

  /** Each missing one is a line of the form's list, in order; the toast says the first. */
  const isComplete = () => {
    const problems = quoteProblems(form.values.client)
    const [first, ...more] = problems
    if (first === undefined) return true
    notify.warning(first.message, more.length)
    form.showProblems(problems)
    return false
  }
  const mark = (lead: Lead) =>
    runWithWords(form.user.id, 'lead.markQuoted', { lead_uid: lead.uid }, { done: QUOTED, failed: FAILED })

  /** The tab is opened at once: a browser lets no page open one after waiting for an answer. */
  const inNewTab = async (ask: () => Promise<CallResult<string>>): Promise<boolean> => {
    if (!navigator.onLine) {
      notify.error(failureWords({ kind: 'unreachable' }, SYSTEM) ?? FAILED)
      return false
    }
    const tab = window.open('', '_blank')
    if (tab === null) {
      notify.error('O navegador bloqueou a nova aba. Permita pop-ups do Farol e tente de novo.')
      return false
    }
    setBusy(true)
    const answer = await ask()
    setBusy(false)
    if (answer.kind !== 'ok') {
      tab.close()
      notify.error(failureWords(answer, SYSTEM) ?? FAILED)
      return false
    }
    // The quoting system must not reach back into Farol.
    tab.opener = null
    tab.location.replace(answer.value)
    return true
  }

  const saved = async () => !form.isDirty || (await form.save())

  return {
    busy,
    quote: async () => {
      const { lead, user } = form
      if (lead === null) return
      if (quoteTypeOf(form, lead) === null) {
        if (await saved()) await mark(lead)
        return
      }
      if (!isComplete()) return
      const opened = await inNewTab(async () => {
        if (!(await saved()))
          return { kind: 'refused', status: 422, body: { message: UNSAVED }, retryAfterSeconds: null }
        if (!(await untilSent(user.id, lead, PATIENCE_MS)) || lead.id === null) return { kind: 'unreachable' }
        const answer = await online((token) => quoteLead(token, lead.id ?? 0))
        return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.link } : answer
      })
      if (opened) await mark(lead)
    },
    simulate: async () => {
      const { lead, client } = form.values
      const { inviter_id, partner_id, insurance_id } = lead
      if (!isComplete() || inviter_id === null || partner_id === null) return
      await inNewTab(() =>
        online((token) => simulateQuote(token, { client, inviter_id, partner_id, insurance_id })),
      )
    },
  }
}
