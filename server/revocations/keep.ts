/** Keeps the file complete and the bucket's copy of it new. */

import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { mirror, mirrorOf } from './mirror.ts'
import { completeFile, installationOf } from './reconcile.ts'

const EVERY_MS = 15_000

/** Returns a function that stops it. */
export function keepRevocations({ store, config }: AppContext, watch: LoopWatch): () => Promise<void> {
  const { db, recorder } = store
  const place = mirrorOf(config)
  let counted: number | null = null
  let mirroredBytes: number | null = null
  return keepLooking(
    EVERY_MS,
    async () => {
      const { file } = recorder
      if (file === null) return
      const { count } = await db
        .selectFrom('revocations')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count !== counted || (await file.size()) === 0) await completeFile(store)
      counted = count
      const bytes = await file.size()
      if (place === null || bytes === mirroredBytes) return
      await mirror(file, place, await installationOf(db))
      mirroredBytes = bytes
    },
    watch,
  )
}
