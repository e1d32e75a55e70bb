import { describe, expect, it } from 'vitest'
import { withinQuiver } from '../../../src/domain/lead/quiver-cancellation.ts'

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

  it('is asked for nothing that can not be put right there', () => {
    expect(withinQuiver({ before: QUIVER, after: QUIVER, changed: [] }, [missing, wrong])).toEqual([wrong])
  })

  it.each([
    ['that begins', null, QUIVER],
    ['that becomes one', OTHER, QUIVER],
    ['that is one no more', QUIVER, OTHER],
  ])('but a lead %s is like any other', (_case, before, after) => {
    expect(withinQuiver({ before, after, changed: ['sold'] }, [missing])).toEqual([missing])
  })
})
