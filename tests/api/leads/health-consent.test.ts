/** Health by the link of an inviter: nothing about it is stored without its own consent. docs/rules.md#health-consent */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { externalInitRoute } from '../../../src/contract/external.ts'
import { HEALTH_CONSENT_VERSION, healthConsentParagraphs } from '../../../src/domain/indication/consent.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import {
  byLink,
  codeOf,
  INSURANCES,
  open as openForm,
  send,
  stampFor,
  USED_CAR,
} from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { ADMIN, INDICATOR } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const ILLNESS = 'Asma desde a infância'
const LIFE = { marital_status: 'Casado', dependents: 1, serious_illnesses: ILLNESS }

describeDatabase('health data by the link', (open) => {
  let store: TestStore
  let server: TestServer
  let indicator: Device
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    await store.db.insertInto('insurances').values(INSURANCES).execute()
    indicator = await server.device(INDICATOR)
    admin = await server.device(ADMIN)
  })

  async function sent(more: object) {
    const code = await codeOf(indicator)
    const stamp = await stampFor({ app: server.app, code })
    server.forward(MINUTE_MS)
    const body = byLink(code, stamp, { insurance: 9, details: LIFE, ...more })
    const { answer } = await send(server.app, body, { key: crypto.randomUUID() })
    expect(answer).toEqual({ status: 'successMail', message: 'Lead salvo com sucesso!' })
    return store.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow()
  }
  const consents = () =>
    store.db
      .selectFrom('external_indications')
      .select(['health_consent_version', 'health_consent_at'])
      .execute()

  /** Every table that has the text anywhere. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(store.db)
    const found: string[] = []
    for (const { name } of rows) {
      const hits =
        await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`.execute(
          store.db,
        )
      if (hits.rows.length > 0) found.push(name)
    }
    return found.toSorted()
  }

  test.each([
    ['without a consent of its own, as an earlier page queued it', {}],
    ['with an agreement to a text that never was', { health_consent: { version: '1999-01' } }],
  ])('%s the field is not stored, and the lead is', async (_name, more) => {
    const lead = await sent(more)
    expect(lead.insurance_details).toEqual({ kind: 'life', marital_status: 'Casado', dependents: 1 })
    expect(await tablesWith(ILLNESS)).toEqual([])
    expect(await consents()).toEqual([{ health_consent_version: null, health_consent_at: null }])
    // Not asked is not the same as 'none': no field is shown as empty.
    const { body } = await admin.call('GET', `/leads/${lead.id}`)
    expect(JSON.stringify(body)).not.toContain('serious_illnesses')
  })

  test('with it the text is stored, and the consent with its version and instant', async () => {
    const at = new Date(server.context.now() - MINUTE_MS).toISOString()
    const lead = await sent({ health_consent: { version: HEALTH_CONSENT_VERSION, at } })
    expect(lead.insurance_details).toMatchObject({ serious_illnesses: ILLNESS })
    const [row] = await consents()
    expect(row?.health_consent_version).toBe(HEALTH_CONSENT_VERSION)
    expect(Date.parse(String(row?.health_consent_at))).toBe(Date.parse(at))
  })

  test('a consent that belongs to no such question is not recorded', async () => {
    await sent({ insurance: 2, details: USED_CAR, health_consent: { version: HEALTH_CONSENT_VERSION } })
    expect(await consents()).toEqual([{ health_consent_version: null, health_consent_at: null }])
  })

  test('the notice says what is true: an inviter gets no illness, only staff does', async () => {
    const told = async (device: Device) => {
      const { body } = await openForm({ app: server.app, code: await codeOf(device) })
      const { name, controller, inviter_is_staff: isStaff } = externalInitRoute.answer.parse(body)
      return healthConsentParagraphs(controller, { name, isStaff }).join(' ')
    }
    const lead = await sent({ health_consent: { version: HEALTH_CONSENT_VERSION } })
    const seen = async (device: Device) => JSON.stringify(await device.pull())
    expect(await told(indicator)).toContain('não veem')
    expect(await seen(indicator)).toContain('Vida, 1 dependente')
    expect(await seen(indicator)).not.toContain(ILLNESS)
    expect(JSON.stringify((await indicator.call('GET', `/leads/${lead.id}`)).body)).not.toContain(ILLNESS)
    expect(await told(admin)).not.toContain('não veem')
    expect(await seen(admin)).toContain(ILLNESS)
  })
})
