/** Queues a creation that another device handed to this one: docs/rules.md#hand-over */
import { commands, isCommandName } from '../../commands/registry.ts'
import type { Statement } from '../../contract/hand-over.ts'
import { asReceived } from '../../contract/push-command.ts'
import { ERASED_MESSAGE } from '../../domain/client/erasure.ts'
import { ALREADY_HERE, OTHER_VERSION } from '../../domain/hand-over/rules.ts'
import { onDisk } from '../access/on-disk.ts'
import { whilePresent } from '../access/presence.ts'
import { type FoundFull, foundFull } from '../access/storage-full.ts'
import { type MirrorDb, queueTables } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { areErased } from '../session/erased-uids.ts'
import { contextAt, currentContextSource } from './command-context.ts'
import { markDirty, noDirtyRows, projectAndJournal } from './projection.ts'

export type Received =
  | { readonly kind: 'queued'; readonly leadUid: string }
  | { readonly kind: 'impossible'; readonly message: string }
  | FoundFull

const impossible = (message: string): Received => ({ kind: 'impossible', message })

/**
 * `handed`: the bytes of the code, base64url. Its key stays the author's, so that it is created once, whoever sends it first. Throws
 * errors of IndexedDB other than a full disk.
 */
export async function receiveHanded(
  db: MirrorDb,
  { statement, handed }: { readonly statement: Statement; readonly handed: string },
  nowMs: number,
): Promise<Received> {
  const { command, args } = statement
  const source = await currentContextSource(db)
  if (source === null) return impossible('Entre novamente para continuar.')
  const prepared = isCommandName(command) ? commands[command].prepare(args) : null
  if (prepared === null || 'errors' in prepared) return impossible(OTHER_VERSION)
  const { entityUid, clientUid } = prepared
  const context = contextAt(source, 0, statement.occurred_at)
  const record: OutboxRecord = {
    ...asReceived({ ...statement, depends_on: null }),
    handed,
    entityUid,
    clientUid,
    queuedAt: nowMs,
    state: 'queued',
    attempts: 0,
    retryAt: 0,
    problem: null,
    subject: { leadId: null, clientName: prepared.applyClient(null, context)?.name ?? '' },
  }
  try {
    return await whilePresent(async () => {
      const received = await db.transaction('rw', queueTables(db), async () => {
        const named = clientUid === null ? [entityUid] : [entityUid, clientUid]
        if (await areErased(db, named)) return impossible(ERASED_MESSAGE)
        // An interrupted attempt may have stored it.
        if ((await db.outbox.where('key').equals(record.key).count()) > 0)
          return { kind: 'queued', leadUid: entityUid } as const
        if ((await db.leads.get(entityUid)) !== undefined) return impossible(ALREADY_HERE)
        await db.outbox.add(record)
        const dirty = noDirtyRows()
        markDirty(dirty, [record])
        await projectAndJournal(db, dirty, source)
        return { kind: 'queued', leadUid: entityUid } as const
      })
      await onDisk(db)
      return received
    })
  } catch (error) {
    return foundFull(error)
  }
}
