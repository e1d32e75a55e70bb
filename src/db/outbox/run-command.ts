/**
 * Runs the user's commands. One transaction applies, queues and journals a command, or a group of commands. No other code
 * turns a user's action into a change.
 */
import type { PreparedCommand } from '../../commands/definition.ts'
import { type GroupMember, type Inverse, inversesOf, isGroup } from '../../commands/groups.ts'
import { type CommandArgs, type CommandName, commands } from '../../commands/registry.ts'
import type { Client } from '../../domain/client/client.ts'
import { ERASED_MESSAGE, isStillCarriedOut } from '../../domain/client/erasure.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { mayRun, NOT_ALLOWED } from '../../domain/permissions/actions.ts'
import { whilePresent } from '../access/presence.ts'
import { type FoundFull, foundFull } from '../access/storage-full.ts'
import { noteChanged } from '../changes/journal.ts'
import { predict } from '../changes/pending-writes.ts'
import { correctedNow, lastCorrectedNow } from '../mirror/clock-offset.ts'
import { type MirrorDb, queueTables } from '../schema/mirror.ts'
import type { LeadRecord, OutboxRecord } from '../schema/records.ts'
import { areErased } from '../session/erased-uids.ts'
import { type ContextSource, contextAt, currentContextSource } from './command-context.ts'
import { keepServerRows, namedBy, type Present, presentRows, refusalOf, writtenBy } from './command-rows.ts'
import { markDirty, noDirtyRows, projectAndJournal } from './projection.ts'
import { isHeldUp, relatedBefore } from './queue-order.ts'

interface Impossible {
  readonly kind: 'impossible'
  readonly message: string
}

export type CommandOutcome =
  /** Written. Wait for `onDisk` before you confirm it to the user (docs/decisions/006). */
  | { readonly kind: 'queued'; readonly record: OutboxRecord }
  /**
   * No user is signed in, the user may not run it, the arguments are invalid, the lead has left this device, or does not
   * allow it: docs/architecture.md#commands
   */
  | Impossible
  | FoundFull

export interface MadeGroup {
  readonly records: readonly OutboxRecord[]
  /** What takes the group back; null: one of its commands has no inverse. */
  readonly inverses: readonly Inverse[] | null
}

export type GroupOutcome = ({ readonly kind: 'queued' } & MadeGroup) | Impossible | FoundFull

const impossible = (message: string): Impossible => ({ kind: 'impossible', message })

/** Undoes the transaction: nothing of the group is queued. */
class NotQueued extends Error {
  readonly outcome: Impossible
  constructor(outcome: Impossible) {
    super(outcome.message)
    this.outcome = outcome
  }
}

interface Circumstances {
  /** The device's clock, epoch ms. */
  readonly nowMs?: number
  /** A client from the server's answer to a look-up, which this device does not mirror. */
  readonly seenClient?: Client | null
  /** The form's draft after the command. */
  readonly draft?: DraftAfter | undefined
}

interface OfGroup {
  /** The device's clock, epoch ms. */
  readonly nowMs?: number
  /** Asked first, in the transaction of the group. Returns why nothing is queued, or null. */
  readonly refused?: () => Promise<string | null>
  /** What the device stores in addition, in the transaction of the group, over `queueTables`. */
  readonly alongside?: (made: MadeGroup) => Promise<unknown>
}

/** A draft that a command replaces: stored or deleted with the command, so that no reload offers what is queued. */
export interface DraftAfter {
  readonly name: string
  /** What is still to be sent. Null: nothing, and the draft is deleted. */
  readonly values: unknown
}

/**
 * Applies the command to the mirror and queues it. A creation also creates the lead and its client here. The
 * transaction is atomic: a full disk (`storage_full`) leaves nothing written. Throws other errors of IndexedDB.
 */
export async function runCommand<Name extends CommandName>(
  db: MirrorDb,
  name: Name,
  args: CommandArgs<Name>,
  circumstances: Circumstances = {},
): Promise<CommandOutcome> {
  // A repeated attempt uses the same key: the interrupted one may have been stored.
  const request = { key: crypto.randomUUID(), name, args }
  const tried = new Map<string, Queued>()
  const outcome = await whilePresent(() => attempt(db, [request], { ...circumstances, tried }))
  if (outcome.kind !== 'queued') return outcome
  const [written] = outcome.written
  if (written === undefined) throw new Error(`${name} was queued without a record`)
  return { kind: 'queued', record: written.record }
}

