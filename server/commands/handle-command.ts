/** Handles one command inside its transaction: reads and locks the rows, asks the handler for a decision, has it applied. */
import type { Transaction } from 'kysely'
import type { CommandContext } from '../../src/commands/definition.ts'
import { type CommandName, isCommandName } from '../../src/commands/registry.ts'
import { messageOfFields } from '../../src/contract/field-names.ts'
import type { PushResult } from '../../src/contract/sync.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { isStillCarriedOut } from '../../src/domain/client/erasure.ts'
import { matchesScope, scopeOf } from '../../src/domain/lead/access.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { mayRun, NOT_ALLOWED } from '../../src/domain/permissions/actions.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/database.ts'
import type { Rules } from '../feed/rounds.ts'
import { coverEnded } from '../queries/acting.ts'
import { recordJoin } from '../queries/client-look-ups.ts'
import { isOwnClient } from '../queries/clients.ts'
import { ERASED_REFUSAL, erasedAt, forgetUploadOf } from '../queries/erasures.ts'
import { readClient, readLead } from '../queries/lead-row.ts'
import { type LeadWithClient, lockLeadWithClient } from '../queries/lead-with-client.ts'
import { wasInScope } from '../queries/scope.ts'
import { transferredFrom } from '../queries/transferred-from.ts'
import { applyDecision, brokerOf, type Task } from './apply-decision.ts'
import { clientOfCreation, typedChanges } from './client/client-of-creation.ts'
import { type Identified, identifiedClient, identifiedOfLead, TOO_MANY_JOINED } from './client/identified.ts'
import { clientNow, keepAlias } from './client/write-client.ts'
import type { CommandRequest } from './command-request.ts'
import { inPresentForm } from './earlier-version.ts'
import type { Decision, PreparedHandler } from './handler.ts'
import { handlerOf } from './handlers.ts'
import { rejection } from './rejection.ts'

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

interface Handling extends Task {
  readonly rules: Rules
  readonly foreign: Foreign
}
type About<Kind extends PreparedHandler['about']> = Extract<PreparedHandler, { about: Kind }>

/** Receives each record outside the user's scope that a command names, such as 'lead 0190…'. */
export type Foreign = (record: string) => void

/** Returns the command's result; a rule that forbids the command is a result too. Throws what the database throws. */
export async function handleCommand(
  tx: Transaction<Database>,
  given: CommandRequest,
  { nowMs, foreign, rules }: { nowMs: number; foreign: Foreign; rules: Rules },
): Promise<PushResult> {
  const { key, command, user } = given
  if (!isCommandName(command))
    return rejection(key, 'invalid', 'O servidor não conhece este tipo de pedido. Atualize o aplicativo.')
  if (!mayRun(command, user)) return rejection(key, 'forbidden', NOT_ALLOWED)
  const request = await inPresentForm(tx, given)
  const prepared = handlerOf(command).prepare(request.args)
  if ('errors' in prepared)
    return rejection(key, 'invalid', messageOfFields(prepared.errors), prepared.errors)
  const task: Handling = { tx, request, settings: rules.settings, rules, nowMs, foreign }
  switch (prepared.about) {
    case 'lead':
      return handleOnLead(task, command, prepared)
    case 'creation':
      return handleCreation(task, prepared)
    case 'client':
      return handleOnClient(task, prepared)
  }
}

async function handleOnLead(
  task: Handling,
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
    const ended = isTheirs ? null : await coverEnded(tx, lead, user)
    if (ended !== null) return transferConflict(task, lead, { message: ended, isTheirs })
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
  return applyDecision(task, {
    decision,
    before,
    after,
    occurredAt: context.occurredAt,
    identity: entry,
    appends,
  })
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
  { tx, request: { key } }: Handling,
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

async function handleCreation(task: Handling, prepared: About<'creation'>): Promise<PushResult> {
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
  const result = await applyDecision(task, {
    decision,
    before: { lead: null, client: of.known },
    after: { lead, client: of.after },
    occurredAt,
    creation: { ...of, typed: typedChanges(given, of) },
  })
  if (result.outcome === 'applied') await keepAlias(tx, given.uid, of.after.uid)
  return result
}

async function handleOnClient(task: Handling, prepared: About<'client'>): Promise<PushResult> {
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
  return applyDecision(task, {
    decision: identified === null ? decided : unlessRefused(decided, identified),
    identity: identified?.entry ?? null,
    before: { lead: null, client },
    after: { lead: null, client: after },
    occurredAt,
  })
}
