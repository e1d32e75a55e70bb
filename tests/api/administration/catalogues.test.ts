/** The lists that administration keeps: what a change does on devices and in the audit, and what is refused. */
import { expect, test } from 'vitest'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { describeDatabase } from '../support/databases.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA, EVA, INDICATOR, MANAGER } from '../support/people.ts'
import { LISTS, RULE } from './lists.ts'
import { idOf, inAdministration, NOBODY, type Office } from './office.ts'

const REQUIRED = 'Campo Obrigatório'

let store: Office['store']
let server: Office['server']
let admin: Office['admin']
let created: Office['created']
let remove: Office['remove']
let entriesOf: Office['entriesOf']

describeDatabase('the lists of administration', (open) => {
  inAdministration(open, (office) => {
    ;({ store, server, admin, created, remove, entriesOf } = office)
  })

  test.each(LISTS)('$path: a row is created, changed and deleted, here and on devices', async (list) => {
    const { path, kind, schema, shown, shownChanged } = list
    const mirror = new Mirror()
    await pullAll(admin, mirror)
    const mirrored = () => mirror.catalogues.get(`${kind} ${id}`)?.value

    const first = await admin.call('POST', path, list.body)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(schema.strict().parse(first.body)).toEqual({ id: idOf(first), ...shown })
    const id = idOf(first)
    await pullAll(admin, mirror)
    expect(mirrored()).toEqual({ id, ...shown })

    const second = await admin.call('PUT', `${path}/${id}`, list.changed)
    expect(second).toEqual({ status: 200, body: { id, ...shownChanged } })
    await pullAll(admin, mirror)
    expect(mirrored()).toEqual({ id, ...shownChanged })

    expect(await remove(path, id)).toEqual({ status: 200, body: { message: 'Removido com sucesso' } })
    const pages = await pullAll(admin, mirror)
    expect(pages.flatMap(({ removed }) => removed.catalogues)).toContainEqual({ kind, id: String(id) })
    expect(mirrored()).toBeUndefined()
    expect(await remove(path, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('a deactivated row reaches a referrer as inactive', async () => {
    const mirror = new Mirror()
    const device = await server.device(INDICATOR)
    const id = await created({ path: '/insurances', body: { name: 'Náutico', type: 1 } })
    await pullAll(device, mirror)
    await admin.call('PUT', `/insurances/${id}`, { name: 'Náutico', type: 1, active: false })
    await pullAll(device, mirror)
    expect(mirror.catalogues.get(`insurance ${id}`)?.value).toMatchObject({ name: 'Náutico', active: false })
    const offered = await admin.call('GET', '/insurancesNoAuth')
    expect(JSON.stringify(offered.body)).not.toContain('Náutico')
  })

  test.each(LISTS)('$path: the audit has each change with before and after', async (list) => {
    const manager = list.manager ? await server.device(MANAGER) : admin
    const by = list.manager ? MANAGER : ADMIN
    const id = idOf(await manager.call('POST', list.path, list.body))
    await manager.call('PUT', `${list.path}/${id}`, list.changed)
    await manager.call('DELETE', `${list.path}/${id}`)
    const [first, second, third, ...more] = await entriesOf(list.table, id)
    expect(more).toEqual([])
    expect(first).toEqual({
      user_id: by,
      action: 'create',
      before: null,
      after: expect.objectContaining({ id }),
    })
    expect(second).toMatchObject({ user_id: by, action: 'update', before: first?.after })
    expect(second?.after).not.toEqual(first?.after)
    expect(third).toEqual({ user_id: by, action: 'delete', before: second?.after, after: null })
  })

  test("the audit has a team's channels", async () => {
    const id = await created({ path: '/technical-team', body: { description: 'Sul', channels: [8] } })
    await admin.call('PUT', `/technical-team/${id}`, { description: 'Sul', channels: [7, 29] })
    const entries = await entriesOf('technical_teams', id)
    expect(entries[1]).toMatchObject({ before: { channels: [8] }, after: { channels: [7, 29] } })
  })

  test('the audit is neither changed nor deleted', async () => {
    const id = await created({ path: '/competitor-brokers', body: { name: 'Fixa' } })
    const before = await entriesOf('competitor_brokers', id)
    const kept = 'the audit is never changed'
    await expect(store.db.updateTable('audit_log').set({ user_id: BRUNA }).execute()).rejects.toThrow(kept)
    await expect(store.db.deleteFrom('audit_log').execute()).rejects.toThrow(kept)
    expect(await entriesOf('competitor_brokers', id)).toEqual(before)
  })

  test('a refused change leaves nothing in the audit', async () => {
    const before = await store.db.selectFrom('audit_log').select('id').execute()
    await admin.call('POST', '/lead-broker-config', { ...RULE, broker_id: ADMIN })
    await remove('/technical-team', 1)
    await admin.call('PUT', `/insurances/${NOBODY}`, { name: 'X', type: 1 })
    expect(await store.db.selectFrom('audit_log').select('id').execute()).toEqual(before)
  })

  test.each(LISTS)('$path: an unknown row is 404', async ({ path, changed }) => {
    const missing = { status: 404, body: { message: 'Registro não encontrado.', code: 'not_found' } }
    expect(await admin.call('PUT', `${path}/${NOBODY}`, changed)).toEqual(missing)
    expect(await remove(path, NOBODY)).toEqual(missing)
  })

  test.each(LISTS)('$path: $required is required', async ({ path, body, required }) => {
    const refusal = { status: 400, body: { code: 'invalid', errors: { [required]: [REQUIRED] } } }
    expect(await admin.call('POST', path, { ...body, [required]: undefined })).toMatchObject(refusal)
    const empty = required === 'broker_id' ? null : '  '
    expect(await admin.call('POST', path, { ...body, [required]: empty })).toMatchObject(refusal)
  })

  test.each([
    ['a channel above 1', { channel_id: 7 }, 'channel_id', 'Este canal não pode ser escolhido'],
    [
      'a dealership without a workflow code',
      { partner_id: 24 },
      'partner_id',
      'Escolha uma empresa com código de workflow',
    ],
    [
      'an unknown dealership',
      { partner_id: NOBODY },
      'partner_id',
      'Escolha uma empresa com código de workflow',
    ],
    ['a line above 3', { insurance_id: 4 }, 'insurance_id', 'Este tipo de estoque não pode ser escolhido'],
    ['the administrator', { broker_id: ADMIN }, 'broker_id', 'Escolha um corretor ativo'],
    ['an unknown broker', { broker_id: NOBODY }, 'broker_id', 'Escolha um corretor ativo'],
    ['an inactive broker', { broker_id: EVA }, 'broker_id', 'Escolha um corretor ativo'],
  ] as const)('a rule of lead and broker does not take %s', async (_case, wrong, field, sentence) => {
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', EVA).execute()
    const refusal = { status: 422, body: { code: 'rule', errors: { [field]: [sentence] } } }
    expect(await admin.call('POST', '/lead-broker-config', { ...RULE, ...wrong })).toMatchObject(refusal)
    const id = await created({ path: '/lead-broker-config', body: RULE })
    expect(await admin.call('PUT', `/lead-broker-config/${id}`, { ...RULE, ...wrong })).toMatchObject(refusal)
    await remove('/lead-broker-config', id)
  })

  test.each([
    ['that begins elsewhere', [2, 3, 6]],
    ['that ends elsewhere', [1, 2, 3]],
    ['with a status twice', [1, 2, 2, 6]],
    ['that is empty', []],
  ])('a channel does not take a flow %s', async (_case, status_flow) => {
    const sentence = 'O fluxo começa em Origem, termina em Finalizado e tem cada status uma vez'
    expect(await admin.call('POST', '/channels', { name: 'Feira', status_flow })).toMatchObject({
      status: 400,
      body: { errors: { status_flow: [sentence] } },
    })
  })

  test('a channel is not below itself, nor below one that does not exist', async () => {
    const body = { name: 'Feira de rua', status_flow: [1, 6] }
    const id = await created({ path: '/channels', body })
    expect(await admin.call('PUT', `/channels/${id}`, { ...body, parent_id: id })).toMatchObject({
      status: 422,
      body: { errors: { parent_id: ['Um canal não pode ser o próprio canal principal'] } },
    })
    const refusal = { status: 422, body: { code: 'rule' } }
    expect(await admin.call('PUT', `/channels/${id}`, { ...body, parent_id: NOBODY })).toMatchObject(refusal)
    const team = { description: 'Oeste', channels: [8, NOBODY] }
    expect(await admin.call('POST', '/technical-team', team)).toMatchObject(refusal)
  })

  test('the number of a deleted channel is not given again', async () => {
    const body = { name: 'Feira de carros', status_flow: [1, 6] }
    const id = await created({ path: '/channels', body })
    await remove('/channels', id)
    const both = await Promise.all([
      created({ path: '/channels', body }),
      created({ path: '/channels', body: { ...body, name: 'Feira de motos' } }),
    ])
    expect(both.toSorted((one, other) => one - other)).toEqual([id + 1, id + 2])
  })

  test('a partner is read with its link, which devices do not mirror', async () => {
    const link = 'https://cota.br/{lead_id}'
    const id = await created({ path: '/partners', body: { name: 'Com link', quote_link_template: link } })
    const { status, body } = await admin.call('GET', `/partners/${id}`)
    expect(status).toBe(200)
    expect(MANAGED.partners.read.answer.strict().parse(body)).toMatchObject({ id, quote_link_template: link })
    expect((await admin.call('GET', `/partners/${NOBODY}`)).status).toBe(404)
    const wrong = { name: 'Com link', quote_link_template: 'javascript:alert(1)' }
    expect(await admin.call('PUT', `/partners/${id}`, wrong)).toMatchObject({
      status: 400,
      body: { errors: { quote_link_template: ['O link deve começar com http:// ou https://'] } },
    })
  })
})
