/** Pinned reports: kept beyond age and number, refreshed when due, and gone with scope and session. */
import { expect, test } from 'vitest'
import type { CallResult } from '../../src/api/call-result.ts'
import { reportViewsRoute } from '../../src/contract/reports/report-views.ts'
import {
  answerKey,
  dropAnswersOfScope,
  keepAnswer,
  MOST_ANSWERS,
  mirrorGeneration,
  readAnswer,
} from '../../src/db/mirror/answers.ts'
import { openMirror } from '../../src/db/open.ts'
import { clearSession } from '../../src/db/session/device-session.ts'
import {
  MOST_PINS,
  pinKey,
  pinnedReports,
  pinReport,
  unpinReport,
} from '../../src/db/session/pinned-reports.ts'
import { keepSetting, keptSetting } from '../../src/db/session/screen-settings.ts'
import { dropAllButQueue, wipeMirror } from '../../src/db/sign-out.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Pinnable } from '../../src/features/reports/pins/pinnable.ts'
import { REFRESHED_AFTER_MS, refreshDuePins } from '../../src/features/reports/pins/refresh-pins.ts'
import { aSyncedWorld, type World } from './support/world.ts'

const PATH = '/relatorio-indicacoes-corretora'
const ROUTE = { method: 'GET', path: '/leads/indicationManagerReport' }
const FILTER = { periodo: '7-dias', empresas: [3] } as const
const filter = () => ({ periodo: FILTER.periodo, empresas: [...FILTER.empresas] })
const pin = (name: string | null = null) => ({ path: PATH, filter: filter(), name })

/** A report whose call answers as the test says. */
function aReport(answers: { next: CallResult<unknown> }) {
  const asked: { filter: unknown; nowMs: number }[] = []
  const report: Pinnable = {
    route: ROUTE,
    ask: async (given, { nowMs }) => {
      asked.push({ filter: given, nowMs })
      return answers.next
    },
  }
  const refresh = ({ device, user, clock }: World) =>
    refreshDuePins(
      {
        db: device.db,
        user,
        nowMs: clock.now,
        reports: async (path) => (path === PATH ? report : undefined),
        exchange: (ask) => ask('token'),
      },
      new AbortController().signal,
    )
  return { asked, refresh }
}

const refusal = (status: number): CallResult<unknown> => ({
  kind: 'refused',
  status,
  body: { message: 'Não', code: 'forbidden' },
  retryAfterSeconds: null,
})

test('a pinned answer outlives its age and the number of answers', async () => {
  const { device, clock } = await aSyncedWorld()
  const generation = await mirrorGeneration(device.db)
  const key = pinKey(ROUTE, filter())
  await keepAnswer(device.db, { key, value: 'pinned', at: clock.now - 60 * DAY_MS, pinned: true }, generation)
  for (let number = 0; number < MOST_ANSWERS + 3; number++)
    await keepAnswer(
      device.db,
      { key: `answer ${number}`, value: number, at: clock.now + number },
      generation,
    )
  expect(await device.db.answers.count()).toBe(MOST_ANSWERS)
  expect(await readAnswer(device.db, key)).toMatchObject({ value: 'pinned', pinned: true })
  expect(await readAnswer(device.db, 'answer 2')).toBeUndefined()
  await device.db.answers.delete('answer 5')
  await keepAnswer(device.db, { key: 'old', value: 'old', at: clock.now - 60 * DAY_MS }, generation)
  expect(await readAnswer(device.db, 'old')).toBeDefined()
  // The next start deletes what is too old.
  await device.restart()
  await device.cycle()
  expect(await readAnswer(device.db, 'old')).toBeUndefined()
  expect(await readAnswer(device.db, key)).toMatchObject({ value: 'pinned' })
  await dropAnswersOfScope(device.db)
  expect(await device.db.answers.count()).toBe(0)
})

test('the key of a pinned answer names no days, and nothing of how it is drawn', () => {
  const drawn = {
    empresas: [3],
    comparar: 1 as const,
    ocultas: ['leads.id'],
    periodo: '7-dias' as const,
    pagina: 2,
  }
  expect(pinKey(ROUTE, drawn)).toBe(pinKey(ROUTE, filter()))
  expect(pinKey(ROUTE, { ...drawn, empresas: [4] })).not.toBe(pinKey(ROUTE, filter()))
})

test('a pin is refreshed at once, then when its answer is fifteen minutes old', async () => {
  const world = await aSyncedWorld()
  const { device, clock } = world
  await pinReport(device.db, pin())
  const answers: { next: CallResult<unknown> } = { next: { kind: 'ok', value: { rows: 1 } } }
  const { asked, refresh } = aReport(answers)
  await refresh(world)
  expect(asked).toEqual([{ filter: filter(), nowMs: clock.now }])
  clock.now += REFRESHED_AFTER_MS - 1
  await refresh(world)
  expect(asked).toHaveLength(1)
  clock.now += 1
  answers.next = { kind: 'ok', value: { rows: 2 } }
  await refresh(world)
  expect(await readAnswer(device.db, pinKey(ROUTE, filter()))).toMatchObject({
    value: { rows: 2 },
    at: clock.now,
    pinned: true,
  })
})

