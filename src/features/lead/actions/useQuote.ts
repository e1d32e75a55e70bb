/**
 * 'Cotar': checks the client's fields, opens the quoting system's link in a new tab, then marks the lead quoted. A lead
 * without quote type is only marked. If the system can't be reached, the lead is marked and its link stays pending
 * (docs/rules.md#quote and #quote-link).
 */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { mapResult } from '../../../api/call-result.ts'
import { simulateQuoteRoute } from '../../../contract/quotes.ts'
import { online } from '../../../device/online.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { quoteProblems } from '../../../domain/lead/quote-checks.ts'
import { notify } from '../../../ui/notify.ts'
import type { LeadFormApi } from '../form/form-api.ts'
import { quoteTypeOf } from './form-lead.ts'
import { type Failure, linkOf, notifyQuoteFailure, quoteFailureWords, useQuoteTab } from './useQuoteTab.ts'
import { LINK_LATER, QUOTED } from './words.ts'

const UNSAVED = 'Salve o lead antes de cotar.'
const NOT_SAVED: Failure = {
  kind: 'refused',
  status: 422,
  body: { message: UNSAVED },
  retryAfterSeconds: null,
}

/** The system did not answer. The quote may be marked anyway. */
export interface Unreached {
  readonly reason: string
  readonly mark: () => void
}

export interface Quote {
  readonly busy: boolean
  readonly quote: () => Promise<void>
  /** Opens the pending link of a lead that was marked quoted without it. */
  readonly openOwed: () => Promise<void>
  /** Null: no question is open. */
  readonly unreached: Unreached | null
  readonly dismiss: () => void
  readonly simulate: () => Promise<void>
}

/** No answer, or a server error: the user can't solve either. */
const isDown = (failure: Failure) => failure.kind === 'unreachable' || failure.status >= 500
/** The dealership has no link: waiting for a connection does not help. */
const hasNoLink = (failure: Failure) => failure.kind === 'refused' && failure.body.code === 'not_configured'

export function useQuote(form: LeadFormApi): Quote {
  const { busy, open, openOwed } = useQuoteTab(form.user)
  const [unreached, setUnreached] = useState<Unreached | null>(null)
  const dismiss = () => setUnreached(null)

  /** Lists all missing fields in order. The toast shows the first. */
  const isComplete = () => {
    const problems = quoteProblems(form.values.client)
    const [first, ...more] = problems
    if (first === undefined) return true
    notify.warning(first.message, more.length)
    form.showProblems(problems)
    return false
  }
  const mark = async (lead: Lead) => {
    const words = { done: QUOTED, failed: FAILED }
    await runCommandWithToast(form.user.id, 'lead.markQuoted', { lead_uid: lead.uid }, words)
  }
  const markWithoutLink = async (lead: Lead) => {
    const done = { done: `${QUOTED}. ${LINK_LATER}`, also: LINK_LATER }
    await runCommandWithToast(
      form.user.id,
      'lead.markQuoted',
      { lead_uid: lead.uid, link: 'later' },
      { done, failed: FAILED },
    )
  }
  const saved = async () => !form.isDirty || (await form.save())

  const openAndMark = async (lead: Lead) => {
    const outcome = await open(async () => ((await saved()) ? linkOf(form.user.id, lead) : NOT_SAVED))
    if (outcome === null) return mark(lead)
    if (outcome === 'blocked' || !isDown(outcome)) return notifyQuoteFailure(outcome)
    setUnreached({
      reason: quoteFailureWords(outcome),
      mark: () => {
        dismiss()
        void (hasNoLink(outcome) ? mark(lead) : markWithoutLink(lead))
      },
    })
  }

  return {
    busy,
    unreached,
    dismiss,
    quote: async () => {
      const { lead } = form
      if (lead === null) return
      const hasSystem = quoteTypeOf(form, lead) !== null
      if (hasSystem && navigator.onLine) {
        if (isComplete()) await openAndMark(lead)
      } else if (await saved()) await (hasSystem ? markWithoutLink(lead) : mark(lead))
    },
    openOwed: async () => {
      if (form.lead !== null && isComplete() && (await saved())) await openOwed(form.lead)
    },
    simulate: async () => {
      const { lead, client } = form.values
      const { inviter_id, partner_id, insurance_id } = lead
      if (!isComplete() || inviter_id === null || partner_id === null) return
      notifyQuoteFailure(
        await open(() =>
          online(async (token) => {
            const body = { client, inviter_id, partner_id, insurance_id }
            return mapResult(await call(simulateQuoteRoute, { token, body }), ({ link }) => link)
          }),
        ),
      )
    },
  }
}
