/** An unsent indication on the device: what is kept of it, when it is the same, and its fields as a list. */
import { describe, expect, test } from 'vitest'
import {
  EMPTY_INDICATION,
  EMPTY_LINE,
  sameIndication,
  type TypedIndication,
} from '../../../src/domain/indication/form.ts'
import { keptIndication } from '../../../src/domain/indication/kept-typed.ts'
import { writtenIndication } from '../../../src/domain/indication/written.ts'

const TYPED: TypedIndication = {
  client: { ...EMPTY_INDICATION.client, name: 'Ana', document: '52998224725', phone: '31988887777' },
  lines: {
    vehicle: { on: true, values: { model: 'Uno', type: 'Novo' }, address: null, healthConsent: null },
    residence: { on: true, values: { type: 'Habitual' }, address: null, healthConsent: null },
    pet: { on: false, values: { species: 'Gato' }, address: null, healthConsent: null },
  },
}

describe('an unsent indication', () => {
  test('is read as it was kept', () => {
    expect(keptIndication(JSON.parse(JSON.stringify({ values: TYPED })))).toEqual({ values: TYPED })
  })

  test.each([
    null,
    7,
    {},
    { values: {} },
    { values: { client: { name: 'Ana' }, lines: {} } },
  ])('is not read from %j', (kept) => {
    expect(keptIndication(kept)).toBeNull()
  })

  test('is the same whatever the order of its lines, and with a line that has nothing', () => {
    const { vehicle = EMPTY_LINE, residence = EMPTY_LINE, pet = EMPTY_LINE } = TYPED.lines
    const turned = { ...TYPED, lines: { life: EMPTY_LINE, pet, residence, vehicle } }
    expect(sameIndication(TYPED, turned)).toBe(true)
    expect(sameIndication(TYPED, { ...turned, lines: { ...turned.lines, pet: EMPTY_LINE } })).toBe(false)
    expect(sameIndication({ ...EMPTY_INDICATION, lines: { life: EMPTY_LINE } }, EMPTY_INDICATION)).toBe(true)
  })

  test('lists the filled fields, each chosen line after its insurance', () => {
    expect(writtenIndication(TYPED)).toEqual([
      { field: 'client.name', value: 'Ana' },
      { field: 'client.cpf', value: '52998224725' },
      { field: 'client.cellphone', value: '31988887777' },
      { field: 'insurance_id', value: 1 },
      { field: 'insurance_details.model', value: 'Uno' },
      { field: 'insurance_details.type', value: 'Novo' },
      { field: 'insurance_details.address', value: expect.any(Object) },
      { field: 'insurance_id', value: 4 },
      { field: 'insurance_details.type', value: 'Habitual' },
    ])
  })
})
