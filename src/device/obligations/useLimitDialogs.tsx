/** The dialogs of one limit of the law, for the list of all and for a lead's own. docs/rules.md#obligations */
import { type ReactNode, useState } from 'react'
import type { LawLead } from '../../domain/obligations/law-lead.ts'
import type { RunningObligation } from '../../domain/obligations/obligation.ts'
import { DismissDialog } from './DismissDialog.tsx'
import { KeepDialog } from './KeepDialog.tsx'

type Asked = {
  readonly what: 'keep' | 'dismiss'
  readonly lead: Pick<LawLead, 'uid' | 'hasFile'>
  readonly limit: RunningObligation
} | null

export interface LimitDialogs {
  readonly ask: (asked: Asked) => void
  readonly dialogs: ReactNode
}

/** `today`: YYYY-MM-DD. */
export function useLimitDialogs(userId: number, today: string): LimitDialogs {
  const [asked, ask] = useState<Asked>(null)
  const close = () => ask(null)
  const dialogs =
    asked === null ? null : asked.what === 'keep' ? (
      <KeepDialog lead={asked.lead} limit={asked.limit} userId={userId} today={today} onClose={close} />
    ) : (
      <DismissDialog leadUid={asked.lead.uid} limit={asked.limit} userId={userId} onClose={close} />
    )
  return { ask, dialogs }
}