test('a failed refresh leaves what is kept; a refusal for good deletes it', async () => {
  const world = await aSyncedWorld()
  const { device, clock } = world
  const key = pinKey(ROUTE, filter())
  await pinReport(device.db, pin())
  const answers: { next: CallResult<unknown> } = { next: { kind: 'ok', value: 1 } }
  const { refresh } = aReport(answers)
  await refresh(world)
  for (const next of [{ kind: 'unreachable' } as const, refusal(500), refusal(429)]) {
    clock.now += 20 * MINUTE_MS
    answers.next = next
    await refresh(world)
    expect(await readAnswer(device.db, key)).toMatchObject({ value: 1 })
  }
  answers.next = refusal(403)
  await refresh(world)
  expect(await readAnswer(device.db, key)).toBeUndefined()
  expect(await pinnedReports(device.db)).toHaveLength(1)
})

test('an answer that was asked before a sign-out is not kept after it', async () => {
  const world = await aSyncedWorld()
  const { device } = world
  await pinReport(device.db, pin())
  const answers: { next: CallResult<unknown> } = { next: { kind: 'ok', value: 1 } }
  const { refresh } = aReport(answers)
  Object.defineProperty(answers, 'next', {
    get: () => dropAllButQueue(device.db).then(() => ({ kind: 'ok', value: 1 })),
  })
  await refresh(world)
  expect(await device.db.answers.count()).toBe(0)
})

test('a filter is pinned once, up to twenty; unpinned its answer goes', async () => {
  const { device, clock } = await aSyncedWorld()
  const { db } = device
  expect(await pinReport(db, pin())).toBe(true)
  expect(await pinReport(db, pin('Minha visão'))).toBe(true)
  expect(await pinnedReports(db)).toEqual([pin('Minha visão')])
  for (let number = 1; number < MOST_PINS; number++)
    expect(await pinReport(db, { path: PATH, filter: { empresas: [100 + number] }, name: null })).toBe(true)
  expect(await pinReport(db, { path: PATH, filter: {}, name: null })).toBe(false)
  const key = pinKey(ROUTE, filter())
  await keepAnswer(db, { key, value: 1, at: clock.now, pinned: true }, await mirrorGeneration(db))
  await unpinReport(db, pin(), ROUTE)
  expect(await readAnswer(db, key)).toBeUndefined()
  expect(await pinnedReports(db)).toHaveLength(MOST_PINS - 1)
  await dropAllButQueue(db)
  expect(await pinnedReports(db)).toEqual([])
  expect(await pinReport(db, pin())).toBe(false)
})

test('what the user arranged meanwhile is not replaced by an older answer', async () => {
  const { device } = await aSyncedWorld()
  const { db } = device
  const first = { value: { slots: 1 }, changed_at: '2026-11-01T10:00:00.000Z', sent: false }
  const second = { ...first, value: { slots: 2 }, changed_at: '2026-11-01T10:00:01.000Z' }
  const answer = { ...first, sent: true }
  expect(await keepSetting(db, 'funnel', first)).toBe(true)
  expect(await keepSetting(db, 'funnel', second)).toBe(true)
  expect(await keepSetting(db, 'funnel', answer, first)).toBe(false)
  expect(await keptSetting(db, 'funnel')).toEqual(second)
  expect(await keepSetting(db, 'funnel', { ...second, sent: true }, second)).toBe(true)
  expect(await keptSetting(db, 'funnel')).toEqual({ ...second, sent: true })
  expect(await keepSetting(db, 'other', answer, null)).toBe(true)
  await dropAllButQueue(db)
  expect(await keptSetting(db, 'funnel')).toBeNull()
  expect(await keepSetting(db, 'funnel', first)).toBe(false)
})

test('after a sign-out no report, pin, view or filter is on the device, with or without a queue', async () => {
  for (const stays of [
    { queue: false, drafts: false },
    { queue: true, drafts: true },
  ]) {
    const world = await aSyncedWorld()
    const { device, user, clock } = world
    const { db } = device
    const told = 'Cliente do relatório'
    await pinReport(db, pin('Minha visão'))
    const generation = await mirrorGeneration(db)
    const answers = [
      { key: pinKey(ROUTE, filter()), pinned: true },
      { key: answerKey(ROUTE, { query: { page: 1 } }) },
      { key: answerKey(reportViewsRoute, {}) },
    ]
    for (const answer of answers)
      expect(await keepAnswer(db, { ...answer, value: { name: told }, at: clock.now }, generation)).toBe(true)
    await keepSetting(db, 'funnel', { value: { told }, changed_at: '2026-11-01T10:00:00.000Z', sent: true })
    await clearSession()
    await device.stop()
    await wipeMirror(user.id, stays)
    const left = openMirror(user.id)
    const rows = await Promise.all(left.tables.map((table) => table.toArray()))
    expect(JSON.stringify(rows)).not.toContain(told)
    expect(JSON.stringify(rows)).not.toContain(PATH)
    expect(await pinnedReports(left)).toEqual([])
    left.close()
  }
})
