import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNew } from '../../../src/domain/board/news.ts'
import { compareCards, compareSchedules, type OrderKey } from '../../../src/domain/board/order.ts'
import { hasIcon, INSURANCE_NAMES, isVehicle } from '../../../src/domain/lead/insurance-line.ts'
import {
  nextStatus,
  STATUSES,
  saleLabel,
  soldFromScreen,
  soldToScreen,
  statusLine,
  TABS,
  tabOrder,
} from '../../../src/domain/lead/status.ts'
import { workingMsBetween } from '../../../src/domain/sla/working-time.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { aLead, at, calendar, iso } from './fixtures.ts'

describe('the order of cards', () => {
  const key = (uid: string, status: number, createdMs: number, endMs: number | null = null): OrderKey => ({
    uid,
    status,
    createdMs,
    endMs,
    dueMs: null,
  })

  it('is by status, oldest creation first, finished ones newest end first, ties by uid', () => {
    const cards = [
      key('g', 6, 1, null),
      key('f', 6, 1, 50),
      key('e', 6, 9, 90),
      key('d', 2, 1),
      key('c', 1, 5),
      key('b', 1, 3),
      key('a', 1, 5),
    ]
    expect(cards.toSorted(compareCards).map((card) => card.uid)).toEqual(['b', 'a', 'c', 'd', 'e', 'f', 'g'])
  })

  it('is total: shuffling changes nothing', () => {
    const card = fc.record({
      uid: fc.string({ minLength: 1, maxLength: 2 }),
      status: fc.integer({ min: 1, max: 7 }),
      createdMs: fc.integer({ min: 0, max: 3 }),
      endMs: fc.option(fc.integer({ min: 1, max: 3 })),
      dueMs: fc.option(fc.integer({ min: 1, max: 4 })),
    })
    const cards = fc.uniqueArray(card, { selector: (each) => each.uid, maxLength: 12 })
    fc.assert(
      fc.property(cards, (some) => {
        for (const todayEndMs of [undefined, 2]) {
          const compare = (a: OrderKey, b: OrderKey) => compareCards(a, b, todayEndMs)
          expect(some.toReversed().toSorted(compare)).toEqual(some.toSorted(compare))
        }
      }),
    )
  })

  it('is late, today, without a scheduling, later within a status, and never within the finished', () => {
    const due = (uid: string, dueMs: number | null, createdMs = 0, status = 1) => ({
      ...key(uid, status, createdMs, 5),
      dueMs,
    })
    const cards = [
      due('later', 30),
      due('new', null, 9),
      due('old', null, 1),
      due('today', 19, 99),
      due('late', 2, 100),
      due('at the end of today', 20),
      due('ended first', 1, 0, 6),
      due('ended', null, 0, 6),
    ]
    expect(cards.toSorted((a, b) => compareCards(a, b, 20)).map(({ uid }) => uid)).toEqual([
      'late',
      'today',
      'at the end of today',
      'old',
      'new',
      'later',
      'ended',
      'ended first',
    ])
  })

  it('is by due date among the schedulings', () => {
    const due = [
      { uid: 'b', schedulingMs: 2 },
      { uid: 'c', schedulingMs: 1 },
      { uid: 'a', schedulingMs: 2 },
    ]
    expect(due.toSorted(compareSchedules).map((each) => each.uid)).toEqual(['c', 'a', 'b'])
  })
})

describe('a new lead', () => {
  it.each([
    ['inside the last hour', '2026-11-18T09:00:01', '2026-11-18T10:00:00', true],
    ['an hour ago', '2026-11-18T09:00:00', '2026-11-18T10:00:00', false],
    ['last evening, seen in the morning', '2026-11-17T21:00:00', '2026-11-18T09:29:00', true],
    ['last evening, seen an hour after opening', '2026-11-17T21:00:00', '2026-11-18T09:30:00', false],
    ['on Friday at 17:40, seen on Monday', '2026-11-13T17:40:00', '2026-11-16T09:00:00', true],
    ['in the future', '2026-11-18T10:00:01', '2026-11-18T10:00:00', false],
  ])('was created %s', (_case, created, now, expected) => {
    expect(isNew(aLead({ create_lead_date: iso(created) }), at(now), calendar)).toBe(expected)
  })

  it('is unclaimed', () => {
    const created = { create_lead_date: iso('2026-11-18T09:59:00') }
    expect(isNew(aLead({ ...created, state: 2 }), at('2026-11-18T10:00:00'), calendar)).toBe(false)
    expect(isNew(aLead({ ...created, broker_id: 1 }), at('2026-11-18T10:00:00'), calendar)).toBe(false)
  })

  it('has waited less than one working hour at any time of the check', () => {
    const first = at('2026-11-10T00:00:00')
    const moment = fc.integer({ min: 0, max: 14 * 24 * 60 }).map((minutes) => first + minutes * 60_000)
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 80 * 60 }), (created, waited) => {
        const now = created + waited * 60_000
        const lead = aLead({ create_lead_date: new Date(created).toISOString() })
        expect(isNew(lead, now, calendar)).toBe(workingMsBetween(created, now, calendar) < 3_600_000)
      }),
    )
  })
})

