/**
 * One command, one transaction, exactly once: the key is claimed first, so that a second delivery waits for the first
 * and then answers its stored result. Both doors, REST and push, come through here.
 */
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { CommandContext } from '../../src/commands/definition.ts'
import { type CommandName, isCommandName } from '../../src/commands/registry.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import { type PushResult, pushResultSchema } from '../../src/contract/sync.ts'
import { inScope, matchesScope, scopeOf } from '../../src/domain/lead/access.ts'
import { conflictingFields } from '../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf, type SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../app-context.ts'
import type { Database } from '../db/database.ts'
import { statusFlowOf } from '../queries/catalogues.ts'
import { readClient, readLead } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'
import type { PreparedHandler } from './handler.ts'
import { handlers } from './handlers.ts'
import { writeLead } from './write-lead.ts'

export interface CommandRequest {
  readonly key: string
  readonly command: string
  readonly args: unknown
  readonly base: Readonly<Record<string, unknown>>
  readonly occurredAt: string
  readonly dependsOn: string | null
  readonly user: SessionUser
  readonly deviceId: string | null
}

const DAY = 86_400_000
/** A device may have been offline for so long; older claims are clamped. */
const OLDEST_CLAIM_MS = 30 * DAY
const RETRIES = 4
/** A UUID, or what a REST client takes for one: nothing that the log could not hold. */
const KEY = /^[\w.:-]{8,64}$/
const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

class Blocked extends Error {}

/** PostgreSQL's code of an error of either driver. */
function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
/** Serialization failure and deadlock: the same command again is right. */
const isTransient = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))
/** A value that the database will never take: no retry would help. */
const isRefusedByDatabase = (error: unknown) => /^2[23]/.test(codeOf(error))

/** Never throws for what a rule forbids: that is a result. Throws when the database can't answer. */
export async function runCommand(context: AppContext, request: CommandRequest): Promise<PushResult> {
  const result = await settle(context, request)
  context.metrics.commands.inc({
    command: isCommandName(request.command) ? request.command : 'unknown',
    outcome: result.outcome,
  })
  return result
}

async function settle(context: AppContext, request: CommandRequest): Promise<PushResult> {
  const { db } = context.store
  if (!KEY.test(request.key)) return rejection(request.key, 'invalid', 'A chave deste pedido é inválida.')
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => once(context, tx, request))
    } catch (error) {
      if (error instanceof Blocked)
        return { key: request.key, outcome: 'blocked', depends_on: request.dependsOn ?? '' }
      if (isRefusedByDatabase(error)) return refuseForGood(context, request)
      if (!isTransient(error) || attempt >= RETRIES) throw error
    }
  }
}

/** The arguments are what the database did not take: the log keeps the refusal without them. */
function refuseForGood(context: AppContext, request: CommandRequest): Promise<PushResult> {
  const refused = rejection(request.key, 'invalid', 'O servidor não aceitou os dados deste pedido.')
  return context.store.db.transaction().execute(async (tx) => {
    if (!(await claim(context, tx, { ...request, args: null }))) return storedResult(context, tx, request)
    await store(tx, refused)
    return refused
  })
}

function rejection(
  key: string,
  code: ErrorCode,
  message: string,
  errors: Record<string, string[]> = {},
): Extract<PushResult, { outcome: 'rejected' }> {
  return { key, outcome: 'rejected', code, message, errors, rows: { leads: [], clients: [] }, removed: [] }
}

