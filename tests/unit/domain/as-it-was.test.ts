/** A lead at any moment of its history, and what 'Trazer de volta' makes of it. docs/rules.md#as-it-was */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bringBack } from '../../../src/commands/bring-back.ts'
import type { CommandContext, PreparedCommand } from '../../../src/commands/definition.ts'
import { commands } from '../../../src/commands/registry.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import {
  asItWas,
  differences,
  isBroughtBack,
  nested,
  type Written,
} from '../../../src/domain/lead/as-it-was.ts'
import { changedFields, flatRow, sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { runsOf } from '../../support/slice.ts'
import { aClient, aLead, aUser, iso, settings } from './fixtures.ts'

const user = aUser(1)
const lead_uid = 'lead-1'
const client_uid = 'client-1'
const first = { lead: aLead({ state: 2, status: 2, broker_id: user.id }), client: aClient() }
type Pair = typeof first

const contextAt = (place: number): CommandContext => ({
  occurredAt: new Date(Date.parse(iso('2026-11-18T10:00:00')) + place * 60_000).toISOString(),
  user,
  settings,
  statusFlow: [1, 2, 3, 4, 5, 6],
})

const text = fc.constantFrom('', 'Casa', 'Carro', 'Moto', 'Prefere a tarde')
const number = fc.constantFrom(null, 1, 2, 3)
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 })

const changes = fc.record(
  {
    product: text,
    additional_information: text,
    product_details: fc.record(
      { brand: text, year: fc.constantFrom('', '2019', '2020'), details: text },
      { requiredKeys: [] },
    ),
    insurance_id: number,
    insurance_expiration: number,
    contact_type: number,
    contact_date: fc.constantFrom(null, iso('2026-11-17T09:00:00')),
    sold: fc.constantFrom(null, 0 as const, 1 as const),
    lost_sale: number,
    commission_percentage: fc.constantFrom(null, 10, 12.5),
    sale_value_cents: fc.constantFrom(null, 100_00, 250_000),
  },
  { requiredKeys: [] },
)
const client = some(
  fc.record({
    mail: fc.constantFrom('', 'ana@exemplo.com.br'),
    address: fc.record({ city: text, cep: fc.constantFrom('', '01310100') }),
  }),
)

/** A step as a screen sends it: the command's name and arguments. */
const step = fc.oneof(
  fc
    .record({ changes, client })
    .map((args) => ({ name: 'lead.update' as const, args: { lead_uid, client_uid, ...args } })),
  text
    .filter((note) => note !== '')
    .map((note) => ({ name: 'lead.addNote' as const, args: { lead_uid, note } })),
  fc.constantFrom('2026-12-01T12:00:00.000Z', '2026-12-02T12:00:00.000Z').map((scheduling_date) => ({
    name: 'lead.schedule' as const,
    args: { lead_uid, scheduling_date, description: 'Ligar' },
  })),
  fc.constant({ name: 'lead.closeScheduling' as const, args: { lead_uid, description: 'Atendeu' } }),
  fc.constantFrom(1, 2, 5).map((service_status) => ({
    name: 'lead.setServiceStatus' as const,
    args: { lead_uid, service_status },
  })),
  fc.constant({ name: 'lead.negotiate' as const, args: { lead_uid } }),
  fc.constant({ name: 'lead.advance' as const, args: { lead_uid } }),
)

const applied = (
  prepared: PreparedCommand,
  { lead, client: person }: Pair,
  context: CommandContext,
): Pair => ({
  lead: prepared.applyLead(lead, context) ?? lead,
  client: prepared.applyClient(person, context) ?? person,
})

const flat = ({ lead, client: person }: { lead: Lead; client: Client }) => flatRow(lead, person)

/** Carries the steps out. Returns the rows at each moment, and what each step wrote. */
function walk(steps: readonly { readonly name: keyof typeof commands; readonly args: unknown }[]) {
  const moments: Pair[] = [first]
  const written: Written[] = []
  for (const [place, { name, args }] of steps.entries()) {
    const prepared = commands[name].prepare(args)
    const before = moments.at(-1) ?? first
    if ('errors' in prepared) throw new Error(`${name}: ${JSON.stringify(prepared.errors)}`)
    const context = contextAt(place)
    const after =
      prepared.verdict(before.lead, context) === null ? applied(prepared, before, context) : before
    const was = changedFields(flat(before), flat(after))
    moments.push(after)
    written.push(Object.fromEntries(Object.entries(was).map(([field, value]) => [field, { before: value }])))
  }
  return { moments, written }
}

test('random steps taken back one by one give the rows that were there at each moment', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { moments, written } = walk(steps)
      const now = flat(moments.at(-1) ?? first)
      for (const [place, then] of moments.entries()) {
        const { row } = asItWas(now, written.slice(place).toReversed())
        expect(sameValue(row, flat(then)), `moment ${place}`).toBe(true)
      }
    }),
    { numRuns: runsOf(2000) },
  )
})

test('what is brought back from any moment has its values of then, and the rest stays', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(), (steps, chosen) => {
      const { moments, written } = walk(steps)
      const last = moments.at(-1) ?? first
      const now = flat(last)
      const place = chosen % moments.length
      const past = asItWas(now, written.slice(place).toReversed())
      const wanted = differences(now, past).filter(({ field }) => isBroughtBack(field))
      if (wanted.length === 0) return
      const { client: person, ...fields } = nested(
        Object.fromEntries(wanted.map(({ field, was }) => [field, was])),
      )
      const prepared = bringBack.prepare({
        lead_uid,
        client_uid,
        changes: fields,
        ...(person === undefined ? {} : { client: person }),
        reason: 'Engano',
        as_of: iso('2026-11-18T10:00:00'),
      })
      if ('errors' in prepared) throw new Error(JSON.stringify(prepared.errors))
      const after = flat(applied(prepared, last, contextAt(99)))
      for (const { field, was } of wanted) expect(after[field], field).toEqual(was)
      const others = Object.keys(changedFields(now, after)).filter(
        // A sale that is brought back brings its limits of the law.
        (field) => field !== 'obligations' && !wanted.some((one) => one.field === field),
      )
      expect(others).toEqual([])
    }),
    { numRuns: runsOf(2000) },
  )
})

describe('a lead that got another client', () => {
  const later: Written[] = [
    {
      product: { before: 'Casa' },
      'client.mail': { before: 'outra@exemplo.com.br' },
      client_number: { before: 7 },
    },
  ]
  const now = flatRow(aLead({ product: 'Carro' }), aClient({ mail: 'ana@exemplo.com.br' }))

  test('shows nothing of the other person', () => {
    const past = asItWas(now, later)
    expect(past.isOfAnotherClient).toBe(true)
    expect(differences(now, past)).toEqual([{ field: 'product', was: 'Casa', now: 'Carro' }])
  })
})

test('a field that only a history has, such as a call, is none of the row', () => {
  const { row } = asItWas(flatRow(aLead(), null), [{ call_result: { before: null } }])
  expect(Object.hasOwn(row, 'call_result')).toBe(false)
})

test('status, deadlines and schedulings follow from steps, and are not brought back; nor is a lifted opt-out', () => {
  expect(isBroughtBack('client.no_messages_since')).toBe(false)
  expect(['status', 'state', 'capture_on_time', 'lead_scheduling', 'quoted'].filter(isBroughtBack)).toEqual(
    [],
  )
  expect(['product', 'product_details.year', 'client.mail', 'client.address.cep'].every(isBroughtBack)).toBe(
    true,
  )
})
