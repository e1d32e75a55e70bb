/** For every account of the demo, a device's rows are exactly those in the user's scope. */
import { beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../../../server/demo/fill-demo.ts'
import { sessionUser } from '../../../server/queries/session-user.ts'
import { readSettings } from '../../../server/queries/settings.ts'
import { type CatalogueKind, catalogueValueSchemas } from '../../../src/domain/catalogue/catalogue.ts'
import { clientSchema } from '../../../src/domain/client/client.ts'
import { inScope } from '../../../src/domain/lead/access.ts'
import { type Lead, leadSchema } from '../../../src/domain/lead/lead.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { startServer, type TestServer } from '../support/server.ts'

const LEADS = 800
const ACCOUNTS = [
  'admin',
  'gerente',
  'corretor',
  'corretora',
  'concessionaria',
  'indicador',
  'especial',
  'parceiro',
] as const

/** A strict parse: an unknown field is a mistake in the server's SQL. */
const wholeLead = leadSchema.strict()
const wholeClient = clientSchema.strict()
const isKind = (kind: string): kind is CatalogueKind => Object.hasOwn(catalogueValueSchemas, kind)

describeEachDatabase('scope of the demo accounts', (open) => {
  let store: TestStore
  let server: TestServer
  /** All leads, as an administrator with endless windows would see them. */
  let everyLead: Lead[]

  async function mirrorOf(login: string) {
    const { id } = await store.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    const user = await sessionUser(store.db, id)
    if (user === null) throw new Error(`${login} is inactive`)
    const mirror = new Mirror()
    await pullAll(await server.device(id), mirror, 333)
    return { user, mirror }
  }

  beforeAll(async () => {
    store = await open()
    await fillDemo(store, { leads: LEADS, now: new Date() })
    server = await startServer(store)
    const windows = ['finished_leads_days_to_show', 'lost_leads_last_year_days_to_show'] as const
    const settings = await store.db.selectFrom('settings').selectAll().where('key', 'in', windows).execute()
    const set = async (key: string, value: unknown) =>
      store.db
        .updateTable('settings')
        .set({ value: JSON.stringify(value) })
        .where('key', '=', key)
        .execute()
    for (const { key } of settings) await set(key, 36_500)
    const { mirror } = await mirrorOf('admin')
    everyLead = [...mirror.leads.values()]
    for (const { key, value } of settings) await set(key, value)
    return () => server.stop()
  })

  test('the comparison has all leads of the demo', () => {
    expect(everyLead).toHaveLength(LEADS)
  })

  test.each(ACCOUNTS)('%s: the pulled leads are exactly those in scope', async (login) => {
    const { user, mirror } = await mirrorOf(login)
    const settings = await readSettings(store.db)
    const allowed = everyLead.filter((lead) => inScope(lead, user, settings, Date.now()))
    expect(mirror.uids).toEqual(allowed.map((lead) => lead.uid).sort())
    expect(mirror.uids.length).toBeGreaterThan(0)
    if (roleOf(user) > 2) expect(mirror.uids.length).toBeLessThan(everyLead.length)
  })

  test.each(ACCOUNTS)('%s: the pulled clients are those of these leads', async (login) => {
    const { mirror } = await mirrorOf(login)
    const wanted = new Set([...mirror.leads.values()].map((lead) => lead.client_uid))
    expect(new Set(mirror.clients.keys())).toEqual(wanted)
  })

  test.each([
    'admin',
    'corretor',
    'parceiro',
  ])('%s: every row has the complete shape of the contract', async (login) => {
    const { user, mirror } = await mirrorOf(login)
    for (const lead of mirror.leads.values()) wholeLead.parse(lead)
    for (const client of mirror.clients.values()) wholeClient.parse(client)
    for (const { kind, value } of mirror.catalogues.values()) {
      if (!isKind(kind)) throw new Error(`unknown kind ${kind}`)
      catalogueValueSchemas[kind].parse(value)
    }
    const kinds = new Set([...mirror.catalogues.values()].map((row) => row.kind))
    // Which broker gets which leads is the staff's business. The list of users was not opened yet. Spellings of insurers
    // are the administrators'.
    const hidden = [
      'user_view',
      ...(roleOf(user) > 3 ? ['lead_broker_config', 'message_template'] : []),
      ...(may('insurers.manage', roleOf(user)) ? [] : ['insurer']),
    ]
    const wanted = Object.keys(catalogueValueSchemas).filter((kind) => !hidden.includes(kind))
    expect([...kinds].sort()).toEqual(wanted.sort())
  })

  test("the board's list by REST has the leads of the broker's device", async () => {
    for (const login of ['admin', 'gerente', 'corretor', 'corretora']) {
      const { user, mirror } = await mirrorOf(login)
      const { body } = await (await server.device(user.id)).call('GET', '/leads/list-broker?limit=2000')
      const listed = Object(body).leads.map((lead: Lead) => lead.uid)
      expect(listed.sort()).toEqual(mirror.uids)
    }
  })
})
