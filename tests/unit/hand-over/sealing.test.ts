/** Who opens a code, and whose it is: docs/rules.md#hand-over */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHanded } from '../../../server/hand-over/open.ts'
import { linesOf } from '../../../src/contract/hand-over.ts'
import type { PushCommand } from '../../../src/contract/sync.ts'
import { fromText, toText } from '../../../src/db/bytes/base64url.ts'
import { packed, unpacked } from '../../../src/device/hand-over/packed.ts'
import { isSigned, newSigningKey, signedBy } from '../../../src/device/hand-over/signing.ts'
import {
  certificateEnd,
  periodOf,
  periodsOf,
  readingProblem,
  sendingProblem,
} from '../../../src/domain/hand-over/rules.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { aBrokerage, handedBy, keysOf } from '../../support/handed.ts'

const NOW = Date.parse('2026-11-18T13:00:00.000Z')
const ANA = { id: 5, name: 'Ana' }

async function aGiver(brokerage = aBrokerage()) {
  const kept = await keysOf(brokerage, ANA, NOW)
  return { brokerage, kept, giver: { signing: kept, ...kept } }
}

const aCommand = (args: unknown): PushCommand => ({
  key: crypto.randomUUID(),
  command: 'lead.create',
  schema_version: 2,
  args,
  base: {},
  occurred_at: new Date(NOW).toISOString(),
  depends_on: null,
})

test('any command comes out as it went in, for the server as for a reader, and with its author', async () => {
  const { brokerage, kept, giver } = await aGiver()
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), async (args) => {
      const command = aCommand(args)
      const handed = await handedBy(giver, command, NOW)
      const opened = openHanded(brokerage, handed)
      const { key, command: name } = command
      expect(opened).toMatchObject({
        certificate: { user_id: 5, name: 'Ana' },
        statement: { key, command: name },
      })
      expect(opened?.statement.args).toEqual(JSON.parse(JSON.stringify(args)))
      expect(await unpacked(fromText(handed), kept.ring)).toContain(command.key)
    }),
    { numRuns: 25 },
  )
})

test('whatever bit is changed, it opens no more', async () => {
  const { brokerage, kept, giver } = await aGiver()
  const bytes = fromText(await handedBy(giver, aCommand({ name: 'Zenaide' }), NOW))
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
      const changed = bytes.slice()
      changed[Math.floor(bit / 8)] = (changed[Math.floor(bit / 8)] ?? 0) ^ (1 << (bit % 8))
      expect(openHanded(brokerage, toText(changed))).toBeNull()
      expect(await unpacked(changed, kept.ring)).toBeNull()
    }),
    { numRuns: 200 },
  )
})

test('a stranger and another brokerage see nothing', async () => {
  const { giver } = await aGiver()
  const handed = await handedBy(giver, aCommand({ name: 'Zenaide', phone: '31988887777' }), NOW)
  const text = Buffer.from(handed, 'base64url').toString('latin1')
  for (const mark of ['Zenaide', '31988887777', 'Ana', 'lead.create']) expect(text).not.toContain(mark)
  const other = aBrokerage(randomBytes(32))
  expect(openHanded(other, handed)).toBeNull()
  expect(await unpacked(fromText(handed), (await keysOf(other, ANA, NOW)).ring)).toBeNull()
})

test('who hands over opens no code, not even its own', async () => {
  const { kept, giver } = await aGiver()
  const bytes = fromText(await handedBy(giver, aCommand({ name: 'Zenaide' }), NOW))
  const sealing = kept.ring.map((key) => ({ ...key, open: null }))
  expect(await unpacked(bytes, sealing)).toBeNull()
  expect(await unpacked(bytes, kept.ring)).toContain('Zenaide')
})

test('two codes of the same lead have nothing in common', async () => {
  const { giver } = await aGiver()
  const command = aCommand({})
  const [one, other] = [await handedBy(giver, command, NOW), await handedBy(giver, command, NOW)]
  expect(one.slice(20, 60)).not.toBe(other.slice(20, 60))
})

