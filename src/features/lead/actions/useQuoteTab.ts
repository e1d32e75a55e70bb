/** Opens the quoting system in a new tab, by the link that the server creates. docs/rules.md#quote-link */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { type CallResult, mapResult } from '../../../api/call-result.ts'
import { quoteRoute } from '../../../contract/quotes.ts'
import { openMirror } from '../../../db/open.ts'
import { wholeQueue } from '../../../db/outbox/queue-order.ts'
import { failureWords, online } from '../../../device/online.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { QUOTE_LINK_OPENED } from './words.ts'

export type Failure = Exclude<CallResult<unknown>, { readonly kind: 'ok' }>
/** Null: the tab is open. 'blocked' has already shown its own error. */
export type TabOutcome = Failure | 'blocked' | null

const SYSTEM = 'o sistema de cotação'
/** The server creates the link from its own data: a fresh save must reach it first. */
const PATIENCE_MS = 15_000

export const quoteFailureWords = (failure: Failure) => failureWords(failure, SYSTEM) ?? FAILED

export function notifyQuoteFailure(outcome: TabOutcome): void {
  if (outcome !== null && outcome !== 'blocked') notify.error(quoteFailureWords(outcome))
}

export interface QuoteTab {
  readonly busy: boolean
  /** Opens the tab before the answer comes: browsers block a tab that is opened later. */
  readonly open: (ask: () => Promise<CallResult<string>>) => Promise<TabOutcome>
  /** Opens the pending link of a lead and records that on the lead. */
  readonly openOwed: (lead: Lead) => Promise<void>
}

export function useQuoteTab({ id: userId }: Pick<SessionUser, 'id'>): QuoteTab {
  const [busy, setBusy] = useState(false)
  const open: QuoteTab['open'] = async (ask) => {
    if (!navigator.onLine) return { kind: 'unreachable' }
    const tab = window.open('', '_blank')
    if (tab === null) {
      notify.error('O navegador bloqueou a nova aba. Permita pop-ups do Farol e tente de novo.')
      return 'blocked'
    }
    setBusy(true)
    const answer = await ask()
    setBusy(false)
    if (answer.kind !== 'ok') {
      tab.close()
      return answer
    }
    // The quoting system must not reach back into Farol.
    tab.opener = null
    tab.location.replace(answer.value)
    return null
  }
  return {
    busy,
    open,
    openOwed: async (lead) => {
      const outcome = await open(() => linkOf(userId, lead))
      if (outcome !== null) return notifyQuoteFailure(outcome)
      const words = { done: QUOTE_LINK_OPENED, failed: FAILED }
      await runCommandWithToast(userId, 'lead.markQuoted', { lead_uid: lead.uid }, words)
    },
  }
}

/** Returns the lead's link once the server has everything that this device queued for the lead. */
export async function linkOf(userId: number, lead: Lead): Promise<CallResult<string>> {
  if (!(await untilSent(userId, lead)) || lead.id === null) return { kind: 'unreachable' }
  const leadId = lead.id
  const answer = await online((token) => call(quoteRoute, { token, params: { leadId } }))
  return mapResult(answer, ({ link }) => link)
}

const EVERY_MS = 150

/**
 * Waits until the server has this device's changes to a lead. Returns false when `PATIENCE_MS` pass first, or when the server does
 * not accept a change.
 */
async function untilSent(userId: number, { uid, client_uid }: Lead): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS
  nudgeSync()
  while (Date.now() < end) {
    const records = await wholeQueue(openMirror(userId))
    const waiting = records.filter(({ entityUid }) => entityUid === uid || entityUid === client_uid)
    if (waiting.length === 0) return true
    if (waiting.some(({ state }) => state === 'conflict' || state === 'rejected')) return false
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return false
}
