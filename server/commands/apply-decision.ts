/** Applies a handler's decision about a command: compares what changed meanwhile, writes the rows and the timeline. */
import type { Transaction } from 'kysely'
import type { PushResult } from '../../src/contract/sync.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { identityConflicts } from '../../src/domain/client/identity-conflicts.ts'
import { inScope, scopeOf } from '../../src/domain/lead/access.ts'
import { conflictingFields, flatRow, isClientField, isMerged } from '../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Database } from '../db/database.ts'
import { readClient } from '../queries/lead-row.ts'
import { type LeadWithClient, readLeadWithClient } from '../queries/lead-with-client.ts'
import { withoutKept } from '../records/kept-obligations.ts'
import { changedTwice } from './changed-twice.ts'
import type { ClientOfCreation } from './client/client-of-creation.ts'
import { enterIdentity } from './client/enter-identity.ts'
import type { IdentityEntry } from './client/identified.ts'
import { writeClient } from './client/write-client.ts'
import type { CommandRequest } from './command-request.ts'
import type { Decision, FurtherChanges } from './handler.ts'
import { keepReferral } from './lead/keep-referral.ts'
import { touchLead, writeLead } from './lead/write-lead.ts'
import { writeTimeline } from './lead/write-timeline.ts'
import { ownWrites } from './own-writes.ts'
import { rejection } from './rejection.ts'

/** A command in its transaction. */
export interface Task {
  readonly tx: Transaction<Database>
  readonly request: CommandRequest
  readonly settings: Settings
  readonly nowMs: number
}

export interface Outcome {
  /** Only for a creation: how the lead's client was found, and further client changes for the timeline. */
  readonly creation?: ClientOfCreation & { readonly typed: FurtherChanges }
  readonly decision: Decision
  /** Absent or null: the client stays the same person. */
  readonly identity?: IdentityEntry | null
  /** Fields that the command only adds to: they are in no conflict. */
  readonly appends?: readonly string[]
  readonly before: { readonly lead: Lead | null; readonly client: Client | null }
  readonly after: { readonly lead: Lead | null; readonly client: Client }
  readonly occurredAt: string
}

/** Writes what was decided, unless fields have changed meanwhile. Returns the command's result, with the rows as they are then. */
export async function applyDecision(task: Task, outcome: Outcome): Promise<PushResult> {
  const { tx, request } = task
  const { key } = request
  const { decision, before, appends = [] } = outcome
  const fresh = () => freshRows(task, outcome)
  // A lead that gets another client overwrites none of its values.
  const gets = outcome.identity?.choice === 'other'
  const comparesClient = outcome.creation?.hasBase ?? !gets
  if (decision.kind === 'refuse')
    return {
      ...rejection(key, decision.code ?? 'rule', decision.message, decision.errors),
      ...(await fresh()),
    }
  if (decision.kind === 'taken') {
    const holder = decision.brokerId === null ? null : await brokerOf(tx, decision.brokerId)
    return { key, outcome: 'conflict', message: decision.message, holder, fields: [], ...(await fresh()) }
  }
  if (decision.kind === 'accept') {
    const decided = decision.lead ?? outcome.after.lead
    const lead = decided === null ? null : await withoutKept(tx, before.lead, decided)
    const after = { ...outcome.after, lead }
    const current = flatRow(before.lead, gets ? null : before.client)
    // A device of another version may send fields that this server does not know. They are not compared.
    const base = Object.fromEntries(
      Object.entries(request.base).filter(
        ([field]) => field in current && (comparesClient || !isClientField(field)),
      ),
    )
    const wanted = flatRow(after.lead, gets ? null : after.client)
    const own = await ownWrites(tx, request, {
      leadUid: before.lead?.uid ?? null,
      clientUid: after.lead === null ? after.client.uid : null,
      current,
      wanted,
    })
    const compared = Object.entries({ ...own, ...base }).filter(
      ([field]) => !appends.includes(field) && !isMerged(field),
    )
    const seen = Object.fromEntries(compared)
    const ofPerson = identityConflicts(seen, current, wanted)
    const fields = [
      ...conflictingFields(seen, current, wanted).filter(
        ({ field }) => !ofPerson.some((one) => one.field === field),
      ),
      ...ofPerson,
    ]
    if (fields.length > 0) {
      const about = { leadUid: before.lead?.uid ?? null, clientUid: after.client.uid }
      return { ...(await changedTwice(tx, request, fields, about)), ...(await fresh()) }
    }
    await write(task, { ...outcome, after }, decision.also)
  }
  const found = decision.kind === 'nothing' ? { found_done: true as const } : {}
  return { key, outcome: 'applied', ...found, ...(await fresh()) }
}

async function write(
  { tx, request, nowMs }: Task,
  { before, after, occurredAt, creation, identity = null }: Outcome,
  also: Extract<Decision, { kind: 'accept' }>['also'],
): Promise<void> {
  const userId = request.user.id
  const { automation } = request
  // No user of Farol did what an automation does.
  const author = automation === undefined ? userId : null
  await writeClient(tx, { before: before.client, after: after.client, userId })
  if (after.lead !== null)
    await writeLead({ tx, before: before.lead, after: after.lead, userId: author, occurredAt, nowMs })
  if (after.lead !== null && creation !== undefined)
    await keepReferral(tx, after.lead, { user: request.user, referred: creation.referred })
  const ofPerson =
    identity === null
      ? {}
      : await enterIdentity(tx, { entry: identity, lead: after.lead, client: after.client, userId })
  const by = automation === undefined ? {} : { automation: { before: null, after: automation.name } }
  const further = { ...creation?.typed, ...identity?.typed, ...ofPerson, ...(await also?.()), ...by }
  if (after.lead !== null && Object.keys(further).length > 0) await touchLead(tx, after.lead.uid)
  await writeTimeline({
    tx,
    before,
    after,
    further,
    ofClient: ofPerson,
    command: request.command,
    userId: author,
    deviceId: request.deviceId,
    occurredAt,
    receivedAt: new Date(nowMs).toISOString(),
  })
}

export async function brokerOf(
  tx: Transaction<Database>,
  id: number,
): Promise<{ id: number; name: string } | null> {
  return (await tx.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
}

/** The rows after the command. A lead that left the user's scope is returned in `removed` only. */
async function freshRows({ tx, request, settings, nowMs }: Task, { before, after }: Outcome) {
  const seenBy = scopeOf(request.user)
  if (after.lead === null) {
    const client = await readClient(tx, after.client.uid)
    return { rows: { leads: [], clients: client === null ? [] : [client] }, removed: [] }
  }
  const { uid } = after.lead
  const found = await readLeadWithClient(tx, uid, seenBy)
  // The creation was refused. The lead stays on the device, so that its user can correct it.
  if (found === null && before.lead === null) return { rows: { leads: [], clients: [] }, removed: [] }
  return asSeen(uid, found, request.user, { settings, nowMs })
}

function asSeen(
  uid: string,
  found: LeadWithClient | null,
  user: SessionUser,
  { settings, nowMs }: { readonly settings: Settings; readonly nowMs: number },
) {
  if (found === null || !inScope(found.lead, user, settings, nowMs))
    return { rows: { leads: [], clients: [] }, removed: [uid] }
  return { rows: { leads: [found.lead], clients: [found.client] }, removed: [] }
}

/** Returns the lead's rows as an answer to this user has them now. */
export const rowsOfLead = async (
  tx: Transaction<Database>,
  uid: string,
  user: SessionUser,
  now: { readonly settings: Settings; readonly nowMs: number },
) => asSeen(uid, await readLeadWithClient(tx, uid, scopeOf(user)), user, now)
