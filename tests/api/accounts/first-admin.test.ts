/** The first administrator of an empty installation brings the dealership of people without one. */
import { expect, test } from 'vitest'
import { createAdmin } from '../../../server/accounts/first-admin.ts'
import { DEFAULT_PARTNER } from '../../../src/domain/lead/creation.ts'
import { describeDatabase } from '../support/databases.ts'

const ana = {
  login: 'ana',
  name: 'Ana Lima',
  email: 'ana@exemplo.com.br',
  password: 'três palavras quaisquer',
}

describeDatabase('the first administrator', (open) => {
  test('adds the default dealership, once, and later ones are numbered after it', async () => {
    const store = await open()
    const { db } = store
    const partners = () => db.selectFrom('partners').select(['id', 'name']).orderBy('id').execute()
    await createAdmin({ db }, ana)
    expect(await partners()).toEqual([{ id: DEFAULT_PARTNER, name: 'Corretora' }])
    await db.insertInto('partners').values({ name: 'Avenida Veículos' }).execute()
    await createAdmin({ db }, { ...ana, login: 'bia', email: 'bia@exemplo.com.br' })
    expect((await partners()).map(({ id }) => id)).toEqual([DEFAULT_PARTNER, DEFAULT_PARTNER + 1])
    await store.close()
  })
})
