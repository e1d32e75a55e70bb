/** Settings: each reaches devices and is audited; what is refused; the integrations and their tests. */
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { integrationsRoute, updateSettingsRoute } from '../../../src/contract/administration/settings.ts'
import { SETTING_LINES } from '../../../src/domain/settings/setting-lines.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const HOURS = { start: '09:00', end: '18:30', holidays: ['2026-12-24'] }

describeDatabase('settings', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.confirmedDevice(ADMIN)
  })

  const mirrored = (mirror: Mirror) =>
    settingsFrom(
      [...mirror.catalogues.values()]
        .filter(({ kind }) => kind === 'setting')
        .map(({ value }) => Object(value)),
    )

  const CASES: readonly (readonly [string, unknown])[] = [
    ...SETTING_LINES.map(({ key, isWhole, most }) => [key, isWhole ? Math.min(45, most) : 1.5] as const),
    ['business_hours', HOURS],
  ]
  test.each(CASES)('%s reaches a colleague and the audit', async (key, value) => {
    const mirror = new Mirror()
    const broker = await server.device(BRUNA)
    await pullAll(broker, mirror)
    const before = mirrored(mirror)
    const answer = await admin.call('PUT', '/settings', { [key]: value })
    expect(updateSettingsRoute.answer.parse(answer.body)).toMatchObject({ [key]: value })
    await pullAll(broker, mirror)
    expect(mirrored(mirror)).toEqual({ ...before, [key]: value })
    const entries = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'before', 'after'])
      .where('entity', '=', 'settings')
      .where('entity_id', '=', key)
      .execute()
    expect(entries).toEqual([
      {
        user_id: ADMIN,
        action: 'update',
        before: { [key]: Object(before)[key] },
        after: { [key]: value },
      },
    ])
    // The same again changes nothing.
    await admin.call('PUT', '/settings', { [key]: value })
    const { length } = await store.db
      .selectFrom('audit_log')
      .select('id')
      .where('entity_id', '=', key)
      .execute()
    expect(length).toBe(1)
  })

  test.each([
    [{ time_to_finish_lead: 0 }, 'time_to_finish_lead'],
    [{ time_to_finish_lead: null }, 'time_to_finish_lead'],
    [{ finished_leads_days_to_show: 1.5 }, 'finished_leads_days_to_show'],
    [{ refresh_lead_seconds: 4 }, 'refresh_lead_seconds'],
    [{ business_hours: { ...HOURS, start: '25:00' } }, 'business_hours.start'],
    [{ business_hours: { ...HOURS, end: '08:00' } }, 'business_hours.end'],
    [{ business_hours: { ...HOURS, holidays: ['2026-02-30'] } }, 'business_hours.holidays.0'],
  ])('%o is refused', async (body, field) => {
    expect(await admin.call('PUT', '/settings', body)).toMatchObject({
      status: 400,
      body: { errors: { [field]: [expect.any(String)] } },
    })
  })

  test('an earlier discard of clients asks for the own password, a later one or none does not', async () => {
    const key = 'erase_without_contact_years'
    const unproven = await server.device(ADMIN)
    const required = { status: 403, body: { code: 'confirmation_required' } }
    await admin.call('PUT', '/settings', { [key]: 0 })
    // Nothing else of the body is saved either.
    expect(await unproven.call('PUT', '/settings', { indication_on_time: 21, [key]: 50 })).toMatchObject(
      required,
    )
    await admin.call('PUT', '/settings', { [key]: 10 })
    expect(await unproven.call('PUT', '/settings', { [key]: 9 })).toMatchObject(required)
    for (const years of [10, 11, 0])
      expect(await unproven.call('PUT', '/settings', { [key]: years })).toMatchObject({
        status: 200,
        body: { [key]: years, indication_on_time: expect.toSatisfy((value) => value !== 21) },
      })
  })

  test('a setting that a colleague changed since is refused, and nothing of the body is written', async () => {
    await admin.call('PUT', '/settings', { time_to_finish_lead: 24, indication_on_time: 20 })
    await admin.call('PUT', '/settings', { time_to_finish_lead: 30 })
    const late = { indication_on_time: 21, time_to_finish_lead: 40 }
    expect(
      await admin.call('PUT', '/settings', {
        ...late,
        base: { indication_on_time: 20, time_to_finish_lead: 24 },
      }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message:
          "'Tempo para finalizar' foi alterado por outra pessoa e agora é 30 horas úteis. Confira e salve de novo.",
      },
    })
    const again = await admin.call('PUT', '/settings', {
      ...late,
      base: { indication_on_time: 20, time_to_finish_lead: 30 },
    })
    expect(again).toMatchObject({ status: 200, body: late })
    // A colleague entered the same.
    const same = { time_to_finish_lead: 40, base: { time_to_finish_lead: 30 } }
    expect((await admin.call('PUT', '/settings', same)).status).toBe(200)
  })

  test('a holiday does not overwrite a colleague’s', async () => {
    const { body } = await admin.call('PUT', '/settings', { business_hours: HOURS })
    const base = { business_hours: updateSettingsRoute.answer.parse(body).business_hours }
    const holidays = [...HOURS.holidays, '2026-12-31']
    await admin.call('PUT', '/settings', { business_hours: { ...HOURS, holidays }, base })
    const mine = { ...HOURS, holidays: ['2026-11-02', ...HOURS.holidays] }
    expect(await admin.call('PUT', '/settings', { business_hours: mine, base })).toMatchObject({
      status: 409,
      body: {
        message: 'O expediente ou os feriados foram alterados por outra pessoa. Confira e salve de novo.',
      },
    })
    // A body without a base is written as it is.
    expect((await admin.call('PUT', '/settings', { business_hours: mine })).status).toBe(200)
  })

  test('integrations name their variables, and a test asks the service', async () => {
    const states = integrationsRoute.answer.parse((await admin.call('GET', '/settings/integrations')).body)
    expect(states.map(({ name, configured }) => [name, configured])).toEqual([
      ['mail', false],
      ['cep', false],
      ['phone', false],
      ['quiver', false],
      ['files', false],
      ['assistant', false],
    ])
    expect(await admin.call('POST', '/settings/integrations/cep/test')).toMatchObject({ status: 503 })

    const service = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      const found = {
        uf: 'SP',
        localidade: 'São Paulo',
        bairro: 'Bela Vista',
        logradouro: 'Avenida Paulista',
      }
      response.end(request.url?.startsWith('/ws/01310100') ? JSON.stringify(found) : '{}')
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const { port } = service.address() as AddressInfo
    const configured = await startServer(store, {
      CEP_URL: `http://127.0.0.1:${port}/ws/{cep}`,
      PHONE_URL: `http://127.0.0.1:${port}/`,
    })
    const device = await configured.device(ADMIN)
    const ask = (name: string) => device.call('POST', `/settings/integrations/${name}/test`)
    expect((await ask('cep')).body).toEqual({
      message: 'O serviço de CEP respondeu: 01310-100 é Avenida Paulista.',
    })
    expect((await ask('phone')).body).toEqual({
      message: 'A central telefônica respondeu. Nenhuma ligação foi feita.',
    })
    await new Promise<void>((resolve) => {
      service.close(() => resolve())
      service.closeAllConnections()
    })
    expect(await ask('phone')).toMatchObject({
      status: 503,
      body: { message: 'A central telefônica não respondeu.' },
    })
    await configured.stop()
  })
})
