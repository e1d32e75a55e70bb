/** An export of more files than a plain zip counts. yazl looks through all entries at each, so only `test:long` runs it. */
import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openZip } from '../../../server/export/zip-reader.ts'
import { ZipWriter } from '../../../server/export/zip-writer.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { isSliced } from '../../support/slice.ts'

const MANY = 66_000

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text)
}

test.skipIf(isSliced)('more entries than 16 bits count', { timeout: 900_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'farol-zip-'))
  try {
    const path = join(dir, 'a.zip')
    const file = await open(path, 'w')
    const zip = new ZipWriter(file, new Date('2026-11-26T12:00:00Z'), new AbortController().signal)
    for (let at = 0; at < MANY; at++) await zip.add(`${at}`, bytesOf(at === MANY - 1 ? 'last' : ''), false)
    await zip.finish()
    await file.close()
    const read = await openZip(path)
    expect(read.names).toHaveLength(MANY)
    expect((await buffer(read.read(`${MANY - 1}`))).toString()).toBe('last')
  } finally {
    await removeFolder(dir)
  }
})
