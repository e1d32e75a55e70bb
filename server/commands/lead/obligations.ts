/** Limits of the law that are begun, kept or dismissed by hand. docs/rules.md#obligations */
import {
  beginObligation as beginCommand,
  dismissObligation as dismissCommand,
  fulfilObligation as fulfilCommand,
} from '../../../src/commands/obligations.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { Obligation } from '../../../src/domain/obligations/fields.ts'
import { obligationKey, obligationOf } from '../../../src/domain/obligations/obligation.ts'
import { proofWords } from '../../../src/domain/obligations/proof.ts'
import { formatDay, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Tx } from '../../db/database.ts'
import { type Ended, type EndedRecord, endObligation, obligationRecord } from '../../records/obligations.ts'
import { ACCEPT, type Decision, defineHandler, type LeadInput } from '../handler.ts'

const UNKNOWN = 'Este prazo da lei não existe neste lead.'
const OUTCOMES = { fulfilled: 'cumprido', dismissed: 'dispensado', erased: 'encerrado' } as const

type Which = Pick<Obligation, 'kind' | 'since'>

/** null: it runs. Two people may have ended it without a network: the second one is told, and what it typed stays in its queue. */
async function endedProblem(tx: Tx, lead: Lead, { kind, since }: Which): Promise<Decision | null> {
  if (obligationOf(lead, obligationKey({ kind, since })) !== null) return null
  const record = await obligationRecord(tx, { leadUid: lead.uid, kind, since })
  if (record === null || record === 'running') return { kind: 'refuse', message: UNKNOWN }
  return refusedAsEnded(record)
}

function refusedAsEnded({ outcome, day, by }: EndedRecord): Decision {
  const whose = by === null ? '' : ` por ${by}`
  return { kind: 'refuse', message: `Este prazo já foi ${OUTCOMES[outcome]}${whose} em ${formatDay(day)}.` }
}

/** A device that has not heard that it was kept begins it again: its proof stays. One that was dismissed may begin again. */
export const beginObligation = defineHandler(beginCommand, async ({ tx, lead, args: { kind, since } }) => {
  if (obligationOf(lead, obligationKey({ kind, since })) !== null) return ACCEPT
  const record = await obligationRecord(tx, { leadUid: lead.uid, kind, since })
  if (record === null || record === 'running' || record.outcome === 'dismissed') return ACCEPT
  return refusedAsEnded(record)
})

/** Writes how the user ended it. */
const end = (
  { tx, lead, args, context, nowMs }: LeadInput<Which>,
  ended: Omit<Ended, 'ended_user_id' | 'ended_at'>,
) => {
  const by = { ended_user_id: context.user.id, ended_at: new Date(nowMs).toISOString() }
  return endObligation(tx, { ...args, leadUid: lead.uid }, { ...ended, ...by })
}

export const fulfilObligation = defineHandler(fulfilCommand, async (input) => {
  const { tx, lead, args } = input
  const ended = await endedProblem(tx, lead, args)
  if (ended !== null) return ended
  const { done_on, proof_kind, proof } = args
  return {
    kind: 'accept',
    also: async () => {
      const kept = proof_kind === 'file' ? (lead.file_path ?? '') : proof
      await end(input, { outcome: 'fulfilled', done_day: done_on, proof_kind, proof: kept })
      return {
        obligation_done_on: { before: null, after: done_on },
        obligation_proof: { before: null, after: proofWords({ proof_kind, proof }) },
      }
    },
  }
})

export const dismissObligation = defineHandler(dismissCommand, async (input) => {
  const { tx, lead, args, context } = input
  const ended = await endedProblem(tx, lead, args)
  if (ended !== null) return ended
  return {
    kind: 'accept',
    also: async () => {
      const done_day = saoPauloDay(Date.parse(context.occurredAt))
      await end(input, { outcome: 'dismissed', done_day, proof_kind: null, proof: args.reason })
      return { obligation_dismissed: { before: null, after: args.reason } }
    },
  }
})
