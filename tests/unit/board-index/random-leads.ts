/** Random leads, including combinations that the rules forbid. */

import fc from 'fast-check'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { IMPORT_NOTE } from '../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { aLead, NOW } from '../domain/fixtures.ts'

/** Few different instants, so that ties are frequent. */
const instant = fc
  .tuple(
    fc.integer({ min: -12, max: 12 }),
    fc.constantFrom(0, 1_800_000, 3_600_000, 3_600_001, 14 * 3_600_000),
  )
  .map(([days, ms]) => new Date(NOW + days * DAY_MS - ms).toISOString())
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

export const uidOf = (number: number) => `lead-${String(number).padStart(4, '0')}`

export const NAMES = ['Ana Souza', 'ÂNGELA  Conceição', 'João d’Ávila', 'Zé', 'Müller & Filhos Ltda', '']
export const DOCUMENTS = ['52998224725', '52900000000', '12ABC34501DE35', '']

/** Returns an arbitrary lead with one of the first `count` uids. */
export const randomLead = (count: number): fc.Arbitrary<Lead> =>
  fc
    .record({
      uid: fc.integer({ min: 0, max: count - 1 }).map(uidOf),
      id: maybe(fc.integer({ min: 1, max: 40 })),
      old_number: maybe(fc.constantFrom('7', '77', 'D-7', 'd-71')),
      state: fc.constantFrom<Lead['state']>(1, 2, 3),
      status: fc.integer({ min: 1, max: 7 }),
      channel_id: fc.constantFrom(1, 6, 7, 27, 300, 70_000),
      broker_id: maybe(fc.constantFrom(10, 11)),
      insurance_id: maybe(fc.constantFrom(1, 2, 3, 29)),
      client_name: fc.constantFrom(...NAMES),
      client_cpf: fc.constantFrom(...DOCUMENTS),
      client_cellphone: fc.constantFrom('31988776650', '11987776650', ''),
      client_phone: fc.constantFrom('3133446650', '3188776650', ''),
      proposal: maybe(fc.constantFrom('P-4455', '99')),
      product_details: fc
        .constantFrom('', 'ABC1D23', 'abc-1234')
        .map((license_plate) => ({ details: '', chassis: '', license_plate, year: '', brand: '' })),
      additional_information: fc.constantFrom('', 'Apólice 4455-1', 'Ligar às 4455'),
      create_lead_date: instant,
      end_lead_date: maybe(instant),
      suspended_lead: fc.boolean(),
      lead_scheduling: maybe(
        fc.record({
          scheduling_date: instant,
          description: fc.constantFrom('.', IMPORT_NOTE),
          status: fc.constantFrom<0 | 1>(0, 1),
        }),
      ),
    })
    .map(aLead)

export interface Change {
  readonly put: readonly Lead[]
  readonly remove: readonly string[]
}

export const randomChange = (count: number): fc.Arbitrary<Change> =>
  fc.record({
    put: fc.uniqueArray(randomLead(count), { selector: (lead) => lead.uid, maxLength: count }),
    remove: fc.array(fc.integer({ min: 0, max: count - 1 }).map(uidOf), { maxLength: 6 }),
  })
