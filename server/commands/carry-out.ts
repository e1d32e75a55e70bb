/**
 * Executes one command inside its transaction: reads and locks the rows, asks the handler for a decision, writes the
 * result.
 */
import type { Transaction } from 'kysely'
import type { CommandContext } from '../../src/commands/definition.ts'
import { type CommandName, isCommandName } from '../../src/commands/registry.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import { messageOfFields } from '../../src/contract/field-names.ts'
import type { PushResult } from '../../src/contract/sync.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { isStillCarriedOut } from '../../src/domain/client/erasure.ts'
import { identityConflicts } from '../../src/domain/client/identity-conflicts.ts'
import { inScope, matchesScope, scopeOf } from '../../src/domain/lead/access.ts'
import { conflictingFields, flatRow, isClientField } from '../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { mayRun, NOT_ALLOWED } from '../../src/domain/permissions/actions.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/database.ts'
import type { Rules } from '../feed/present.ts'
import { recordJoin } from '../queries/client-look-ups.ts'
import { isOwnClient } from '../queries/clients.ts'
import { ERASED_REFUSAL, erasedAt, forgetUploadOf } from '../queries/erasures.ts'
import { readClient, readLead } from '../queries/lead-row.ts'
import { type LeadWithClient, lockLeadWithClient, readLeadWithClient } from '../queries/lead-with-client.ts'
import { wasInScope } from '../queries/scope.ts'
import { transferredFrom } from '../queries/transferred-from.ts'
import { changedTwice } from './changed-twice.ts'
import { type ClientOfCreation, clientOfCreation, typedChanges } from './client/client-of-creation.ts'
import { enterIdentity } from './client/enter-identity.ts'
import {
  type Identified,
  type IdentityEntry,
  identifiedClient,
  identifiedOfLead,
  TOO_MANY_JOINED,
} from './client/identified.ts'
import { clientNow, keepAlias, writeClient } from './client/write-client.ts'
import type { CommandRequest } from './command-request.ts'
import { inPresentForm } from './earlier-version.ts'
import type { Decision, FurtherChanges, PreparedHandler } from './handler.ts'
import { handlers } from './handlers.ts'
import { keepReferral } from './lead/keep-referral.ts'
import { touchLead, writeLead } from './lead/write-lead.ts'
import { writeTimeline } from './lead/write-timeline.ts'
import { ownWrites } from './own-writes.ts'

export type Rejection = Extract<PushResult, { outcome: 'rejected' }>

export function rejection(
  key: string,
  code: ErrorCode,
  message: string,
  errors: Record<string, string[]> = {},
): Rejection {
  return { key, outcome: 'rejected', code, message, errors, rows: { leads: [], clients: [] }, removed: [] }
}

/** The device lets the command go: docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost */
const refusedAsErased = (key: string) => rejection(key, ERASED_REFUSAL.code, ERASED_REFUSAL.message)

/** The longest offline time that the server believes. An earlier `occurred_at` is clamped. */
const OLDEST_CLAIM_MS = 30 * DAY_MS
const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the claimed time as ISO 8601, clamped to the last 30 days. An invalid time becomes now. */
export function clampOccurredAt(claimed: string, nowMs: number): string {
  const at = Date.parse(claimed)
  const plausible = Number.isNaN(at) ? nowMs : Math.min(Math.max(at, nowMs - OLDEST_CLAIM_MS), nowMs)
  return new Date(plausible).toISOString()
}

/** The clamped time, at least the lead's creation. A creation in the future sets no limit. */
function occurrence(claimed: string, lead: Lead, nowMs: number): string {
  const plausible = clampOccurredAt(claimed, nowMs)
  const created = Date.parse(lead.create_lead_date)
  return Date.parse(plausible) < created && created <= nowMs ? lead.create_lead_date : plausible
}

interface Task {
  readonly tx: Transaction<Database>
  readonly request: CommandRequest
  readonly settings: Settings
  readonly rules: Rules
  readonly nowMs: number
  readonly foreign: Foreign
}
type About<Kind extends PreparedHandler['about']> = Extract<PreparedHandler, { about: Kind }>

/** Receives each record outside the user's scope that a command names, such as 'lead 0190…'. */
export type Foreign = (record: string) => void

/** Returns the command's result; a rule that forbids the command is a result too. Throws what the database throws. */
export async function carryOut(
  tx: Transaction<Database>,
  given: CommandRequest,
  { nowMs, foreign, rules }: { nowMs: number; foreign: Foreign; rules: Rules },
): Promise<PushResult> {
  const { key, command, user } = given
  if (!isCommandName(command))
    return rejection(key, 'invalid', 'O servidor não conhece este tipo de pedido. Atualize o aplicativo.')
  if (!mayRun(command, user)) return rejection(key, 'forbidden', NOT_ALLOWED)
  const request = await inPresentForm(tx, given)
  const prepared = handlers[command].prepare(request.args)
  if ('errors' in prepared)
    return rejection(key, 'invalid', messageOfFields(prepared.errors), prepared.errors)
  const task: Task = { tx, request, settings: rules.settings, rules, nowMs, foreign }
  switch (prepared.about) {
    case 'lead':
      return carryOutOnLead(task, command, prepared)
    case 'creation':
      return beginLead(task, prepared)
    case 'client':
      return changeClient(task, prepared)
  }
}

