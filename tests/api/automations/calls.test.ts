/** The calls of automations. docs/rules.md#automations */
import { expect, test } from 'vitest'
import { NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import { type AutomationHouse, inAutomationHouse } from '../support/automation-house.ts'
import { describeEachDatabase } from '../support/databases.ts'

describeEachDatabase('calls of automations', (open) => {
  let house: AutomationHouse
  inAutomationHouse(open, (made) => {
    house = made
  })
  const BODY = {
    name: 'Parado',
    trigger: { kind: 'idle', days: 2 },
    conditions: NO_CONDITIONS,
    acts: [{ kind: 'notice', to: 'broker', text: 'Retome' }],
  }

  test('one that is made is off, and made once for its key', async () => {
    const header = { 'idempotency-key': 'automation-1' }
    const first = await house.admin.call('POST', '/automations', BODY, header)
    const again = await house.admin.call('POST', '/automations', BODY, header)
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await house.automations()).toMatchObject([
      { ...BODY, state: 'off', times: 0, last_acted_at: null },
    ])
  })

  test.each([
    ['no act', { acts: [] }, 'acts'],
    ['days out of bounds', { trigger: { kind: 'idle', days: 0 } }, 'trigger.days'],
    ['a text that is empty', { acts: [{ kind: 'note', text: '  ' }] }, 'acts.0.text'],
    [
      'bounds that exclude each other',
      { conditions: { ...NO_CONDITIONS, least_cents: 2, most_cents: 1 } },
      'conditions.most_cents',
    ],
  ])('%s is refused at its field', async (_what, changes, field) => {
    const { status, body } = await house.admin.call('POST', '/automations', { ...BODY, ...changes })
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: { [field]: [expect.any(String)] } })
  })

  test('a change names what it began with, and the audit tells the rule in words', async () => {
    const made = await house.on()
    const { name, trigger, conditions, acts, revision } = made
    const body = { name, trigger, conditions: { ...conditions, channels: [7] }, acts }
    expect((await house.admin.call('PUT', `/automations/${made.id}`, { ...body, revision })).status).toBe(200)
    expect((await house.admin.call('PUT', `/automations/${made.id}`, { ...body, revision })).status).toBe(409)
    const entry = await house.store.db
      .selectFrom('audit_log')
      .select(['after', 'before'])
      .where('entity', '=', 'automations')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const { body: listed } = await house.admin.call('GET', '/audit?entity=automations')
    expect(JSON.stringify(listed)).toContain('Novo lead')
    expect(entry).toMatchObject({
      before: { rule: 'Quando um lead é criado, avise o corretor.' },
      after: { rule: expect.stringMatching(/^Quando um lead de .+ é criado, avise o corretor.$/u) },
    })
  })

  test('one that is removed is gone with its log', async () => {
    const { id } = await house.on()
    expect((await house.admin.call('DELETE', `/automations/${id}`)).status).toBe(200)
    expect((await house.admin.call('GET', `/automations/${id}/runs`)).status).toBe(404)
    expect((await house.admin.call('PUT', `/automations/${id}/state`, { on: true })).status).toBe(404)
    expect(await house.automations()).toEqual([])
  })
})
