/** The one place where what the user does becomes a change: applied, queued and journalled in a single transaction. */
import { type CommandArgs, type CommandName, commands } from '../commands/registry.ts'
import { changedFields } from '../domain/lead/conflicts.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { contextAt, correctedNow, currentContextSource } from './command-context.ts'
import { queueOf } from './lead-queue.ts'
import type { MirrorDb } from './mirror.ts'
import type { OutboxRecord } from './schema.ts'
import { isQuotaError, StorageFull } from './storage-full.ts'

export type CommandOutcome =
  | { readonly kind: 'queued'; readonly record: OutboxRecord }
  /** Nobody is signed in, or the lead is no longer on this device. */
  | { readonly kind: 'impossible'; readonly message: string }
  | { readonly kind: 'storage_full'; readonly message: string }

const UNSETTLED_PROBLEM = new Set<OutboxRecord['state']>(['conflict', 'rejected', 'blocked'])

/**
 * Applies the command to the mirror and queues it. Nothing is half-written: when the disk is full nothing is.
 * Throws what IndexedDB throws otherwise.
 */
export async function runCommand<Name extends CommandName>(
  db: MirrorDb,
  name: Name,
  args: CommandArgs<Name>,
  nowMs: number = Date.now(),
): Promise<CommandOutcome> {
  const prepared = commands[name].prepare(args)
  if ('errors' in prepared)
    return { kind: 'impossible', message: Object.values(prepared.errors).flat()[0] ?? 'Dados inválidos.' }
  const source = await currentContextSource(db)
  if (source === null) return { kind: 'impossible', message: 'Entre novamente para continuar.' }
  const occurredAt = new Date(await correctedNow(db, nowMs)).toISOString()
  try {
    return await db.transaction(
      'rw',
      [db.leads, db.bases, db.outbox, db.journal],
      async (): Promise<CommandOutcome> => {
        const lead = await db.leads.get(prepared.entityUid)
        if (lead === undefined)
          return { kind: 'impossible', message: 'Este lead não está mais neste aparelho.' }
        const earlier = await queueOf(db, lead.uid)
        const server = await db.bases.get(lead.uid)
        const blocked = earlier.some((record) => UNSETTLED_PROBLEM.has(record.state))
        const after = prepared.applyLead(lead, contextAt(source, lead.channel_id, occurredAt)) ?? lead
        const record: OutboxRecord = {
          key: crypto.randomUUID(),
          command: name,
          schemaVersion: commands[name].version,
          args,
          entityUid: lead.uid,
          dependsOn: earlier.at(-1)?.key ?? null,
          base: baseOf(lead, after, server ?? lead, earlier),
          occurredAt,
          queuedAt: nowMs,
          state: blocked ? 'blocked' : 'queued',
          attempts: 0,
          retryAt: 0,
          problem: null,
          subject: { leadId: lead.id, clientName: lead.client_name },
        }
        if (server === undefined) await db.bases.put(lead)
        if (!blocked) await db.leads.put({ ...after, generation: lead.generation })
        const seq = await db.outbox.add(record)
        await db.journal.add({ uids: [lead.uid] })
        return { kind: 'queued', record: { ...record, seq } }
      },
    )
  } catch (error) {
    if (isQuotaError(error)) return { kind: 'storage_full', message: new StorageFull().message }
    throw error
  }
}

/**
 * Server values of the fields that the command changes, without those that an earlier queued command writes already:
 * for them the server's answer to that one will say.
 */
function baseOf(
  before: Lead,
  after: Lead,
  server: Lead,
  earlier: readonly OutboxRecord[],
): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(server))
  const written = new Set<string>(Object.keys(changedFields(server, before)))
  const changed = Object.keys(changedFields(before, after))
  const untouched = earlier.length === 0 ? changed : changed.filter((field) => !written.has(field))
  return Object.fromEntries(untouched.map((field) => [field, values.get(field)]))
}
