/**
 * The examples of docs/sync-commands.md and of the API's document: the server applies each of them, by the names, versions,
 * arguments and bases that a reader finds there.
 */
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import {
  COMMAND_EXAMPLES,
  EXAMPLE_CLIENT,
  EXAMPLE_LEAD,
  EXAMPLE_UIDS,
} from '../../../server/wire/documented/sync/command-examples.ts'
import { type CommandName, commands } from '../../../src/commands/registry.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addClient, columnsOf, inviterOf } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, hoursAgo, INDICATOR, inHours, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const NAMES = Object.values(commands).map(({ name }): CommandName => name)
/** A call that the example names was recorded before; a file was sent, and a service status given. */
const BEFORE: Partial<Record<CommandName, readonly CommandName[]>> = {
  'lead.callResult': ['lead.recordCall'],
  'lead.undoCall': ['lead.recordCall'],
  'lead.putBack': ['lead.setServiceStatus'],
}
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')

describeDatabase('the documented examples of commands', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    // What sends messages.
    await store.db
      .insertInto('message_templates')
      .values({ id: 1, name: 'Olá', purpose: 'other', body: 'Olá, {primeiro_nome}!', meta_name: 'ola' })
      .execute()
    const secret = 'plain:x'
    await store.db
      .insertInto('whatsapp_connection')
      .values({
        waba_id: '1',
        token: secret,
        app_secret: secret,
        verify_token: 'v',
        state_since: hoursAgo(1),
      })
      .execute()
    await store.db
      .insertInto('whatsapp_numbers')
      .values({ phone_number_id: '777', display_number: '5531999990000' })
      .execute()
    await store.db.insertInto('insurances').values({ id: 4, name: 'Residencial', type: 1 }).execute()
  })

  /** The example's people, times and rows as this installation has them. */
  const here = (text: string) =>
    text
      .replaceAll('"inviter_id":4', `"inviter_id":${INDICATOR}`)
      .replaceAll('"scheduling_date":"2026-10-06T13:00:00.000Z"', `"scheduling_date":"${inHours(20)}"`)
      .replaceAll('2026-10-05T17:30:00.000Z', hoursAgo(0.5))
      .replaceAll('2026-10-05T13:30:00.000Z', hoursAgo(1))
      .replaceAll('2026-10-05T13:00:00.000Z', hoursAgo(2))
      .replaceAll('2026-10-05T12:00:00.000Z', hoursAgo(3))
  const asHere = <Value>(value: Value): Value => JSON.parse(here(JSON.stringify(value)))

  async function deviceFor(name: CommandName): Promise<Device> {
    const { by } = COMMAND_EXAMPLES[name]
    const id =
      by === 'administrator' ? ADMIN : by === 'manager' ? MANAGER : by === 'referrer' ? INDICATOR : BRUNA
    return server.device(id)
  }

  const commandOf = (name: CommandName) => ({
    key: uuidv7(),
    command: name,
    schema_version: commands[name].version,
    args: asHere(COMMAND_EXAMPLES[name].args),
    base: {},
    occurred_at: new Date().toISOString(),
    depends_on: null,
  })

  test.each(NAMES)('%s', async (name) => {
    const example = COMMAND_EXAMPLES[name]
    const device = await deviceFor(name)
    if (example.lead !== null) {
      const { uid, id: _id, version: _version, address, ...client } = EXAMPLE_CLIENT
      await addClient(store, { uid, ...client, ...address })
      const {
        id: _number,
        version: _written,
        client_name: _name,
        client_cpf: _cpf,
        client_cellphone: _cellphone,
        client_phone: _phone,
        ...lead
      } = { ...EXAMPLE_LEAD, ...example.lead }
      // What is put back was changed by its own user before.
      const own = name === 'lead.putBack' ? { service_status: null } : {}
      await addLead(store, { ...columnsOf(asHere(lead)), ...own, client_uid: uid })
    }
    if (name === 'lead.attachFile') {
      const { statusCode } = await server.app.inject({
        method: 'PUT',
        url: `/api/sync/files/${EXAMPLE_UIDS.file}`,
        headers: { ...device.headers, 'content-type': 'application/pdf' },
        payload: PDF,
      })
      expect(statusCode).toBe(204)
    }
    for (const earlier of BEFORE[name] ?? []) await device.run(commandOf(earlier))
    const result = await device.run(commandOf(name))
    expect(result, JSON.stringify(result)).toMatchObject({ outcome: 'applied' })
    expect(result).not.toHaveProperty('found_done')
  })
})
