import { describe, expect, test } from 'vitest'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { outcomeByAct, withActs } from '../../../../src/domain/obligations/acts.ts'
import { obligationsOf } from '../../../../src/domain/obligations/obligation.ts'
import { aLead, iso, settings } from '../fixtures.ts'

/** 22:30 in São Paulo, when it is the next day by UTC. */
const context = { occurredAt: iso('2026-11-23T22:30:00'), settings }
const FILE = '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'
const limit = (kind: string, since = '2026-11-20') => ({
  kind,
  since,
  until: '2026-12-15',
  note: '',
  begun_by: 'act' as const,
})
const kindsAfter = (before: Partial<Lead> | null, after: Partial<Lead>) => {
  const was = before === null ? null : aLead({ state: 2, ...before })
  const lead = withActs(was, aLead({ state: 2, ...before, ...after }), context)
  return obligationsOf(lead).map(({ kind, since, until }) => `${kind} ${since} ${until}`)
}

describe('acts begin limits', () => {
  test.each<[act: string, before: Partial<Lead> | null, after: Partial<Lead>, begun: string[]]>([
    ['sold with what is pending', {}, { pending_sell: true }, ['answer 2026-11-23 2026-12-18']],
    ['sold, without a PDF', {}, { sold: 1 }, ['document 2026-11-23 2026-12-23']],
    ['sold, the PDF was there', { file_path: FILE }, { sold: 1 }, ['handover 2026-11-23 2026-11-30']],
    ['the PDF of a sale', { sold: 1 }, { file_path: FILE }, ['handover 2026-11-23 2026-11-30']],
    ['another PDF', { sold: 1, file_path: 'old' }, { file_path: FILE }, ['handover 2026-11-23 2026-11-30']],
    [
      'the PDF of a proposal',
      { pending_sell: true },
      { file_path: FILE },
      ['handover 2026-11-23 2026-11-30'],
    ],
    ['a PDF before any sale', {}, { file_path: FILE }, []],
    ['any other save', { pending_sell: true }, { product: 'Onix' }, []],
    ['the sale of a lead that is sold', { sold: 1 }, { sale_value_cents: 5 }, []],
    ['lost', {}, { sold: 0 }, []],
    ['an erased PDF', { sold: 1, file_path: FILE }, { file_path: null }, ['document 2026-11-23 2026-12-23']],
    ['a new lead', null, {}, []],
  ])('%s', (_act, before, after, begun) => {
    expect(kindsAfter(before, after)).toEqual(begun)
  })

  test('an act that changes nothing leaves the same lead', () => {
    const lead = aLead({ state: 2, obligations: [limit('answer')] })
    const after = { ...lead, product: 'Onix' }
    expect(withActs(lead, after, context)).toBe(after)
  })
})

test('an act leaves one that runs since the same day with its sooner end', () => {
  const byHand = {
    kind: 'answer',
    since: '2026-11-23',
    until: '2026-11-30',
    note: 'o prazo do cliente',
    begun_by: 'hand' as const,
  }
  const lead = aLead({ state: 2, obligations: [byHand] })
  expect(withActs(lead, { ...lead, pending_sell: true }, context).obligations).toEqual([byHand])
})

describe('acts end limits', () => {
  test.each<
    [
      act: string,
      kind: 'answer' | 'document' | 'handover',
      before: Partial<Lead>,
      after: Partial<Lead>,
      outcome: string | null,
    ]
  >([
    ['the sale', 'answer', { pending_sell: true }, { sold: 1 }, 'fulfilled'],
    ['the loss', 'answer', { pending_sell: true }, { sold: 0 }, 'dismissed'],
    ['a note', 'answer', { pending_sell: true }, { product: 'x' }, null],
    ['the PDF', 'document', { sold: 1 }, { file_path: FILE }, 'fulfilled'],
    ['a sale that was none', 'document', { sold: 1 }, { sold: null }, 'dismissed'],
    ['the sale', 'handover', {}, { sold: 1 }, null],
    ['the cancellation', 'handover', { sold: 1 }, { cancelled: true }, 'dismissed'],
    ['the cancellation', 'answer', { pending_sell: true }, { cancelled: true }, 'dismissed'],
  ])('%s and %s', (_act, kind, before, after, outcome) => {
    const was = aLead({ state: 2, ...before, obligations: [limit(kind)] })
    const is = { ...was, ...after }
    expect(outcomeByAct(was, is, kind)).toBe(outcome)
    const left = withActs(was, is, context).obligations ?? []
    expect(left.some((one) => one.kind === kind && one.since === '2026-11-20')).toBe(outcome === null)
  })

  test('a limit of a kind that only a newer server knows stays, and is not shown', () => {
    const was = aLead({ state: 2, pending_sell: true, obligations: [limit('appeal'), limit('answer')] })
    const lead = withActs(was, { ...was, sold: 0 }, context)
    expect(lead.obligations).toEqual([limit('appeal')])
    expect(obligationsOf(lead)).toEqual([])
  })
})
