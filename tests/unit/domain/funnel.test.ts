/** The places of the funnel's screen, and the goals beside a funnel. */
import { expect, test } from 'vitest'
import {
  type FunnelCounts,
  funnelKpis,
  funnelRows,
  funnelStages,
  isEmptyFunnel,
} from '../../../src/domain/reports/funnel.ts'
import {
  created,
  EMPTY_ENTRY,
  EMPTY_LAYOUT,
  entryOf,
  type FunnelLayout,
  filled,
  filterOf as filterAt,
  firstLayout,
  funnelLayoutSchema,
  removed,
  SLOTS,
  type SlotEntry,
  toMain,
} from '../../../src/domain/reports/funnel-slots.ts'

const OCTOBER = { de: '2026-10-01', ate: '2026-10-31' }
const NOW = Date.parse('2026-11-01T01:30:00Z')
const filterOf = (entry: SlotEntry) => filterAt(entry, NOW)
const states = ({ slots }: FunnelLayout) => slots.map(({ state }) => state)
const firstTwo = (layout: FunnelLayout) => states(layout).slice(0, 2)

test('a slot is empty, created by the plus button, filled by Enviar, and empty after Remover', () => {
  expect(states(EMPTY_LAYOUT)).toEqual(Array.from({ length: SLOTS }, () => 'empty'))
  const one = created(EMPTY_LAYOUT, 0)
  expect(states(one)[0]).toBe('created')
  const two = filled(one, OCTOBER)
  expect(two.slots[0]).toEqual({ state: 'filled', filter: OCTOBER })
  expect(states(removed(two))[0]).toBe('empty')
  expect(filled(EMPTY_LAYOUT, OCTOBER)).toEqual(EMPTY_LAYOUT)
  expect(created(two, 0)).toEqual(two)
})

test('a chosen slot and the main one change places; the others stay', () => {
  const layout = filled(created(EMPTY_LAYOUT, 0), OCTOBER)
  const other = created(layout, 5)
  expect(firstTwo(other)).toEqual(['created', 'empty'])
  expect(other.slots[5]).toEqual({ state: 'filled', filter: OCTOBER })
  const back = toMain(other, 5)
  expect(back.slots[0]).toEqual({ state: 'filled', filter: OCTOBER })
  expect(states(back)[5]).toBe('created')
  expect(back.slots).toHaveLength(SLOTS)
  expect(toMain(back, SLOTS)).toEqual(back)
})

test('a first visit has this month in the main place, of a broker its own, and eleven empty places', () => {
  // 22:30 of 31 October in São Paulo.
  const nowMs = Date.parse('2026-11-01T01:30:00Z')
  const [main, ...others] = firstLayout({ broker: 7, nowMs }).slots
  expect(main).toEqual({ state: 'filled', filter: { ...OCTOBER, corretor: 7 } })
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['empty']))
  expect(firstLayout({ broker: null, nowMs }).slots[0]).toEqual({ state: 'filled', filter: OCTOBER })
  expect(funnelLayoutSchema.safeParse(firstLayout({ broker: 7, nowMs })).success).toBe(true)
})

test('both dates are required, and reversed ones are refused', () => {
  expect(filterOf(EMPTY_ENTRY)).toEqual({
    problems: { de: 'Informe a data inicial', ate: 'Informe a data final' },
  })
  expect(filterOf({ ...EMPTY_ENTRY, de: '2026-10-01' })).toEqual({
    problems: { ate: 'Informe a data final' },
  })
  expect(filterOf({ ...EMPTY_ENTRY, ...OCTOBER, canal: 4 })).toEqual({ filter: { ...OCTOBER, canal: 4 } })
  expect(filterOf({ ...EMPTY_ENTRY, de: '2026-10-31', ate: '2026-10-01' })).toEqual({
    problems: { ate: 'O período começa em 31/10/2026, depois de terminar em 01/10/2026.' },
  })
})