async function carryOutOnLead(
  task: Task,
  command: CommandName,
  prepared: About<'lead'>,
): Promise<PushResult> {
  const { tx, request, settings, nowMs } = task
  const { user, key } = request
  const found = UID.test(prepared.entityUid) ? await lockLeadWithClient(tx, prepared.entityUid) : null
  const lead = found?.lead ?? null
  // A missing lead and another user's lead get the same answer. A device that still has the lead removes it.
  const notFound = () => {
    if (lead !== null) task.foreign(`lead ${lead.id ?? lead.uid}`)
    return { ...rejection(key, 'not_found', 'Lead não encontrado.'), removed: [prepared.entityUid] }
  }
  if (found === null || lead === null) return notFound()
  const isTheirs = matchesScope(lead, scopeOf(user))
  if (command !== 'lead.capture') {
    // A command on a lead that is back in Origem is done on it as it is, also if its old broker sent it.
    const madeAt = isTheirs ? clampOccurredAt(request.occurredAt, nowMs) : null
    const message = await transferredFrom(tx, lead, user, madeAt)
    if (message !== null) return transferConflict(task, lead, { message, isTheirs })
  }
  if (!isTheirs && !(await mayLearnHolder(tx, lead, command, user))) return notFound()
  const { client, isErased } = await clientOf(tx, found, prepared.clientUid !== null)
  if (isTheirs && !isStillCarriedOut(command) && isErased) {
    await forgetUploadOf(tx, request.args, user.id)
    return refusedAsErased(key)
  }
  const context: CommandContext = {
    occurredAt: occurrence(request.occurredAt, lead, nowMs),
    user,
    settings,
    statusFlow: task.rules.statusFlowOf(lead.channel_id),
  }
  const identified = await identifiedOfLead(tx, { client, prepared, user, nowMs })
  const { stored, entry, gets } = identified
  const after = {
    lead: withClient(prepared.applyLead(lead, context) ?? lead, lead, identified.after),
    client: identified.after,
  }
  const decided = await prepared.decide({ tx, lead, client, stored, gets, after, context, nowMs })
  if (!isTheirs && decided.kind !== 'taken') return notFound()
  const decision = unlessRefused(decided, identified)
  const before = { lead, client: stored }
  const { appends } = prepared
  return conclude(task, { decision, before, after, occurredAt: context.occurredAt, identity: entry, appends })
}

/** A command's `apply` names the client as the device does. */
function withClient(applied: Lead, before: Lead, client: Client): Lead {
  const { client_name, client_cpf, client_cellphone, client_phone } = before
  const kept = { client_name, client_cpf, client_cellphone, client_phone }
  return {
    ...applied,
    ...(client.uid === before.client_uid ? kept : copiesOf(client)),
    client_uid: client.uid,
  }
}

/** A refusal by the rules of the form comes first: its fields are wrong for whomever they are. */
const unlessRefused = (decision: Decision, { refusal, isStrange }: Identified): Decision =>
  refusal !== null && (isStrange || decision.kind === 'accept' || decision.kind === 'nothing')
    ? refusal
    : decision

/** The device keeps what its user wrote, and lets the lead go that its user sees no more. docs/rules.md#transfers */
async function transferConflict(
  { tx, request: { key } }: Task,
  lead: Lead,
  { message, isTheirs }: { readonly message: string; readonly isTheirs: boolean },
): Promise<PushResult> {
  const holder = lead.broker_id === null ? null : await brokerOf(tx, lead.broker_id)
  const rows = { leads: [], clients: [] }
  return { key, outcome: 'conflict', message, holder, fields: [], rows, removed: isTheirs ? [] : [lead.uid] }
}

/**
 * True for a capture of a lead that was in the user's scope before. The answer then names the lead's holder and nothing
 * else: docs/rules.md#capture.
 */
async function mayLearnHolder(
  tx: Transaction<Database>,
  lead: Lead,
  command: CommandName,
  user: SessionUser,
): Promise<boolean> {
  return command === 'lead.capture' && !lead.cancelled && wasInScope(tx, lead.uid, scopeOf(user))
}

/**
 * Returns the client of the lead's own row; the command may name another client. One that is locked is read anew, and its
 * erasure after that: the lock may have waited for one. Throws when there is none.
 */
async function clientOf(
  tx: Transaction<Database>,
  { lead, client: known, erasedAt: at }: LeadWithClient,
  lock: boolean,
): Promise<{ readonly client: Client; readonly isErased: boolean }> {
  if (!lock) return { client: known, isErased: at !== null }
  const client = await readClient(tx, lead.client_uid, { lock })
  if (client === null) throw new Error(`lead ${lead.uid} has no client`)
  return { client, isErased: (await erasedAt(tx, lead.client_uid)) !== null }
}

