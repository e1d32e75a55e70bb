/** What killed processes left of backups that they were writing. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { partOf } from './retention.ts'

/** Another process may still be writing a younger one. */
const isOld = async (path: string, nowMs: number) => (await stat(path)).mtimeMs < nowMs - DAY_MS

/**
 * Removes parts of backups that are a day old. `ownTurn`: no other process writes a scheduled backup there now, so those go
 * at once. `nowMs`: null while the clock is not trusted.
 */
export async function removeParts(
  dir: string,
  { nowMs, ownTurn }: { readonly nowMs: number | null; readonly ownTurn: boolean },
): Promise<void> {
  for (const name of await readdir(dir)) {
    const whose = partOf(name)
    if (whose === null) continue
    const path = join(dir, name)
    if ((ownTurn && whose === 'schedule') || (nowMs !== null && (await isOld(path, nowMs))))
      await rm(path, { force: true })
  }
}