/** The same for a group, or one command, in one transaction. Throws for what is none. docs/sync-protocol.md#groups */
export async function runGroup(
  db: MirrorDb,
  members: readonly GroupMember[],
  { alongside, ...circumstances }: OfGroup = {},
): Promise<GroupOutcome> {
  const isAlone = members.length === 1
  if (!isAlone && !isGroup(members.map(({ name, args }) => ({ command: name, args }))))
    throw new Error('these commands are no group')
  const group = isAlone ? {} : { group: crypto.randomUUID() }
  const requests = members.map(({ name, args }) => ({ key: crypto.randomUUID(), name, args, ...group }))
  const made = (written: readonly Queued[]): MadeGroup => {
    const changed = written.flatMap(({ before, after, record }, place) => {
      const member = members[place]
      return member === undefined || before === null || after === null
        ? []
        : { member, before, after, occurredAt: record.occurredAt }
    })
    return {
      records: written.map(({ record }) => record),
      inverses: changed.length === members.length ? inversesOf(changed) : null,
    }
  }
  const tried = new Map<string, Queued>()
  const finish = async (written: readonly Queued[]) => alongside?.(made(written))
  const outcome = await whilePresent(() => attempt(db, requests, { ...circumstances, tried, finish }))
  return outcome.kind === 'queued' ? { kind: 'queued', ...made(outcome.written) } : outcome
}

interface Request {
  readonly key: string
  readonly name: CommandName
  readonly args: unknown
  readonly group?: string
}

interface Ready extends Request {
  readonly prepared: PreparedCommand
}

/** A queued command, and its lead on the screen; null: there is none. */
interface Queued {
  readonly record: OutboxRecord
  readonly before: Lead | null
  readonly after: Lead | null
}

interface Attempt extends Circumstances, Pick<OfGroup, 'refused'> {
  /** What an attempt has queued, by key. One that was cut off at its end may have been stored. */
  readonly tried: Map<string, Queued>
  /** Runs in the transaction, once all of them are queued. */
  readonly finish?: (written: readonly Queued[]) => Promise<unknown>
}

/** `requests`: one, or the members of a group. */
async function attempt(
  db: MirrorDb,
  requests: readonly Request[],
  { nowMs = Date.now(), seenClient = null, draft, tried, refused, finish }: Attempt,
): Promise<{ readonly kind: 'queued'; readonly written: readonly Queued[] } | Impossible | FoundFull> {
  const source = await currentContextSource(db)
  if (source === null) return impossible('Entre novamente para continuar.')
  const ready: Ready[] = []
  for (const request of requests) {
    if (!mayRun(request.name, source.user)) return impossible(NOT_ALLOWED)
    const prepared = commands[request.name].prepare(request.args)
    if ('errors' in prepared)
      return impossible(Object.values(prepared.errors).flat()[0] ?? 'Dados inválidos.')
    ready.push({ ...request, prepared })
  }
  const withdraw = predicted(
    db,
    ready.map(({ prepared }) => prepared),
    source,
    nowMs,
  )
  try {
    // Without a draft the table stays free: a page that is put away must store another form's.
    const tables = [...queueTables(db), ...(draft === undefined ? [] : [db.drafts])]
    return await db.transaction('rw', tables, async () => {
      const isStored = tried.size > 0 && (await areStored(db, ready))
      const message = isStored ? null : await refused?.()
      if (typeof message === 'string') return impossible(message)
      const written: Queued[] = []
      for (const request of ready) {
        const before = isStored ? tried.get(request.key) : undefined
        const one = before ?? (await enqueue(db, request, { source, nowMs, seenClient }))
        if ('message' in one) throw new NotQueued(one)
        tried.set(request.key, one)
        written.push(one)
      }
      if (!isStored) await finish?.(written)
      if (draft?.values === null) await db.drafts.delete(draft.name)
      else if (draft !== undefined) await db.drafts.put({ ...draft, savedAt: nowMs })
      return { kind: 'queued' as const, written }
    })
  } catch (error) {
    return error instanceof NotQueued ? error.outcome : foundFull(error)
  } finally {
    withdraw()
  }
}

