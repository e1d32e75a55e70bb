/** Requests of data subjects and the register of incidents, which administrators keep. docs/rules.md#data-requests */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type DataRequest,
  dataRequestSchema,
  dataRequestsRoute,
} from '../../../src/contract/administration/data-requests.ts'
import { incidentSchema, incidentsRoute } from '../../../src/contract/administration/incidents.ts'
import { ERASED_NAME } from '../../../src/domain/client/erasure.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { aKnownPersonIn, emptyElsewhere, MARKS, NAME } from '../support/known-person.ts'
import { inviterOf } from '../support/leads.ts'
import { untilWaiting } from '../support/lock-waits.ts'
import { ADMIN, BRUNA, house, INDICATOR, withoutLeads } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

describeDatabase('privacy', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let today: string
  beforeAll(async () => {
    store = await open()
    await house(store)
    await inviterOf(store)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
    server = await startServer(store)
    admin = await server.confirmedDevice(ADMIN)
    return () => server.stop()
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await emptyElsewhere(store)
    await store.db.deleteFrom('security_incidents').execute()
    today = saoPauloDay(server.context.now())
  })

  const aRequest = (more: object = {}) => ({
    name: 'Zuleica Prado',
    contact: 'zuleica@exemplo.com.br',
    kind: 'access',
    came_by: 'mail',
    details: 'Quer saber o que temos dela',
    received_on: addDays(today, -3),
    ...more,
  })
  const made = async (more: object = {}): Promise<DataRequest> => {
    const { status, body } = await admin.call('POST', '/data-requests', aRequest(more))
    expect(status).toBe(200)
    return dataRequestSchema.parse(body)
  }
  const listed = async (query = '') =>
    dataRequestsRoute.answer.parse((await admin.call('GET', `/data-requests${query}`)).body)
  const audited = async (entity: string) =>
    (
      await store.db.selectFrom('audit_log').selectAll().where('entity', '=', entity).orderBy('id').execute()
    ).map(({ user_id, action, before, after }) => ({ user_id, action, before, after }))
  const anAnswer = (revision: number, more: object = {}) => ({
    answered_on: today,
    outcome: 'granted',
    answer: 'Enviei a cópia à Zuleica',
    revision,
    ...more,
  })

  test('a request is kept, changed, answered by its user, reopened and deleted, and each act is in the audit', async () => {
    const request = await made()
    expect(request).toMatchObject({ revision: 1, client: null, answered_on: null, created_by: { id: ADMIN } })
    const path = `/data-requests/${request.id}`
    const changed = await admin.call('PUT', path, aRequest({ contact: '31987654321', revision: 1 }))
    expect(changed).toMatchObject({ status: 200, body: { revision: 2, contact: '31987654321' } })
    const answered = await admin.call('PUT', `${path}/answer`, anAnswer(2))
    expect(answered.body).toMatchObject({
      revision: 3,
      answered_on: today,
      answered_by: { id: ADMIN },
      outcome: 'granted',
    })
    expect((await admin.call('DELETE', `${path}/answer`)).body).toMatchObject({
      answered_on: null,
      answered_by: null,
      outcome: null,
      answer: '',
    })
    expect((await admin.call('DELETE', path)).status).toBe(200)
    expect((await admin.call('GET', path)).status).toBe(404)
    const entries = await audited('data_requests')
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update', 'delete'])
    expect(entries[0]).toMatchObject({ user_id: ADMIN, after: { kind: 'access', name: '(preenchido)' } })
    expect(entries[1]).toMatchObject({
      before: { contact: '(preenchido)' },
      after: { contact: '(alterado)' },
    })
    expect(entries[2]).toMatchObject({ after: { outcome: 'granted', answered_by: ADMIN } })
    // The audit outlives the erasure of a client.
    expect(JSON.stringify(entries)).not.toMatch(/uleica|31987654321|Quer saber/)
  })

  test('those that wait come first, the oldest at the top; the latest answer follows', async () => {
    const older = await made({ received_on: addDays(today, -9) })
    const newer = await made()
    const done = [await made(), await made()]
    for (const [place, { id, revision }] of done.entries())
      await admin.call(
        'PUT',
        `/data-requests/${id}/answer`,
        anAnswer(revision, { answered_on: addDays(today, place - 1) }),
      )
    const { data, meta } = await listed()
    expect(data.map(({ id }) => id)).toEqual([older.id, newer.id, done[1]?.id, done[0]?.id])
    expect(meta).toEqual({ total: 4, open: 2 })
    expect((await listed('?state=open')).meta).toEqual({ total: 2, open: 2 })
    expect((await listed('?state=answered&per_page=1&page=2')).data.map(({ id }) => id)).toEqual([
      done[0]?.id,
    ])
  })

  test('a request of two changes at once: the second is refused and nothing of the first is lost', async () => {
    const { id } = await made()
    await admin.call('PUT', `/data-requests/${id}`, aRequest({ contact: 'um', revision: 1 }))
    const second = await admin.call(
      'PUT',
      `/data-requests/${id}`,
      aRequest({ contact: 'outro', revision: 1 }),
    )
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const answer = await admin.call('PUT', `/data-requests/${id}/answer`, anAnswer(1))
    expect(answer.status).toBe(409)
    expect((await listed()).data[0]).toMatchObject({ contact: 'um', answered_on: null })
  })

  test.each([
    ['received_on', () => ({ received_on: addDays(today, 1) })],
    ['client_id', () => ({ client_id: 4711 })],
    ['name', () => ({ name: ' ' })],
    ['kind', () => ({ kind: 'curiosidade' })],
  ])('a request is refused by its field %s', async (field, more) => {
    const { status, body } = await admin.call('POST', '/data-requests', aRequest(more()))
    expect([400, 422]).toContain(status)
    expect(body).toMatchObject({ errors: { [field]: [expect.any(String)] } })
  })

  test('an answer is neither of tomorrow nor before its request', async () => {
    const { id } = await made()
    for (const answered_on of [addDays(today, 1), addDays(today, -4)])
      expect(
        await admin.call('PUT', `/data-requests/${id}/answer`, anAnswer(1, { answered_on })),
      ).toMatchObject({ status: 422, body: { errors: { answered_on: [expect.any(String)] } } })
  })

  test("an erasure takes who asked and what was written, and leaves the proof; the client's request can still be answered", async () => {
    const [bruna, referrer] = await Promise.all([server.device(BRUNA), server.device(INDICATOR)])
    const { id: client_id } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    await emptyElsewhere(store)
    const request = await made({ client_id, kind: 'erasure', name: NAME, contact: MARKS.mail })
    expect(request.client).toMatchObject({ id: client_id, name: NAME, erased: false })
    const stranger = await made()
    await admin.call('DELETE', `/clients/${client_id}/personal-data`, { reason: 'Pedido da pessoa' })
    const { data } = await listed()
    expect(data.find(({ id }) => id === stranger.id)).toMatchObject({ name: 'Zuleica Prado' })
    expect(data.find(({ id }) => id === request.id)).toMatchObject({
      client: { id: client_id, name: ERASED_NAME, erased: true },
      name: ERASED_NAME,
      contact: '',
      details: '',
      kind: 'erasure',
      received_on: request.received_on,
    })
    // A form that was open meanwhile brings nothing back.
    const late = aRequest({ client_id, name: NAME, revision: request.revision })
    expect((await admin.call('PUT', `/data-requests/${request.id}`, late)).status).toBe(410)
    expect((await admin.call('POST', '/data-requests', late)).status).toBe(410)
    const answer = await admin.call('PUT', `/data-requests/${request.id}/answer`, anAnswer(request.revision))
    expect(answer.status).toBe(200)
  })

  test('an erasure ends what is open about a request without a client, and about an answer that it took', async () => {
    const [bruna, referrer] = await Promise.all([server.device(BRUNA), server.device(INDICATOR)])
    const { id: client_id } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    await emptyElsewhere(store)
    const hers = { kind: 'erasure', name: NAME, contact: MARKS.mail }
    const unlinked = await made(hers)
    const answered = await made({ ...hers, client_id })
    const { body } = await admin.call('PUT', `/data-requests/${answered.id}/answer`, anAnswer(1))
    expect(body).toMatchObject({ revision: 2 })
    await admin.call('DELETE', `/clients/${client_id}/personal-data`, { reason: 'Pedido da pessoa' })
    const { data } = await listed()
    const now = data.find(({ id }) => id === unlinked.id)
    expect(now).toMatchObject({ client: null, name: ERASED_NAME, contact: '', revision: 2 })
    const path = `/data-requests/${unlinked.id}`
    for (const revision of [unlinked.revision, now?.revision])
      expect(await admin.call('PUT', path, aRequest({ ...hers, revision }))).toMatchObject({
        status: 410,
        body: { code: 'erased' },
      })
    expect((await admin.call('PUT', `${path}/answer`, anAnswer(1))).status).toBe(409)
    expect((await admin.call('PUT', `${path}/answer`, anAnswer(2))).status).toBe(200)
    // The form of its answer may still show the text.
    expect((await admin.call('PUT', `/data-requests/${answered.id}/answer`, anAnswer(2))).status).toBe(409)
  })

  test('a request that meets the erasure of its client waits for it, and is refused', async () => {
    const [bruna, referrer] = await Promise.all([server.device(BRUNA), server.device(INDICATOR)])
    const { id: client_id } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    await emptyElsewhere(store)
    // As an erasure does it: the lock first, and its mark last.
    const { request } = await store.db.transaction().execute(async (tx) => {
      const { uid } = await tx
        .selectFrom('clients')
        .select('uid')
        .where('id', '=', client_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const waits = admin.call('POST', '/data-requests', aRequest({ client_id, name: NAME }))
      await untilWaiting(store)
      const at = new Date(server.context.now()).toISOString()
      await tx
        .insertInto('client_erasures')
        .values({ client_uid: uid, uids: [uid], at })
        .execute()
      return { request: waits }
    })
    expect(await request).toMatchObject({ status: 410 })
    expect((await listed()).data).toEqual([])
  })

  test.each([
    ['/data-requests', () => aRequest()],
    ['/incidents', () => anIncident()],
  ])('what is sent to %s again after a lost answer is kept once', async (path, body) => {
    const sent = { ...body(), uid: crypto.randomUUID() }
    const first = await admin.call('POST', path, sent)
    const second = await admin.call('POST', path, { ...sent, details: 'Outro', risks: 'Outro' })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect((await admin.call('GET', path)).body).toMatchObject({ meta: { total: 1 } })
    const entity = path === '/incidents' ? 'security_incidents' : 'data_requests'
    expect(await audited(entity)).toHaveLength(1)
    // Two forms are two rows.
    await admin.call('POST', path, { ...sent, uid: crypto.randomUUID() })
    expect((await admin.call('GET', path)).body).toMatchObject({ meta: { total: 2 } })
  })

  const anIncident = (more: object = {}) => ({
    description: 'Planilha enviada ao endereço errado',
    occurred_on: addDays(today, -2),
    known_on: addDays(today, -1),
    subject_kinds: ['clients', 'elderly'],
    subjects: 120,
    elderly: 7,
    data_kinds: ['identification', 'contact'],
    risks: 'Golpes por telefone',
    dpo_contact: 'Ana, ana@exemplo.com.br',
    ...more,
  })

  test('an incident is kept with all that the form of the ANPD asks, and changed until it was reported', async () => {
    const { status, body } = await admin.call('POST', '/incidents', anIncident())
    expect(status).toBe(200)
    const incident = incidentSchema.parse(body)
    expect(incident).toMatchObject({
      ...anIncident(),
      revision: 1,
      minors: null,
      subjects_told: 'no',
      anpd_told_on: null,
    })
    const { id } = incident
    const list = async () => incidentsRoute.answer.parse((await admin.call('GET', '/incidents')).body)
    expect((await list()).meta).toEqual({ total: 1, open: 1 })
    const told = { anpd_told_on: today, anpd_protocol: '123', subjects_told: 'yes', subjects_told_on: today }
    const change = await admin.call('PUT', `/incidents/${id}`, anIncident({ ...told, revision: 1 }))
    expect(change).toMatchObject({ status: 200, body: { ...told, revision: 2 } })
    expect((await list()).meta).toEqual({ total: 1, open: 0 })
    expect((await admin.call('PUT', `/incidents/${id}`, anIncident({ revision: 1 }))).status).toBe(409)
    expect((await admin.call('GET', `/incidents/${id}`)).body).toMatchObject(told)
    const entries = await audited('security_incidents')
    expect(entries).toMatchObject([
      { user_id: ADMIN, action: 'create', after: { subjects: 120, description: '(preenchido)' } },
      { action: 'update', before: { anpd_told_on: null }, after: { anpd_told_on: today } },
    ])
    expect(JSON.stringify(entries)).not.toContain('Golpes')
  })

  test('a reason not to inform the ANPD ends its term, too', async () => {
    await admin.call('POST', '/incidents', anIncident({ anpd_not_told_reason: 'Os dados eram públicos' }))
    expect((await admin.call('GET', '/incidents')).body).toMatchObject({ meta: { total: 1, open: 0 } })
  })

  test.each([
    ['known_on', () => ({ known_on: addDays(today, 1) })],
    ['known_on', () => ({ known_on: addDays(today, -3) })],
    ['anpd_told_on', () => ({ anpd_told_on: addDays(today, -2) })],
    ['subjects_told_on', () => ({ subjects_told_on: addDays(today, 1) })],
    ['subjects', () => ({ subjects: -1 })],
    ['description', () => ({ description: '' })],
  ])('an incident is refused by its field %s', async (field, more) => {
    const { status, body } = await admin.call('POST', '/incidents', anIncident(more()))
    expect([400, 422]).toContain(status)
    expect(body).toMatchObject({ errors: { [field]: [expect.any(String)] } })
  })
})
