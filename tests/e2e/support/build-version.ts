/**
 * The built app as a later version of itself: another version number, and another name for each hashed file, as a build of
 * changed sources has. A second build would cost half a minute.
 */
import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

const TEXT = /\.(js|css|html)$/

/** Writes the later version into the folder. Throws when the built app does not contain the present version. */
export async function buildVersion(version: string, folder: string): Promise<void> {
  await cp(join(ROOT, 'dist'), folder, { recursive: true })
  const { version: present }: { version: string } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  )
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) if (file.endsWith('.br')) await rm(file)
  const names = (await readdir(join(folder, 'assets'))).filter((name) => TEXT.test(name))
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.[a-z]+)$/u, '9$1')]))
  const anyName = new RegExp(names.map((name) => name.replace(/[.$]/gu, String.raw`\$&`)).join('|'), 'gu')
  const texts = new Map<string, string>()
  let count = 0
  for (const file of files.filter((name) => TEXT.test(name))) {
    const text = await readFile(file, 'utf8')
    const later = text
      .replace(anyName, (name) => renamed.get(name) ?? name)
      .replaceAll(`\`${present}\``, () => {
        count += 1
        return `\`${version}\``
      })
    texts.set(file, later)
  }
  if (count === 0) throw new Error(`the built app does not contain ${present}`)
  const page = texts.get(join(folder, 'index.html')) ?? ''
  const revision = createHash('md5').update(page).digest('hex')
  const worker = join(folder, 'index.js')
  texts.set(
    worker,
    (texts.get(worker) ?? '').replace(
      /"revision":"[0-9a-f]{32}","url":"index\.html"/u,
      `"revision":"${revision}","url":"index.html"`,
    ),
  )
  for (const [file, text] of texts) await writeFile(file, text)
  for (const [name, later] of renamed)
    await rename(join(folder, 'assets', name), join(folder, 'assets', later))
}
