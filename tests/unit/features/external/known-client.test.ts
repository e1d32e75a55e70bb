/** docs/rules.md#known-contacts */
import { expect, test } from 'vitest'
import { EMPTY_ADDRESS, EMPTY_CLIENT } from '../../../../src/domain/client/fields.ts'
import { EMPTY_INDICATION } from '../../../../src/domain/indication/form.ts'
import { withKnownClient } from '../../../../src/features/external/known-client.ts'

const known = {
  ...EMPTY_CLIENT,
  name: 'Maria Souza',
  cpf: '52998224725',
  cellphone: '31998765432',
  mail: 'maria@exemplo.com',
  birth_date: '1985-11-02',
  address: { ...EMPTY_ADDRESS, cep: '30130010', city: 'Belo Horizonte' },
}
const empty = EMPTY_INDICATION.client

test('a known client gives its name and document, and fills in what is empty', () => {
  const typed = { ...empty, name: 'Maria', phone: '3133445566' }
  expect(withKnownClient(typed, known)).toEqual({
    name: 'Maria Souza',
    document: '52998224725',
    mail: 'maria@exemplo.com',
    phone: '3133445566',
    rg: '',
    birth: '02111985',
    address: known.address,
  })
})

test('a typed address stays whole', () => {
  const address = { ...EMPTY_ADDRESS, city: 'Contagem' }
  expect(withKnownClient({ ...empty, address }, known).address).toEqual(address)
})
