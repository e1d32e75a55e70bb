/** A backup that can't be written ends at once: it may hold the embedded database's only connection meanwhile. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeArchive } from '../../../server/backup/archive.ts'
import { type Add, writeInto } from '../../../server/backup/flow.ts'
import { ofServer, reasonAtTerminal, reasonOf } from '../../../server/backup/refused.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const MEGABYTE = 1024 * 1024
/** More than the streams between keep by themselves. */
const produce = async (add: Add) => {
  for (let part = 0; part < 24; part++) await add(`part-${part}`, randomBytes(MEGABYTE))
}

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farol-flow-'))
})
afterEach(() => removeFolder(dir))

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a mistyped key of age ends the backup without showing the key', async () => {
  const identity = await generateX25519Identity()
  for (const whole of [identity, await identityToRecipient(identity)]) {
    const end = /q$/i.test(whole) ? 'p' : 'q'
    const key = whole.slice(0, -1) + (whole === identity ? end.toUpperCase() : end)
    const error = await failureOf(writeArchive(join(dir, 'farol.tar.gz.age'), key, produce))
    expect(reasonOf(error)).toBe('BACKUP_KEY não é uma chave válida.')
    expect(error instanceof Error && 'cause' in error).toBe(false)
    expect(await readdir(dir)).toEqual([])
  }
})

test('an unknown error is shown on the terminal alone', () => {
  const error = new Error('checksum failed: AGE-SECRET-KEY-1SECRET')
  expect(reasonOf(error)).toBe('A cópia falhou: veja o registro (log) do servidor.')
  expect(reasonAtTerminal(error)).toContain('hecksum failed')
})

/** Takes so many chunks, then calls the given function. */
class Target extends Writable {
  bytesWritten = 0
  #left: number
  readonly #then: 'hangs' | 'is full'
  constructor(left: number, then: 'hangs' | 'is full') {
    super()
    this.#left = left
    this.#then = then
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.#left-- > 0) {
      this.bytesWritten += chunk.length
      done()
    } else if (this.#then === 'hangs') this.emit('hangs')
    else done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#then === 'is full') done(error)
  }
}

test.each([
  null,
  'uma senha bem comprida',
])('a target that hangs ends the backup, with the key %s', async (key) => {
  const { signal } = new AbortController()
  const writing = writeInto(new Target(2, 'hangs'), key, produce, { stop: signal, stallMs: 300 })
  expect(reasonOf(await failureOf(writing))).toBe('O lugar da cópia parou de aceitar dados.')
})

test.each([null, 'uma senha bem comprida'])('a stop ends one that hangs, with the key %s', async (key) => {
  const stop = new AbortController()
  const target = new Target(2, 'hangs')
  const writing = writeInto(target, key, produce, { stop: stop.signal })
  await once(target, 'hangs')
  stop.abort()
  expect(await failureOf(writing)).toBe(stop.signal.reason)
})

test.each([
  null,
  'uma senha bem comprida',
])('a full target is none of the server, with the key %s', async (key) => {
  const error = await failureOf(writeInto(new Target(2, 'is full'), key, produce))
  expect(reasonOf(error)).toBe('Não há espaço em disco.')
  expect(ofServer(error)).toEqual([])
})
