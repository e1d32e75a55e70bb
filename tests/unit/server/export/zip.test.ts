/** A zip of an export is read by others, and what is wrong with one is told. */
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrokenZip, openZip } from '../../../../server/export/zip-reader.ts'
import { ZipWriter } from '../../../../server/export/zip-writer.ts'

let dir: string
let path: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farol-zip-'))
  path = join(dir, 'a.zip')
})
afterEach(() => rm(dir, { recursive: true }))

async function* once(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text)
}

async function written(entries: readonly (readonly [name: string, text: string, packs: boolean])[]) {
  const file = await open(path, 'w')
  const zip = new ZipWriter(file, new Date('2026-11-26T12:00:00Z'), new AbortController().signal)
  for (const [name, text, packs] of entries) await zip.add(name, once(text), packs)
  const size = await zip.finish()
  await file.close()
  return size
}

const LONG = 'linha comprida '.repeat(50_000)
const ENTRIES = [
  ['planilhas/clientes.csv', LONG, true],
  ['arquivos/aa/x.pdf', '%PDF-1.7', false],
  ['vazio.txt', '', true],
  ['vazio.pdf', '', false],
  ['instruções.txt', 'ção', true],
] as const

test('another reader finds each entry, and so does ours', async () => {
  expect(await written(ENTRIES)).toBe((await readFile(path)).length)
  const theirs = unzipSync(await readFile(path))
  const ours = await openZip(path)
  expect(ours.names).toEqual(ENTRIES.map(([name]) => name))
  for (const [name, text] of ENTRIES) {
    expect(Buffer.from(theirs[name] ?? []).toString()).toBe(text)
    expect((await buffer(ours.read(name))).toString()).toBe(text)
  }
})

test('more entries than 16 bits count', async () => {
  const many = Array.from(
    { length: 66_000 },
    (_, at) => [`${at}`, at === 65_999 ? 'last' : '', false] as const,
  )
  await written(many)
  const zip = await openZip(path)
  expect(zip.names).toHaveLength(66_000)
  expect((await buffer(zip.read('65999'))).toString()).toBe('last')
})

test('what is damaged, cut off or no zip is told', async () => {
  await written(ENTRIES)
  const bytes = await readFile(path)
  const readAll = async () => {
    const zip = await openZip(path)
    for (const name of zip.names) await buffer(zip.read(name))
  }
  for (const broken of [bytes.subarray(0, bytes.length - 30), bytes.subarray(100), Buffer.from('no zip')]) {
    await writeFile(path, broken)
    await expect(readAll()).rejects.toThrow(BrokenZip)
  }
})
