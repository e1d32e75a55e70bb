import { describe, expect, it } from 'vitest'
import { clientFieldsOf } from '../../../src/domain/client/fields.ts'
import { closedAsSaved, withinQuiver } from '../../../src/domain/lead/quiver-cancellation.ts'
import { leadFieldsOf } from '../../../src/features/lead/form/lead-values.ts'
import { aClient, aLead } from './fixtures.ts'

const QUIVER = { insurance_id: 25 }
const OTHER = { insurance_id: 4 }
const missing = { field: 'inviter_id', message: 'Selecione o indicador' }
const wrong = { field: 'client.mail', message: 'E-mail inválido' }

describe('a save of a lead that waits for its cancellation in Quiver', () => {
  const closed = (changed: readonly string[]) =>
    withinQuiver({ before: QUIVER, after: QUIVER, changed }, []).map(({ field }) => field)

  it.each([
    'insurance_id',
    'broker_id',
    'additional_information',
    'client.cellphone',
    'client.phone',
    'client.mail',
  ])('may change %s', (field) => {
    expect(closed([field])).toEqual([])
  })

  it.each([
    'sold',
    'proposal',
    'product_details.year',
    'inviter_phone',
    'client.name',
    'client.address.cep',
  ])('may not change %s', (field) => {
    expect(closed([field])).toEqual([field])
  })

  it('has no problems in fields that its form cannot change', () => {
    expect(withinQuiver({ before: QUIVER, after: QUIVER, changed: [] }, [missing, wrong])).toEqual([wrong])
  })

  it.each([
    ['a new lead', null, QUIVER],
    ['a lead that becomes such a cancellation', OTHER, QUIVER],
    ['a lead that is no such cancellation any more', QUIVER, OTHER],
  ])('does not apply to %s', (_case, before, after) => {
    expect(withinQuiver({ before, after, changed: ['sold'] }, [missing])).toEqual([missing])
  })
})

describe('the values of the form of a cancellation in Quiver', () => {
  const valuesOf = (insurance_id: number) => ({
    lead: leadFieldsOf(aLead({ insurance_id, proposal: 'P-1 ' })),
    client: clientFieldsOf(aClient({ mail: 'ana@exemplo.com.br' })),
    inviter_phone: '31999998888',
  })
  const typedOn = ({ lead, client }: ReturnType<typeof valuesOf>) => ({
    lead: { ...lead, proposal: 'P-2', additional_information: 'Pedido feito' },
    client: { ...client, name: 'Outra', mail: 'outra@exemplo.com.br' },
    inviter_phone: '3133334444',
  })

  it('are the saved values of closed fields and the typed values of open ones', () => {
    const saved = valuesOf(25)
    const held = closedAsSaved(typedOn(saved), saved)
    expect(held.lead).toEqual({ ...saved.lead, additional_information: 'Pedido feito' })
    expect(held.client).toEqual({ ...saved.client, mail: 'outra@exemplo.com.br' })
    expect(held.inviter_phone).toBe(saved.inviter_phone)
  })

  it('are all typed values when the insurance changes to or from the cancellation', () => {
    const [quiver, other] = [valuesOf(25), valuesOf(4)]
    for (const [typed, saved] of [
      [typedOn(quiver), other],
      [typedOn(other), quiver],
    ] as const)
      expect(closedAsSaved(typed, saved)).toBe(typed)
  })
})
