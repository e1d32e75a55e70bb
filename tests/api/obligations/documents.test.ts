/** Documents that are entrusted one after the other, and the limit of each: docs/rules.md#obligations */
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { addDays, formatDay, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addLead, BRUNA, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const PROOF = 'Entregue a Ana, com recibo'
const pdf = (words: string) => Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`)

describeDatabase('a document after another', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let lead_uid: string
  let today: string
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, bruna } = opened)
  })
  beforeEach(async () => {
    today = saoPauloDay(server.context.now())
    // A proposal that waits for the insurer: its documents are entrusted.
    ;({ uid: lead_uid } = await addLead(store, { ...workedBy(BRUNA), status: 5, pending_sell: true }))
  })

  async function attach(words: string): Promise<void> {
    const file_uid = uuidv7()
    const payload = pdf(words)
    const { statusCode } = await server.app.inject({
      method: 'PUT',
      url: `/api/sync/files/${file_uid}`,
      headers: { ...bruna.headers, 'content-type': 'application/pdf' },
      payload,
    })
    expect(statusCode).toBe(204)
    const args = { lead_uid, file_uid, name: 'proposta.pdf', size: payload.length }
    await run('lead.attachFile', args)
  }
  async function run(command: string, args: object): Promise<void> {
    const occurred_at = new Date(server.context.now()).toISOString()
    const result = await bruna.run({ command, args: { lead_uid, ...args }, occurred_at })
    expect(result, JSON.stringify(result)).toMatchObject({ outcome: 'applied' })
  }
  const keep = (since = today) =>
    run('lead.fulfilObligation', {
      kind: 'handover',
      since,
      done_on: since,
      proof_kind: 'note',
      proof: PROOF,
    })
  const records = async () => {
    const { rows } = await sql<{ since: string; outcome: string | null; note: string; proof: string }>`
      select since_day::text as since, outcome, note, proof from obligations
      where lead_uid = ${lead_uid} and kind = 'handover' order by since_day`.execute(store.db)
    return rows
  }
  const running = async () =>
    (await bruna.pull()).rows.leads.find(({ uid }) => uid === lead_uid)?.obligations ?? []

  test('a file that came before a limit could begin begins one when it is entrusted', async () => {
    const pending = (pending_sell: boolean) =>
      store.db.updateTable('leads').set({ pending_sell }).where('uid', '=', lead_uid).execute()
    await pending(false)
    await attach('proposta')
    expect(await records()).toEqual([])
    await pending(true)
    await attach('proposta')
    expect(await records()).toMatchObject([{ since: today, outcome: null }])
  })

  test('another file on the day of one that was kept begins its own limit, whose note says how the first was kept', async () => {
    await attach('proposta')
    await keep()
    await attach('CNH')
    const note = `Outro documento do mesmo dia. O anterior foi entregue em ${formatDay(today)} (Outra prova: ${PROOF}).`
    expect(await records()).toEqual([{ since: today, outcome: null, note, proof: '' }])
    expect(await running()).toMatchObject([{ kind: 'handover', since: today, note, begun_by: 'act' }])
    const kept = await store.db
      .selectFrom('timeline')
      .select('changes')
      .where('lead_uid', '=', lead_uid)
      .where('command', '=', 'lead.fulfilObligation')
      .execute()
    expect(JSON.stringify(kept)).toContain(PROOF)
    await keep()
    expect(await records()).toEqual([{ since: today, outcome: 'fulfilled', note, proof: PROOF }])
    expect(await running()).toEqual([])
  })

  test('the same file again begins none, on the same day and on a later one', async () => {
    await attach('proposta')
    await keep()
    await attach('proposta')
    expect(await running()).toEqual([])
    expect(await records()).toMatchObject([{ outcome: 'fulfilled', proof: PROOF }])
    server.forward(DAY_MS)
    await attach('proposta')
    expect(await records()).toHaveLength(1)
    await attach('outra proposta')
    expect(await records()).toMatchObject([
      { since: today, outcome: 'fulfilled' },
      { since: addDays(today, 1), outcome: null, note: '' },
    ])
    server.forward(-DAY_MS)
  })

  test('while one of the day runs it is for both', async () => {
    await attach('proposta')
    await attach('CNH')
    expect(await records()).toEqual([{ since: today, outcome: null, note: '', proof: '' }])
  })

  test('no other act begins anew what a person kept on that day', async () => {
    await store.db
      .updateTable('leads')
      .set({ status: 4, pending_sell: false })
      .where('uid', '=', lead_uid)
      .execute()
    await run('lead.pendingSell', { observation: 'falta o laudo' })
    const answer = {
      kind: 'answer',
      since: today,
      done_on: today,
      proof_kind: 'message',
      proof: 'E-mail da seguradora',
    }
    await run('lead.fulfilObligation', answer)
    await store.db
      .updateTable('leads')
      .set({ status: 4, pending_sell: false })
      .where('uid', '=', lead_uid)
      .execute()
    await run('lead.pendingSell', { observation: 'falta o laudo' })
    const { rows } = await sql<object>`
      select kind, outcome, proof from obligations where lead_uid = ${lead_uid}`.execute(store.db)
    expect(rows).toEqual([{ kind: 'answer', outcome: 'fulfilled', proof: 'E-mail da seguradora' }])
    expect(await running()).toEqual([])
  })
})
