/**
 * Clients that were merged elsewhere, and those whose merge was undone: docs/sync-protocol.md#merged-clients. The queue
 * then writes the client that the server will find by the uid in the command, whose arguments stay as they are. Runs
 * inside the caller's transaction over `queueTables`.
 */
import { namedClientUid } from '../../commands/saved-client.ts'
import { dropAnswersAbout } from '../mirror/answers.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { GONE } from '../schema/records.ts'
import { type DirtyRows, markDirty } from './projection.ts'
import { wholeQueue } from './queue-order.ts'
import { makesClient } from './replay.ts'

interface Alias {
  readonly uid: string
  /** Whose it is now; the same uid: a client of its own. */
  readonly client_uid: string
}

/**
 * A client that a queued creation names stays on the device until the server's answer to it names the other one
 * (`join-clients.ts`). The caller projects `dirty` afterwards.
 */
export async function takeAliases(db: MirrorDb, aliases: readonly Alias[], dirty: DirtyRows): Promise<void> {
  if (aliases.length === 0) return
  const queue = await wholeQueue(db)
  const begun = new Set(queue.filter(makesClient).flatMap(({ args }) => namedClientUid(args) ?? []))
  const whose = new Map(
    aliases.filter(({ uid }) => !begun.has(uid)).map(({ uid, client_uid }) => [uid, client_uid]),
  )
  const moved = queue.flatMap((record) => {
    const named = namedClientUid(record.args)
    const now = named === null ? undefined : whose.get(named)
    if (now === undefined || record.clientUid === null || record.clientUid === now) return []
    const isAboutClient = record.entityUid === record.clientUid
    markDirty(dirty, [record])
    return [{ ...record, clientUid: now, entityUid: isAboutClient ? now : record.entityUid }]
  })
  await db.outbox.bulkPut(moved)
  markDirty(dirty, moved)
  const gone = [...whose].flatMap(([uid, now]) => (uid === now ? [] : [uid]))
  for (const { uid, client_uid } of aliases)
    if (begun.has(uid) && uid !== client_uid) await db.serverClients.update(uid, { generation: GONE })
  await db.clients.bulkDelete(gone)
  await db.serverClients.bulkDelete(gone)
  await dropAnswersAbout(db, gone)
}