/** Whether an interrupted attempt has stored them. */
const areStored = async (db: MirrorDb, ready: readonly Ready[]): Promise<boolean> => {
  const keys = ready.map(({ key }) => key)
  return (await db.outbox.where('key').anyOf(keys).count()) > 0
}

interface Enqueuing {
  readonly source: ContextSource
  readonly nowMs: number
  readonly seenClient: Client | null
}

/** Runs inside the transaction of `attempt`. */
async function enqueue(
  db: MirrorDb,
  { key, name, group, prepared }: Ready,
  { source, nowMs, seenClient }: Enqueuing,
): Promise<Queued | Impossible> {
  const [present, correctedMs, isErased] = await Promise.all([
    presentRows(db, prepared),
    correctedNow(db, nowMs),
    areErased(db, namedBy(prepared)),
  ])
  const occurredAt = new Date(correctedMs).toISOString()
  const context = contextAt(source, present.lead?.channel_id ?? 0, occurredAt)
  const writing = { prepared, present, source, context, seenClient }
  const refusal = isErased && !isStillCarriedOut(name) ? ERASED_MESSAGE : refusalOf(writing)
  if (refusal !== null) return impossible(refusal)
  const { entry, leadAfter } = writtenBy(writing)
  const record = queued(present.queue, {
    ...entry,
    key,
    ...(group === undefined ? {} : { group }),
    command: name,
    schemaVersion: commands[name].version,
    args: prepared.stamped(occurredAt),
    occurredAt,
    queuedAt: nowMs,
    attempts: 0,
    retryAt: 0,
    problem: null,
  })
  const onTop = shownOnTop(present, record, leadAfter)
  // The lead first: the write announces it to screens that show it.
  const shown = onTop === null ? [] : [db.leads.put(onTop), noteChanged(db, [onTop.uid])]
  const [seq] = await Promise.all([db.outbox.add(record), keepServerRows(db, present, record), ...shown])
  if (onTop === null) {
    const dirty = noDirtyRows()
    markDirty(dirty, [record])
    await projectAndJournal(db, dirty, source)
  }
  return { record: { ...record, seq }, before: present.lead, after: leadAfter }
}

/**
 * Predicts the lead on screen until the transaction ends. Returns a function that withdraws the prediction. Makes none
 * for a lead that the server does not have, or when a client is written too: those need the replay.
 */
function predicted(
  db: MirrorDb,
  prepared: readonly PreparedCommand[],
  source: ContextSource,
  nowMs: number,
): () => void {
  const correctedMs = lastCorrectedNow(db, nowMs)
  const leadUid = prepared[0]?.leadUid ?? null
  if (leadUid === null || correctedMs === null || prepared.some(({ clientUid }) => clientUid !== null))
    return () => undefined
  const occurredAt = new Date(correctedMs).toISOString()
  return predict(db, leadUid, (lead) =>
    lead.version === 0
      ? null
      : prepared.reduce<Lead | null>(
          (row, { applyLead }) => row && applyLead(row, contextAt(source, lead.channel_id, occurredAt)),
          lead,
        ),
  )
}

/**
 * Returns the projected lead if it is the present row with this command applied: nothing before the command is held up,
 * and its client has no pending changes. Returns null when a replay of the queue is necessary.
 */
function shownOnTop({ lead, queue }: Present, record: OutboxRecord, after: Lead | null): LeadRecord | null {
  if (lead === null || after === null || lead.version === 0) return null
  if (record.state !== 'queued' || record.clientUid !== null) return null
  if (queue.some(({ clientUid }) => clientUid === lead.client_uid)) return null
  return { ...after, generation: lead.generation }
}

/** Returns the record behind those that write the same lead or client, blocked if one of them is held up. */
function queued(
  queue: readonly OutboxRecord[],
  record: Omit<OutboxRecord, 'dependsOn' | 'state'>,
): OutboxRecord {
  const earlier = relatedBefore(queue, record)
  return {
    ...record,
    dependsOn: earlier.at(-1)?.key ?? null,
    state: earlier.some(isHeldUp) ? 'blocked' : 'queued',
  }
}