const copiesOf = ({ name, cpf, cellphone, phone }: Client) => ({
  client_name: name,
  client_cpf: cpf,
  client_cellphone: cellphone,
  client_phone: phone,
})

async function beginLead(task: Task, prepared: About<'creation'>): Promise<PushResult> {
  const { tx, request, settings, nowMs } = task
  const { user, key, byLink = null } = request
  const existing = await readLead(tx, prepared.entityUid)
  if (existing !== null) return rejection(key, 'rule', 'Este lead já foi criado.')
  const occurredAt = clampOccurredAt(request.occurredAt, nowMs)
  const context: CommandContext = { occurredAt, user, settings, statusFlow: [] }
  const given = prepared.applyClient(null, context)
  const begun = prepared.applyLead(null, context)
  if (given === null || begun === null)
    throw new Error(`${request.command} does not create a lead and a client`)

  const of = await clientOfCreation(tx, {
    given,
    base: request.base,
    user,
    choice: prepared.clientWrite?.identity,
    write: (known) => prepared.applyClient(known, context) ?? known,
  })
  // The client is locked. A client that the user may not name can be an erased one too.
  const known = of?.known?.uid ?? given.uid
  if ((await erasedAt(tx, known)) !== null) return refusedAsErased(key)
  // Another client may have the same document.
  if (known !== given.uid && (await erasedAt(tx, given.uid)) !== null) return refusedAsErased(key)
  if (of === null) {
    task.foreign(`client ${given.uid}`)
    return rejection(key, 'not_found', 'Cliente não encontrado.')
  }
  if (of.isLookUp && of.known !== null && !(await recordJoin(tx, of.known, { userId: user.id, nowMs })))
    return rejection(key, 'quota_reached', TOO_MANY_JOINED)
  const lead: Lead = {
    ...begun,
    ...copiesOf(of.after),
    client_uid: of.after.uid,
  }
  const decision = await prepared.decide({
    tx,
    lead,
    client: of.asked,
    known: of.known,
    context,
    nowMs,
    byLink,
  })
  const result = await conclude(task, {
    decision,
    before: { lead: null, client: of.known },
    after: { lead, client: of.after },
    occurredAt,
    creation: { ...of, typed: typedChanges(given, of) },
  })
  if (result.outcome === 'applied') await keepAlias(tx, given.uid, of.after.uid)
  return result
}

async function changeClient(task: Task, prepared: About<'client'>): Promise<PushResult> {
  const { tx, request, settings, nowMs } = task
  const { user, key } = request
  const notFound = () => rejection(key, 'not_found', 'Cliente não encontrado.')
  if (!UID.test(prepared.entityUid)) return notFound()
  const client = await clientNow(tx, prepared.entityUid, (uid) => readClient(tx, uid, { lock: true }))
  const uid = client?.uid ?? prepared.entityUid
  if ((await erasedAt(tx, uid)) !== null) return refusedAsErased(key)
  if (client !== null && !(await isOwnClient(tx, uid, user))) {
    task.foreign(`client ${uid}`)
    return notFound()
  }
  const occurredAt = clampOccurredAt(request.occurredAt, nowMs)
  const context: CommandContext = { occurredAt, user, settings, statusFlow: [] }
  const { clientWrite } = prepared
  const identified = client === null || clientWrite === null ? null : identifiedClient(client, clientWrite)
  const after = identified?.after ?? prepared.applyClient(client, context)
  if (after === null) return notFound()
  const decided = await prepared.decide({ tx, client, after, context, nowMs })
  return conclude(task, {
    decision: identified === null ? decided : unlessRefused(decided, identified),
    identity: identified?.entry ?? null,
    before: { lead: null, client },
    after: { lead: null, client: after },
    occurredAt,
  })
}

interface Outcome {
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

async function conclude(task: Task, outcome: Outcome): Promise<PushResult> {
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
    const after = { ...outcome.after, lead: decision.lead ?? outcome.after.lead }
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
    const compared = Object.entries({ ...own, ...base }).filter(([field]) => !appends.includes(field))
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
  await writeClient(tx, { before: before.client, after: after.client, userId })
  if (after.lead !== null)
    await writeLead({ tx, before: before.lead, after: after.lead, userId, occurredAt, nowMs })
  if (after.lead !== null && creation !== undefined)
    await keepReferral(tx, after.lead, { user: request.user, referred: creation.referred })
  const ofPerson =
    identity === null
      ? {}
      : await enterIdentity(tx, { entry: identity, lead: after.lead, client: after.client, userId })
  const further = { ...creation?.typed, ...identity?.typed, ...ofPerson, ...(await also?.()) }
  if (after.lead !== null && Object.keys(further).length > 0) await touchLead(tx, after.lead.uid)
  await writeTimeline({
    tx,
    before,
    after,
    further,
    ofClient: ofPerson,
    command: request.command,
    userId,
    deviceId: request.deviceId,
    occurredAt,
    receivedAt: new Date(nowMs).toISOString(),
  })
}

async function brokerOf(tx: Transaction<Database>, id: number): Promise<{ id: number; name: string } | null> {
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
