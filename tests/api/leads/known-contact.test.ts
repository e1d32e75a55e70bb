/** Who has a phone, a mail or a document already: docs/rules.md#known-contacts */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { knownContactRoute } from '../../../src/contract/client-merges.ts'
import { documentKey, mailKey, phoneKey } from '../../../src/domain/client/likeness-keys.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient } from '../support/leads.ts'
import { addLead, BRUNA, DEALERSHIP, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const CPF = '52998224725'

describeDatabase('known contacts', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, bruna } = opened)
  })

  test('the database computes the same keys as the domain', async () => {
    const texts = [
      '',
      '529.982.247-25',
      '01234567890',
      '1234567890',
      '00000000000',
      '11111111111',
      '12abc34501de35',
      '(11) 98765-4321',
      '+55 11 98765-4321',
      '0 11 8765-4321',
      '11999999999',
      '987654321',
      'a@b.c',
      ' A@B.C ',
      'a@b@c',
      '@',
    ]
    for (const text of texts) {
      const { rows } = await sql`
        select client_document_key(${text}) as document, client_phone_key(${text}) as phone, client_mail_key(${text}) as mail`.execute(
        store.db,
      )
      expect({ text, ...(rows[0] as object) }).toEqual({
        text,
        document: documentKey(text),
        phone: phoneKey(text),
        mail: mailKey(text),
      })
    }
  })

  test('a known contact is reported within the scope: roles 4 to 7 only what they typed', async () => {
    const survivor = await addClient(store, {
      name: 'Maria Souza',
      cpf: CPF,
      mail: 'm@um.com',
      cellphone: '',
    })
    const alias = await addClient(store, {
      name: 'Maria Souza Lima',
      cpf: '529.982.247-25',
      mail: 'm@dois.com',
      cellphone: '11987654321',
    })
    for (const client_uid of [survivor, alias])
      await addLead(store, { ...workedBy(BRUNA), client_uid, partner_id: 24 })
    const known = async (device: Device, query: string) =>
      knownContactRoute.answer
        .parse((await device.call('GET', `/known-contact?${query}`)).body)
        .data.map(({ client, by }) => [client.uid, by])
    expect(await known(bruna, 'phone=11987654321&mail=M@DOIS.com')).toEqual([[alias, ['phone', 'mail']]])
    expect(await known(bruna, 'phone=%2B55 11 8765-4321')).toEqual([[alias, ['phone']]])
    expect(await known(bruna, `document=${CPF}`)).toEqual(expect.arrayContaining([[survivor, ['document']]]))
    const foreign = await addClient(store, {
      name: 'Só do Davi',
      cpf: '11144477735',
      cellphone: '21977776666',
    })
    await addLead(store, { client_uid: foreign, broker_id: 4, state: 2, partner_id: 25 })
    expect(await known(bruna, 'phone=21977776666')).toEqual([])
    expect(await known(bruna, 'document=11144477735')).toEqual([[foreign, ['document']]])
    const shop = await server.device(DEALERSHIP)
    expect(await known(shop, 'phone=21977776666&document=11144477735')).toEqual([])
    expect(await known(shop, 'phone=')).toEqual([])
  })
})
