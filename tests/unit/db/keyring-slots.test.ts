/** The file of two slots: a write that is torn at any byte loses neither the old text nor the file. */
import { expect, test } from 'vitest'
import { overwrite, readText, SLOT_BYTES, type SlotFile, writeText } from '../../../src/db/keyring/slots.ts'

/** A file in memory. It loses power after `budget` written bytes. */
class TornFile implements SlotFile {
  bytes = new Uint8Array(0)
  budget = Number.POSITIVE_INFINITY

  getSize() {
    return this.bytes.length
  }

  read(buffer: Uint8Array<ArrayBuffer>, { at }: { readonly at: number }) {
    const part = this.bytes.subarray(at, at + buffer.length)
    buffer.set(part)
    return part.length
  }

  write(buffer: Uint8Array<ArrayBuffer>, { at }: { readonly at: number }) {
    const part = buffer.subarray(0, Math.min(buffer.length, this.budget))
    this.budget -= part.length
    const size = Math.max(this.bytes.length, at + part.length)
    const grown = new Uint8Array(size)
    grown.set(this.bytes)
    grown.set(part, at)
    this.bytes = grown
    return part.length
  }

  truncate(size: number) {
    this.bytes = this.bytes.slice(0, size)
  }

  flush() {
    // What was written is there already.
  }

  contains(text: string) {
    return new TextDecoder('latin1').decode(this.bytes).includes(text)
  }
}

test('an empty file has no text; what was written last is read', async () => {
  const file = new TornFile()
  expect(await readText(file)).toBeNull()
  for (const text of ['first', 'second', 'ação é º', '']) {
    await writeText(file, text)
    expect(await readText(file)).toBe(text)
  }
  expect(file.getSize()).toBe(2 * SLOT_BYTES)
})

test('a write leaves nothing of the text before it', async () => {
  const file = new TornFile()
  await writeText(file, 'the old secret, which is longer')
  await writeText(file, 'new')
  expect(file.contains('old secret')).toBe(false)
})

test('a write torn at any byte leaves the old text or the new one, and the file is written again', async () => {
  for (let budget = 0; budget <= 2 * SLOT_BYTES; budget += 127) {
    const file = new TornFile()
    await writeText(file, 'before')
    await writeText(file, 'old')
    file.budget = budget
    await writeText(file, 'new').catch(() => undefined)
    file.budget = Number.POSITIVE_INFINITY
    expect(['old', 'new'], `torn after ${budget} bytes`).toContain(await readText(file))
    await writeText(file, 'next')
    expect(await readText(file)).toBe('next')
  }
})

test('a first write torn at any byte leaves no text', async () => {
  for (const budget of [0, 1, 11, 12, 44, 45, SLOT_BYTES - 1]) {
    const file = new TornFile()
    file.budget = budget
    await expect(writeText(file, 'first')).rejects.toThrow('not written whole')
    expect(await readText(file)).toBeNull()
  }
})

test('a slot with a changed byte does not count: the other one is read', async () => {
  const file = new TornFile()
  await writeText(file, 'text')
  for (const place of [0, 5, 9, 20, 46]) {
    const changed = new TornFile()
    changed.bytes = file.bytes.slice()
    changed.bytes[place] = (changed.bytes[place] ?? 0) ^ 1
    expect(await readText(changed), `byte ${place}`).toBe('text')
    changed.bytes[SLOT_BYTES + place] = (changed.bytes[SLOT_BYTES + place] ?? 0) ^ 1
    expect(await readText(changed), `byte ${place} of both`).toBeNull()
  }
})

test('a text that does not fit is refused, and the old one stays', async () => {
  const file = new TornFile()
  await writeText(file, 'old')
  await expect(writeText(file, 'x'.repeat(SLOT_BYTES))).rejects.toThrow('does not fit')
  expect(await readText(file)).toBe('old')
})

test('an overwritten file holds none of its bytes, and was on the disk before it was cut', async () => {
  const file = new TornFile()
  await writeText(file, 'secret')
  const cuts: string[] = []
  const watched: SlotFile = {
    getSize: () => file.getSize(),
    read: (buffer, options) => file.read(buffer, options),
    write: (buffer, options) => file.write(buffer, options),
    flush: () => cuts.push(file.contains('secret') ? 'flush with the secret' : 'flush'),
    truncate: (size) => {
      cuts.push('cut')
      file.truncate(size)
    },
  }
  overwrite(watched)
  expect(cuts).toEqual(['flush', 'cut', 'flush'])
  expect(await readText(file)).toBeNull()
})
