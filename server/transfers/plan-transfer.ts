/** Which leads a transfer moves, and to whom. docs/rules.md#transfers */

import { type RawBuilder, sql } from 'kysely'
import type { TransferPlan } from '../../src/contract/transfers.ts'
import { isInOrigin } from '../../src/domain/lead/lead-state.ts'
import {
  type Destination,
  type Sharer,
  sharedOut,
  sharedOutAs,
  sharesOf,
  transferProblem,
} from '../../src/domain/lead/transfer.ts'
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { assignableBrokersSql, lockAssignable, requireAssignable } from '../queries/assignable-broker.ts'
import type { PlannedLead } from './write-transfer.ts'

export interface ChosenLead {
  readonly uid: string
  readonly id: number
  readonly client_name: string
  readonly state: 1 | 2 | 3
  readonly status: number
  readonly broker_id: number | null
  readonly channel_id: number
  readonly cancelled: boolean
  /** Of a scheduling that waits. */
  readonly scheduled: boolean
}

/** Returns the leads that match and locks them, in the order of their uids, as commands on many leads do. */
export const lockChosen = (tx: Tx, condition: RawBuilder<unknown>): Promise<ChosenLead[]> =>
  chosen(tx, condition, sql`for update of l`)

/** Returns the leads that match: colleagues may change them meanwhile. */
export const readChosen = (tx: Tx, condition: RawBuilder<unknown>): Promise<ChosenLead[]> =>
  chosen(tx, condition, sql``)

async function chosen(
  tx: Tx,
  condition: RawBuilder<unknown>,
  locking: RawBuilder<unknown>,
): Promise<ChosenLead[]> {
  const { rows } = await sql<ChosenLead>`
    select l.uid, l.id, c.name as client_name, l.state, l.status, l.broker_id, l.channel_id, l.cancelled,
      l.scheduling_status is not distinct from 0 as scheduled
    from leads l
    join clients c on c.uid = l.client_uid
    where ${condition}
    order by l.uid
    ${locking}`.execute(tx)
  return rows
}

export interface LeftLead {
  readonly id: number
  readonly client_name: string
  readonly reason: string
}

export interface Plan {
  readonly moves: readonly PlannedLead[]
  readonly left: readonly LeftLead[]
}

const ALREADY_THERE = 'Já está com este corretor'
const ALREADY_FREE = 'Já está em Origem, sem corretor'
const NOBODY_ELSE = 'Nenhum outro corretor ativo'

export const leftLead = (
  { id, client_name }: Pick<ChosenLead, 'id' | 'client_name'>,
  reason: string,
): LeftLead => ({
  id,
  client_name,
  reason,
})

/** The answer has the number of all leads that were left, and the names of at most so many. */
const TOLD = 100
export const toldOf = (left: readonly LeftLead[]) => ({ left: left.length, left_leads: left.slice(0, TOLD) })

/** Throws Refusal `rule` for a broker who may not be given leads. `except`: the user who leaves, who gets no leads. */
export async function planTransfer(
  tx: Tx,
  chosen: readonly ChosenLead[],
  { to, except = null }: { readonly to: Destination; readonly except?: number | null },
): Promise<Plan> {
  const left: LeftLead[] = []
  const open = chosen.filter((lead) => {
    const reason = transferProblem(lead) ?? (to.kind === 'origin' && isFree(lead) ? ALREADY_FREE : null)
    if (reason !== null) left.push(leftLead(lead, reason))
    return reason === null
  })
  const targetOf = await targets(tx, open, to, except)
  const moves: PlannedLead[] = []
  for (const lead of open) {
    const target = targetOf(lead)
    if (target === undefined) left.push(leftLead(lead, NOBODY_ELSE))
    else if (target !== null && target === lead.broker_id) left.push(leftLead(lead, ALREADY_THERE))
    else moves.push({ uid: lead.uid, broker_id: target })
  }
  return { moves, left }
}

const isFree = (lead: ChosenLead) => lead.broker_id === null && isInOrigin(lead)

/** Returns the next broker of a lead: null is unclaimed, undefined that no broker can get it. */
async function targets(
  tx: Tx,
  open: readonly ChosenLead[],
  to: Destination,
  except: number | null,
): Promise<(lead: ChosenLead) => number | null | undefined> {
  switch (to.kind) {
    case 'origin':
      return () => null
    case 'stay':
      return ({ broker_id }) => broker_id
    case 'broker':
      await requireOther(tx, to.broker_id, except)
      return () => to.broker_id
    case 'share': {
      const brokers = await sharers(tx, except)
      const { shares } = to
      for (const { broker_id, total } of shares ?? [])
        if (total > 0 && !brokers.some(({ id }) => id === broker_id))
          await requireOther(tx, broker_id, except)
      const given = shares === undefined ? sharedOut(open, brokers) : sharedOutAs(open, brokers, shares)
      return ({ uid }) => given.get(uid)
    }
  }
}

/** Throws Refusal `rule` unless leads and rules may be given to the broker, who is not the one who leaves. */
export async function requireOther(tx: Tx, brokerId: number, except: number | null): Promise<void> {
  if (brokerId === except) throw refusedField('broker_id', 'Escolha outro corretor')
  await requireAssignable(tx, brokerId)
}

/** Returns who would get how many of the leads if they were shared out now. */
export async function planShares(tx: Tx, chosen: readonly ChosenLead[]): Promise<TransferPlan> {
  const open = chosen.filter((lead) => transferProblem(lead) === null)
  const brokers = await sharers(tx, null)
  const given = sharedOut(open, brokers)
  const totals = new Map(sharesOf(given, brokers).map(({ broker_id, total }) => [broker_id, total]))
  const left = chosen.flatMap((lead): LeftLead[] => {
    const reason = transferProblem(lead) ?? (given.has(lead.uid) ? null : NOBODY_ELSE)
    return reason === null ? [] : [leftLead(lead, reason)]
  })
  return {
    shares: brokers.map(({ id, load }) => ({ broker_id: id, load, total: totals.get(id) ?? 0 })),
    ...toldOf(left),
  }
}

async function sharers(tx: Tx, except: number | null): Promise<Sharer[]> {
  await lockAssignable(tx)
  const { rows } = await sql<Sharer>`
    select u.id,
      (select count(*)::int from leads l where l.broker_id = u.id and l.state in (1, 2) and not l.cancelled) as load,
      coalesce(
        (select array_agg(x.channel_id) from technical_team_channels x where x.team_id = u.technical_team_id),
        '{}') as channels
    from users u
    where u.id in ${assignableBrokersSql()}
      and u.id is distinct from ${except}::int
    order by u.id`.execute(tx)
  return rows
}