test('a team and a broker exclude each other', () => {
  const slot = (filter: object) => ({
    slots: [{ state: 'filled', filter: { ...OCTOBER, ...filter } }, ...EMPTY_LAYOUT.slots.slice(1)],
  })
  expect(funnelLayoutSchema.safeParse(slot({ equipe: 1 })).success).toBe(true)
  expect(funnelLayoutSchema.safeParse(slot({ equipe: 1, corretor: 2 })).success).toBe(false)
  expect(filterOf({ ...EMPTY_ENTRY, ...OCTOBER, equipe: 1, corretor: 2 })).toEqual({
    filter: { ...OCTOBER, corretor: 2 },
  })
})

test('the form shows what a filled slot is asked with, and nothing of any other', () => {
  const filter = { ...OCTOBER, corretor: 2 }
  expect(entryOf({ state: 'filled', filter })).toEqual({ ...EMPTY_ENTRY, ...filter })
  expect(entryOf({ state: 'created' })).toEqual(EMPTY_ENTRY)
})

const COUNTS: FunnelCounts = {
  leads: 100,
  called: 99,
  contacted: 80,
  quoted: 59,
  sold: 48,
  pague_menos: 10,
  seguro_conteudo: 9,
  backup_car: 0,
}
const funnel = (counts: Partial<FunnelCounts>) => ({
  data: funnelStages({ ...COUNTS, ...counts }),
  as_of: '2026-11-15T15:00:00.000Z',
})

test('calls, contacts and quotes are shares of the leads, sales of the quoted, extras of the sold', () => {
  const kpis = funnelKpis(funnel({})).map(({ key, goal, value, tone }) => [
    key,
    goal,
    value?.toFixed(2),
    tone,
  ])
  expect(kpis).toEqual([
    ['called', 100, '99.00', 'bad'],
    ['contacted', 80, '80.00', 'good'],
    ['quoted', 60, '59.00', 'bad'],
    ['sold', 80, '81.36', 'good'],
    ['pague_menos', 20, '20.83', 'good'],
    ['seguro_conteudo', 20, '18.75', 'bad'],
    ['backup_car', 20, '0.00', 'bad'],
  ])
})

test('a share of nothing is neither good nor bad', () => {
  const tones = funnelKpis(funnel({ sold: 0, pague_menos: 0 })).filter(({ tone }) => tone === null)
  expect(tones.map(({ key }) => key)).toEqual(['pague_menos', 'seguro_conteudo', 'backup_car'])
  expect(isEmptyFunnel(funnel({}))).toBe(false)
  expect(isEmptyFunnel(funnel({ leads: 0 }))).toBe(true)
})

test('a step says what it is of the one before and of all; a call within an hour is a measure and no step', () => {
  const data = funnelStages({
    leads: 1340,
    called: 429,
    contacted: 670,
    quoted: 335,
    sold: 67,
    pague_menos: 12,
    seguro_conteudo: 15,
    backup_car: 9,
  })
  const rows = funnelRows({ data, as_of: '2026-11-18T12:00:00Z' })
  expect(rows.map(({ key, bar, ofBefore, ofAll }) => [key, bar, ofBefore, ofAll])).toEqual([
    ['leads', 100, null, null],
    ['called', null, null, (429 / 1340) * 100],
    ['contacted', 50, 50, 50],
    ['quoted', 25, 50, 25],
    ['sold', 5, 20, 5],
    ['pague_menos', null, null, null],
    ['seguro_conteudo', null, null, null],
    ['backup_car', null, null, null],
  ])
})

test('shares of nothing have no number', () => {
  const counts = { leads: 0, called: 0, contacted: 0, quoted: 0, sold: 0 }
  const data = funnelStages({ ...counts, pague_menos: 0, seguro_conteudo: 0, backup_car: 0 })
  for (const { bar, ofBefore, ofAll } of funnelRows({ data, as_of: '2026-11-18T12:00:00Z' }))
    expect([bar, ofBefore, ofAll]).toEqual([null, null, null])
})
