/** A browser that ends without notice. */
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

/** SIGKILL of the browser, as when the battery is pulled but for the disk's own cache. Resolves when it is gone. */
export async function killBrowser(context: BrowserContext, profile: string): Promise<void> {
  // Chromium's lock names host and process.
  const owner = await readlink(join(profile, 'SingletonLock'))
  const pid = Number(owner.slice(owner.lastIndexOf('-') + 1))
  if (!Number.isInteger(pid) || pid <= 1) throw new Error(`no process in ${owner}`)
  const closed = context.waitForEvent('close')
  process.kill(pid, 'SIGKILL')
  await closed
}
