/** Mails of a server without SMTP: files in its folder. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './test.ts'

/** The link of the newest mail in the server's folder, as its path. */
export async function mailedLink(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  let path = ''
  await expect
    .poll(async () => {
      const names = await readdir(folder).catch(() => [])
      const newest = names.toSorted((one, other) => one.localeCompare(other)).at(-1)
      if (newest === undefined) return ''
      const text = (await readFile(join(folder, newest), 'utf8')).replaceAll('=\n', '')
      path = /\/(?:verify|redefine)\/[\w-]+/.exec(text)?.[0] ?? ''
      return path
    })
    .not.toBe('')
  return path
}