/** True when this delivery is the first of its key. */
async function claim(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<boolean> {
  const claimed = await tx
    .insertInto('command_log')
    .values({
      key: request.key,
      user_id: request.user.id,
      device_id: request.deviceId,
      command: request.command,
      args: JSON.stringify(request.args ?? null),
      outcome: 'running',
      result: 'null',
      occurred_at: clampOccurredAt(request.occurredAt, context.now()),
      received_at: new Date(context.now()).toISOString(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function store(tx: Transaction<Database>, result: PushResult): Promise<void> {
  await tx
    .updateTable('command_log')
    .set({ outcome: result.outcome, result: JSON.stringify(result) })
    .where('key', '=', result.key)
    .execute()
}

/** Inside the plausible window: not in the future, not older than a month. */
function clampOccurredAt(claimed: string, nowMs: number): string {
  const at = Date.parse(claimed)
  const plausible = Number.isNaN(at) ? nowMs : Math.min(Math.max(at, nowMs - OLDEST_CLAIM_MS), nowMs)
  return new Date(plausible).toISOString()
}

async function once(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<PushResult> {
  if (!(await claim(context, tx, request))) return storedResult(context, tx, request)
  if (request.dependsOn !== null) {
    const earlier = await tx
      .selectFrom('command_log')
      .select('outcome')
      .where('key', '=', request.dependsOn)
      .where('user_id', '=', request.user.id)
      .executeTakeFirst()
    if (earlier?.outcome !== 'applied') throw new Blocked()
  }
  const result = await decide(context, tx, request)
  await store(tx, result)
  return result
}

const aboutLead = z.object({ lead_uid: z.string() })

/** Which lead the arguments are about: that never changes between deliveries of one key. */
function leadOf(args: unknown): string | null {
  const parsed = aboutLead.safeParse(args)
  return parsed.success ? parsed.data.lead_uid : null
}

/** The answer of the first delivery; a key of somebody else is refused without saying anything of it. */
async function storedResult(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<PushResult> {
  const stored = await tx
    .selectFrom('command_log')
    .select(['user_id', 'command', 'args', 'result'])
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow()
  if (stored.user_id !== request.user.id)
    return rejection(request.key, 'forbidden', 'Este pedido pertence a outra pessoa.')
  // The arguments may differ: an app update rewrites those of a queued command whose answer was lost.
  // What the database refused is kept without its arguments: there is no lead to compare.
  const lead = leadOf(stored.args)
  if (stored.command !== request.command || (lead !== null && lead !== leadOf(request.args)))
    return rejection(request.key, 'invalid', 'Esta chave já foi usada em outro pedido.')
  return withoutDeparted(context, tx, request.user, pushResultSchema.parse(stored.result))
}

/** What was the user's when the command was carried out may no longer be: then the device gets its key alone. */
async function withoutDeparted(
  context: AppContext,
  tx: Transaction<Database>,
  user: SessionUser,
  result: PushResult,
): Promise<PushResult> {
  if (result.outcome === 'blocked') return result
  const settings = await readSettings(tx)
  const isTheirs = (lead: Lead | null) => lead !== null && inScope(lead, user, settings, context.now())
  const departed: string[] = []
  const leads: Lead[] = []
  for (const lead of result.rows.leads) {
    if (!isTheirs(await readLead(tx, lead.uid))) departed.push(lead.uid)
    else if (isTheirs(lead)) leads.push(lead)
  }
  const named = new Set(leads.map((lead) => lead.client_uid))
  const clients = result.rows.clients.filter((client) => named.has(client.uid))
  return { ...result, rows: { leads, clients }, removed: [...result.removed, ...departed] }
}

async function decide(
  context: AppContext,
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<PushResult> {
  const { key, command, user } = request
  if (!isCommandName(command))
    return rejection(key, 'invalid', 'O servidor não conhece este tipo de pedido. Atualize o aplicativo.')
  if (!may(command, roleOf(user))) return rejection(key, 'forbidden', 'Você não tem permissão para isso.')
  const prepared = handlers[command].prepare(request.args)
  if ('errors' in prepared) return rejection(key, 'invalid', 'Dados inválidos.', prepared.errors)

  const lead = UID.test(prepared.entityUid) ? await readLead(tx, prepared.entityUid, { lock: true }) : null
  // 'Not there' and 'not yours' are one answer; a device that still holds the lead lets go of it.
  if (lead === null || !mayKnow(lead, command, user))
    return { ...rejection(key, 'not_found', 'Lead não encontrado.'), removed: [prepared.entityUid] }

  const settings = await readSettings(tx)
  const occurredAt = occurrence(request.occurredAt, lead, context.now())
  const statusFlow = await statusFlowOf(tx, lead.channel_id)
  const commandContext: CommandContext = { occurredAt, user, settings, statusFlow }
  return carryOut({ context, tx, request, prepared, lead, commandContext })
}

/** A lead that another captured meanwhile was in scope when it was unclaimed: whoever wanted it is told who has it. */
function mayKnow(lead: Lead, command: CommandName, user: SessionUser): boolean {
  const scope = scopeOf(user)
  if (matchesScope(lead, scope)) return true
  return command === 'lead.capture' && matchesScope({ ...lead, state: 1, broker_id: null }, scope)
}

/** Nothing happens to a lead before it exists, unless its creation lies in the future on purpose. */
function occurrence(claimed: string, lead: Lead, nowMs: number): string {
  const plausible = clampOccurredAt(claimed, nowMs)
  const created = Date.parse(lead.create_lead_date)
  return Date.parse(plausible) < created && created <= nowMs ? lead.create_lead_date : plausible
}

interface Case {
  readonly context: AppContext
  readonly tx: Transaction<Database>
  readonly request: CommandRequest
  readonly prepared: PreparedHandler
  readonly lead: Lead
  readonly commandContext: CommandContext
}

async function carryOut({ context, tx, request, prepared, lead, commandContext }: Case): Promise<PushResult> {
  const { key, user } = request
  const decision = await prepared.decide(tx, lead, commandContext)
  const fresh = () => freshRows(context, tx, lead.uid, user, commandContext)
  if (decision.kind === 'refuse')
    return { ...rejection(key, 'rule', decision.message, decision.errors), ...(await fresh()) }
  if (decision.kind === 'taken') {
    const holder = decision.brokerId === null ? null : await brokerOf(tx, decision.brokerId)
    return { key, outcome: 'conflict', message: decision.message, holder, fields: [], ...(await fresh()) }
  }
  if (decision.kind === 'accept') {
    const after = prepared.applyLead(lead, commandContext) ?? lead
    const fields = conflictingFields(request.base, lead, after)
    if (fields.length > 0)
      return {
        key,
        outcome: 'conflict',
        message: 'Outra pessoa mudou o mesmo campo enquanto você estava sem conexão.',
        holder: null,
        fields,
        ...(await fresh()),
      }
    const receivedAt = new Date(context.now()).toISOString()
    await writeLead({
      tx,
      before: lead,
      after,
      command: request.command,
      userId: user.id,
      deviceId: request.deviceId,
      occurredAt: commandContext.occurredAt,
      receivedAt,
    })
  }
  return { key, outcome: 'applied', ...(await fresh()) }
}

async function brokerOf(tx: Transaction<Database>, id: number): Promise<{ id: number; name: string } | null> {
  return (await tx.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
}

/** The rows as they stand now; only the key when the lead is no longer the user's. */
async function freshRows(
  context: AppContext,
  tx: Transaction<Database>,
  uid: string,
  user: SessionUser,
  { settings }: CommandContext,
) {
  const lead = await readLead(tx, uid)
  if (lead === null || !inScope(lead, user, settings, context.now()))
    return { rows: { leads: [], clients: [] }, removed: [uid] }
  const client = await readClient(tx, lead.client_uid)
  return { rows: { leads: [lead], clients: client === null ? [] : [client] }, removed: [] }
}
