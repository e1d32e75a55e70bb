/** Other readers read a zip of an export, and a damaged one is refused. */
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
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

// tests/api/export/many-entries.test.ts writes so many that yazl changes to this form by itself.
test('the form for more entries than 16 bits count is read', async () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('last'), 'a.txt')
  zip.end({ forceZip64Format: true, comment: '' })
  await writeFile(path, await buffer(zip.outputStream))
  const read = await openZip(path)
  expect(read.names).toEqual(['a.txt'])
  expect((await buffer(read.read('a.txt'))).toString()).toBe('last')
})

test('what is damaged, cut off or no zip is refused', async () => {
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

test('one flipped byte of a content is refused, compressed or not', async () => {
  for (const packs of [true, false]) {
    await written([['planilhas/clientes.csv', 'Ana;Rua das Acácias;31', packs]])
    const whole = await readFile(path)
    // The content lies between the local head with its name and the list.
    const begin = whole.indexOf('clientes.csv') + 'clientes.csv'.length + whole.readUInt16LE(28)
    for (let at = begin; at < begin + whole.readUInt32LE(whole.indexOf('PK\u0001\u0002') + 20); at++) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x01, at)
      await writeFile(path, bytes)
      const zip = await openZip(path)
      await expect(buffer(zip.read('planilhas/clientes.csv')), `byte ${at}`).rejects.toThrow(BrokenZip)
    }
  }
})

test('a content that fails and an abort end the writing with their error', async () => {
  for (const end of ['fails', 'aborts'] as const) {
    const file = await open(path, 'w')
    const stop = new AbortController()
    const zip = new ZipWriter(file, new Date(0), stop.signal)
    await zip.add('a.txt', once('whole'))
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a beginning')
      if (end === 'fails') throw new Error('the row does not come')
      stop.abort(new Error('the server stops'))
      yield Buffer.from('more')
    }
    await expect(zip.add('b.txt', content())).rejects.toThrow(
      end === 'fails' ? 'the row does not come' : 'the server stops',
    )
    await file.close()
  }
})

test('a zip that is abandoned between two entries lets its file be closed', async () => {
  const file = await open(path, 'w')
  const zip = new ZipWriter(file, new Date(0), new AbortController().signal)
  await zip.add('a.txt', once('whole'))
  await zip.abandon()
  await file.close()
})

test('an error of the disk ends the writing with its error', async () => {
  await writeFile(path, '')
  const file = await open(path, 'r')
  const zip = new ZipWriter(file, new Date(0), new AbortController().signal)
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < 1000; at++) yield Buffer.alloc(65_536)
  }
  await expect(zip.add('a.txt', content(), false)).rejects.toThrow(/EBADF/)
  await file.close()
})