describe('statuses and tabs', () => {
  it('have the colours of the rules', () => {
    expect(STATUSES.map(({ status, colour }) => `${status} ${colour}`).join(', ')).toBe(
      '1 blue, 2 yellow, 3 sea, 4 purple, 5 gray, 6 green, 7 orange',
    )
    expect(statusLine(7).label).toBe('Agendado')
    expect(statusLine(42).label).toBe('Sem status')
  })

  it('are seven tabs', () => {
    expect(TABS.map((tab) => tab.label)).toEqual([
      'Origem',
      'Negociação',
      'Whatsapp/Ligou',
      'Envio Cotação',
      'Vendido com Pendência',
      'Finalizados',
      'Agendamentos',
    ])
    expect(TABS.map((tab) => tab.state)).toEqual([1, 2, 2, 2, 2, 3, null])
  })

  it.each([
    [[], [1, 2, 3, 4, 5, 6, 7]],
    [
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6, 7],
    ],
    [
      [1, 4, 3, 2, 5, 6],
      [1, 4, 3, 2, 5, 6, 7],
    ],
    [
      [7, 1, 2],
      [7, 1, 2, 3, 4, 5, 6],
    ],
    [
      [1, 99, 2],
      [1, 2, 3, 4, 5, 6, 7],
    ],
  ])('with the flow %j are all shown in the order %j', (flow, order) => {
    expect(tabOrder(flow).map((tab) => tab.status)).toEqual(order)
  })

  it.each([
    [1, [1, 2, 3, 4, 5, 6], 2],
    [6, [1, 2, 3, 4, 5, 6], 6],
    [1, [1, 4, 3, 6], 4],
    [4, [1, 4, 3, 6], 3],
    [2, [1, 4, 6], 4],
    [1, [], 2],
  ])('after status %i in the flow %j comes %i', (status, flow, next) => {
    expect(nextStatus(status, flow)).toBe(next)
  })

  it('show the stored sale value plus one, and convert it back', () => {
    expect([soldToScreen(0), soldToScreen(1)]).toEqual([1, 2])
    for (const sold of [0, 1] as const) expect(soldFromScreen(soldToScreen(sold))).toBe(sold)
    expect(saleLabel({ sold: 1, cancelled: false })).toBe('Vendido')
    expect(saleLabel({ sold: 0, cancelled: false })).toBe('Não vendido')
    expect(saleLabel({ sold: 0, cancelled: true })).toBe('Cancelado')
  })
})

describe('insurance lines', () => {
  it('have a name each, 1 to 29', () => {
    for (let id = 1; id <= 29; id++) expect(INSURANCE_NAMES[id]).toBeTruthy()
    expect(new Set(Object.values(INSURANCE_NAMES)).size).toBe(29)
  })
  it.each([
    [null, false, false],
    [0, false, false],
    [1, true, true],
    [3, true, true],
    [4, false, true],
    [21, false, true],
    [22, false, false],
  ])('%s is a vehicle: %s, has an icon: %s', (id, vehicle, icon) => {
    expect(isVehicle(id)).toBe(vehicle)
    expect(hasIcon(id)).toBe(icon)
  })
})

describe('folded text', () => {
  it.each([
    ['  José   da CONCEIÇÃO ', 'jose da conceicao'],
    ['Ânimo\tÜber', 'animo uber'],
    ['', ''],
    ['Sant’Ana', 'santana'],
    ["D'Ávila", 'davila'],
    ['D´Ávila', 'davila'],
    ['Dʼ\u00c1vila', 'davila'],
    ['Jo\u200bão\u202e', 'joao'],
  ])('of "%s" is "%s"', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(foldText(text))).toBe(folded)
  })
})
