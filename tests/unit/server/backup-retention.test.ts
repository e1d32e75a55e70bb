/** Which backups are kept, and how the settings say it. */
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { expired, instantOfName, nameOf } from '../../../server/backup/retention.ts'
import { latestTurn } from '../../../server/backup/schedule.ts'
import { readConfig } from '../../../server/base/config.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'

const AT = Date.parse('2026-11-26T06:00:00Z')
const daily = (days: number) => Array.from({ length: days }, (_, ago) => nameOf(AT - ago * DAY_MS, false))
const keptOf = (names: readonly string[], keep: { days: number; weeks: number; months: number }) => {
  const gone = new Set(expired(names, keep))
  return names.filter((name) => !gone.has(name)).map((name) => name.slice(6, 16))
}

test('a name has its instant, and other names have none', () => {
  expect(nameOf(AT, false)).toBe('farol-2026-11-26T06-00-00Z.tar.gz')
  expect(instantOfName(nameOf(AT, true))).toBe(AT)
  for (const other of ['notes.txt', 'farol-2026-11-26T06-00-00Z.tar.gz.part', 'farol.tar.gz'])
    expect(instantOfName(other)).toBeNull()
})

test('the newest of each day, each week from Monday and each month stays', () => {
  // 2026-11-26 is a Thursday.
  expect(keptOf(daily(120), { days: 3, weeks: 3, months: 3 })).toEqual([
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    '2026-11-22',
    '2026-11-15',
    '2026-10-31',
    '2026-09-30',
  ])
})

test('days are counted in São Paulo, and the last backup of a day stays', () => {
  const evening = nameOf(Date.parse('2026-11-27T02:59:00Z'), true)
  expect(keptOf([nameOf(AT, false), evening], { days: 7, weeks: 0, months: 0 })).toEqual(['2026-11-27'])
  expect(expired([nameOf(AT, false), evening], { days: 7, weeks: 0, months: 0 })).toEqual([nameOf(AT, false)])
})

test('while no backup is made, none goes; the newest one never goes; other files never go', () => {
  const old = daily(3).map((name) => name.replace('2026', '2020'))
  expect(expired(old, { days: 7, weeks: 0, months: 0 })).toEqual([])
  expect(expired(['notes.txt', ...daily(2)], { days: 1, weeks: 0, months: 0 })).toEqual([daily(2)[1]])
})

test('the turn is today’s once its hour has come, else yesterday’s', () => {
  const turn = (now: string) => new Date(latestTurn(Date.parse(now), '03:00')).toISOString()
  expect(turn('2026-11-26T05:59:00Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(turn('2026-11-26T06:00:00Z')).toBe('2026-11-26T06:00:00.000Z')
})

test('the settings, and what is wrong with them', () => {
  expect(readConfig({}).backup).toEqual({
    dir: null,
    at: '03:00',
    keep: { days: 7, weeks: 5, months: 12 },
    key: null,
  })
  expect(readConfig({ BACKUP_KEEP: '30d' }).backup.keep).toEqual({ days: 30, weeks: 0, months: 0 })
  const wrong = (environment: Record<string, string>) => () => readConfig(environment)
  for (const keep of ['30', '7d,7d', '0d', 'x', '7d;5w'])
    expect(wrong({ BACKUP_KEEP: keep }), keep).toThrow(/BACKUP_KEEP precisa ter a forma 7d,5w,12m/)
  for (const at of ['3:00', '24:00', 'agora'])
    expect(wrong({ BACKUP_AT: at }), at).toThrow(/BACKUP_AT precisa ter a forma 03:00/)
  for (const key of ['curta', 'age1curta demais para ser', 'AGE-SECRET-KEY-1ABC'])
    expect(wrong({ BACKUP_KEY: key }), key).toThrow(/BACKUP_KEY precisa ser uma senha de ao menos 16/)
})

test('a mistyped key of age is refused, without showing it', async () => {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  for (const key of [identity, recipient, 'uma senha bem comprida'])
    expect(readConfig({ BACKUP_KEY: key }).backup.key).toBe(key)
  const slipped = (key: string, other: [string, string]) =>
    key.slice(0, -1) + (key.endsWith(other[0]) ? other[1] : other[0])
  const yubikey = `age1yubikey1${recipient.slice('age1'.length)}`
  for (const key of [slipped(identity, ['Q', 'P']), slipped(recipient, ['q', 'p']), yubikey]) {
    const wrong = () => readConfig({ BACKUP_KEY: key })
    expect(wrong, key).toThrow(/BACKUP_KEY precisa ser uma senha de ao menos 16/)
    expect(wrong, key).not.toThrow(key.slice(-20))
  }
})
