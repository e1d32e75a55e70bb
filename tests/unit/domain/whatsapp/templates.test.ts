/** Which template a lead is offered first. docs/rules.md#message-templates */
import { expect, test } from 'vitest'
import { fittingTemplate, PURPOSES } from '../../../../src/domain/whatsapp/templates.ts'
import { aLead, iso } from '../fixtures.ts'

const templates = PURPOSES.map((purpose) => ({ purpose }))
const quoted_date = iso('2026-11-17T10:00:00')

test.each([
  ['a renewal', { channel_id: 27 }, 'renewal'],
  ['a policy that ends', { old_end_of_validity: '2026-12-15' }, 'renewal'],
  ['what was quoted and not decided', { quoted_date }, 'quote'],
  ['what was sold', { quoted_date, sold: 1 }, 'return'],
  ['any other lead', {}, 'return'],
] as const)('%s', (_name, changes, purpose) => {
  expect(fittingTemplate(templates, aLead(changes))?.purpose).toBe(purpose)
})

test('without one that fits the first is offered, without any none', () => {
  expect(fittingTemplate([{ purpose: 'other' }], aLead())).toEqual({ purpose: 'other' })
  expect(fittingTemplate([], aLead())).toBeUndefined()
})
