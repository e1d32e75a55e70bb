import { afterEach, expect, test } from 'vitest'
import { deriveKeys } from '../../../../src/db/sealing/derive-keys.ts'
import { dropKeys, heldKeys, holdKeys } from '../../../../src/db/sealing/held-keys.ts'

const dataKey = (seed: number) => new Uint8Array(32).fill(seed)
const ANA = 7
const BIA = 8

afterEach(dropKeys)

test('one data key gives the same keys each time, and they differ from each other', async () => {
  const [first, again] = [await deriveKeys(dataKey(1), ANA), await deriveKeys(dataKey(1), ANA)]
  expect(again.row).toEqual(first.row)
  const texts = [first.row, first.blind, first.bulkBytes].map(String)
  expect(new Set(texts).size).toBe(3)
  expect((await deriveKeys(dataKey(2), ANA)).row).not.toEqual(first.row)
})

test('keys reach another thread by structured clone', async () => {
  const keys = await deriveKeys(dataKey(1), ANA)
  const nonce = new Uint8Array(12)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    keys.bulk,
    new Uint8Array([1, 2]),
  )
  const { bulk } = structuredClone(keys)
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, bulk, sealed)
  expect(new Uint8Array(opened)).toEqual(new Uint8Array([1, 2]))
})

test('a thread has the keys of one user, until it drops them', async () => {
  const keys = await deriveKeys(dataKey(1), ANA)
  expect(heldKeys(ANA)).toBeNull()
  holdKeys(keys)
  expect(heldKeys(ANA)).toBe(keys)
  expect(heldKeys(BIA)).toBeNull()
  holdKeys(await deriveKeys(dataKey(2), BIA))
  expect(heldKeys(ANA)).toBeNull()
  dropKeys()
  expect(heldKeys(BIA)).toBeNull()
})
