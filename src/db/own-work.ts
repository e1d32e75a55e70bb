/** The user's own work, copied from a clear store into a sealed one of the same user. docs/rules.md#protected-devices */
import { MIRROR_ID } from './outbox/queue-copy.ts'
import type { MirrorDb } from './schema/mirror.ts'
import { keepFile } from './session/files.ts'

/** What the user arranged, and by which name the server and the queue's copy know this store. The rest is of the mirror. */
const NAMES = [MIRROR_ID, 'screenSettings', 'pinnedReports', 'lastCalls', 'lastOutcome', 'pushWanted']

/** Rejects when the copy is not whole: the clear store then stays the truth. */
export async function copyOwnWork(from: MirrorDb, to: MirrorDb): Promise<void> {
  const [queue, files, drafts, settings] = await Promise.all([
    from.outbox.toArray(),
    from.files.toArray(),
    from.drafts.toArray(),
    from.meta.bulkGet(NAMES),
  ])
  for (const { uploaded: _, ...file } of files) await keepFile(to, file)
  await to.transaction('rw', to.outbox, to.drafts, to.meta, async () => {
    await to.outbox.bulkPut(queue)
    await to.drafts.bulkPut(drafts)
    await to.meta.bulkPut(settings.filter((record) => record !== undefined))
  })
  const copied = await Promise.all([to.outbox, to.files, to.drafts].map((table) => table.count()))
  if (copied.join() !== [queue.length, files.length, drafts.length].join())
    throw new Error('The own work was not copied whole.')
}

/** Copies what another tab queued or typed in the clear store after `copyOwnWork`. */
export async function copyMissed(from: MirrorDb, to: MirrorDb): Promise<void> {
  const [queue, files, drafts] = await Promise.all([
    from.outbox.toArray(),
    from.files.toArray(),
    from.drafts.toArray(),
  ])
  const known = new Set((await to.files.toCollection().primaryKeys()).map(String))
  for (const { uploaded: _, ...file } of files) if (!known.has(file.uid)) await keepFile(to, file)
  await to.transaction('rw', to.outbox, to.drafts, async () => {
    for (const { seq: _, ...command } of queue)
      if ((await to.outbox.where('key').equals(command.key).count()) === 0) await to.outbox.add(command)
    for (const draft of drafts)
      if ((await to.drafts.get(draft.name)) === undefined) await to.drafts.put(draft)
  })
}