test('a text that grows beyond measure when it is unpacked is not opened', async () => {
  const { brokerage, kept } = await aGiver()
  const [ringKey = { period: 0, seal: '' }] = kept.ring
  const signature = 'A'.repeat(86)
  const lines = linesOf({ ...kept, signature, statement: '0'.repeat(70_000) })
  await expect(packed(lines, ringKey)).resolves.toHaveProperty('length')
  const bytes = await packed(lines, ringKey)
  expect(bytes.length).toBeLessThan(2000)
  expect(await unpacked(bytes, kept.ring)).toBeNull()
  expect(openHanded(brokerage, toText(bytes))).toBeNull()
})

test('the device’s signature is the one that the server checks, and only of that text by that key', async () => {
  const [one, other] = [await newSigningKey(), await newSigningKey()]
  const signature = await signedBy(one.own, 'texto')
  expect(await isSigned(one.publicKey, 'texto', signature)).toBe(true)
  expect(await isSigned(one.publicKey, 'textO', signature)).toBe(false)
  expect(await isSigned(other.publicKey, 'texto', signature)).toBe(false)
  const brokerage = aBrokerage()
  expect(await isSigned(brokerage.authority, 'texto', brokerage.certify('texto'))).toBe(true)
})

test('a server’s keys are always the same for its secret', () => {
  const secret = randomBytes(32)
  const [one, again] = [aBrokerage(secret), aBrokerage(secret)]
  expect(again.authority).toBe(one.authority)
  const secretOf = (keys: typeof one, period: number) => keys.ringPair(period).secret
  expect(secretOf(again, 7)).toEqual(secretOf(one, 7))
  expect(secretOf(one, 8)).not.toEqual(secretOf(one, 7))
  expect(aBrokerage().authority).not.toBe(one.authority)
})

test('a device that was last renewed at any time has the key of each of the next seven days', () => {
  fc.assert(
    fc.property(fc.nat(400 * DAY_MS), fc.nat(7 * DAY_MS), (since, later) => {
      const at = NOW + since
      expect(periodsOf(at)).toContain(periodOf(at + later))
      expect(certificateEnd(at)).toBeGreaterThanOrEqual(at + later)
    }),
  )
})

const certificate = { from: new Date(NOW).toISOString(), until: new Date(NOW + 8 * DAY_MS).toISOString() }
const at = (ms: number) => new Date(NOW + ms).toISOString()

test.each([
  ['at once', 0, 0, null],
  ['after ten minutes, by clocks that differ by five', 0, 15 * MINUTE_MS, null],
  ['later', 0, 15 * MINUTE_MS + 1, /venceu/],
  ['from a clock that is ahead by five minutes', 5 * MINUTE_MS, 0, null],
  ['from one that is ahead by more', 5 * MINUTE_MS + 1, 0, /relógios/],
  ['after the end of the certificate', 8 * DAY_MS + 1, 8 * DAY_MS + 1, /não estava confirmado/],
  ['before its beginning', -6 * MINUTE_MS, 0, /não estava confirmado/],
] as const)('a reader judges a code %s', (_, handed, now, words) => {
  const problem = readingProblem(certificate, at(handed), NOW + now)
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toMatch(words)
})

test.each([
  ['at once', 0, 0, null],
  ['after 30 days', 0, 30 * DAY_MS, null],
  ['later', 0, 30 * DAY_MS + 1, /mais de 30 dias/],
  ['from the future', 6 * MINUTE_MS, 0, /não estava confirmado/],
  ['after the end of the certificate', 8 * DAY_MS + 1, 9 * DAY_MS, /não estava confirmado/],
] as const)('the server judges a code %s', (_, handed, now, words) => {
  const problem = sendingProblem(certificate, at(handed), NOW + now)
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toMatch(words)
})
