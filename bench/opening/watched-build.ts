/** A copy of a built app whose pages tell of their opening. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPORTS } from './front.ts'
import { watch } from './watch.ts'

/** The app's first script begins with the watch, so that it is cached and served like the app itself. */
export async function watchedBuild(dist: string, copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true })
  // Compressed files would be served in place of the one that is changed.
  await cp(dist, copy, { recursive: true, filter: (path) => !/begin\.js\.\w+$/.test(path) })
  const begin = join(copy, 'begin.js')
  await writeFile(begin, `;(${watch.toString()})('${REPORTS}');\n${await readFile(begin, 'utf8')}`)
}
