/** The dossier of a lead: its JSON and PDF, who may have it, and that it is checked by itself. docs/rules.md#dossier */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasePersonalData } from '../../../server/administration/personal-data/erase.ts'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import { signatureHolds } from '../../../server/device-keys/signing.ts'
import { lookAtHistories } from '../../../server/history/keep.ts'
import { sha256 } from '../../../server/history/sha.ts'
import { checkedDossier } from '../../../src/domain/dossier/check.ts'
import { type Dossier, dossierIn } from '../../../src/domain/dossier/dossier.ts'
import { checkLines } from '../../../src/domain/dossier/dossier-words.ts'
import { readPdfAttachment } from '../../../src/workers/pdf-text.ts'
import { aDossier, aKey } from '../../support/made-dossier.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { creation } from '../support/leads.ts'
import { ADMIN, BRUNA, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

describeDatabase('a dossier', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, admin, bruna } = opened)
  })

  async function worked() {
    const args = creation()
    await admin.run({ command: 'lead.create', args })
    await bruna.run({ command: 'lead.capture', args: { lead_uid: args.lead_uid } })
    await bruna.run({ command: 'lead.addNote', args: { lead_uid: args.lead_uid, note: 'Ligar cedo 😀' } })
    return store.db
      .selectFrom('leads')
      .select(['uid', 'id', 'client_uid'])
      .where('uid', '=', args.lead_uid)
      .executeTakeFirstOrThrow()
  }
  async function jsonOf(id: number, user = ADMIN): Promise<Dossier> {
    const device = await server.confirmedDevice(user)
    const { status, body } = await device.call('GET', `/leads/${id}/dossier`)
    expect(status).toBe(200)
    return dossierIn(JSON.stringify(body)) ?? expect.fail('no dossier')
  }
  const knownKey = () => server.context.deviceSecrets?.history.publicKey ?? null
  const checked = (dossier: Dossier, key = knownKey()) =>
    checkedDossier(dossier, { sha: sha256, signatureHolds, knownKey: key })

  test('has all that proves it, and the audit has the export', async () => {
    const { uid, id } = await worked()
    await lookAtHistories(server.context, new AbortController().signal)
    const dossier = await jsonOf(id, MANAGER)
    expect(dossier).toMatchObject({ lead: { uid, id }, made_by: { id: MANAGER } })
    expect(dossier.names.users.map((user) => user.id)).toEqual(expect.arrayContaining([ADMIN, BRUNA]))
    expect(JSON.stringify(dossier.links)).toContain('Ligar cedo 😀')
    expect(await checked(dossier)).toEqual({
      breaks: [],
      signature: 'holds',
      anchor: 'holds',
      verdict: 'holds',
    })
    const audits = await store.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'entity_id'])
      .where('entity', '=', 'leads')
      .execute()
    expect(audits).toContainEqual({ action: 'export', entity: 'leads', entity_id: String(id) })
  })

  test('is refused without the own password', async () => {
    const { id } = await worked()
    expect((await admin.call('GET', `/leads/${id}/dossier`)).status).toBe(403)
  })

  test('every single changed value is found, also by who signs it with another key', async () => {
    const { id } = await worked()
    await lookAtHistories(server.context, new AbortController().signal)
    const dossier = await jsonOf(id)
    const texts = JSON.stringify(dossier)
    const other = texts.replace('Ligar cedo', 'Ligar tarde')
    expect(other).not.toBe(texts)
    const forged = dossierIn(other) ?? expect.fail('no dossier')
    expect(await checked(forged)).toMatchObject({
      signature: 'wrong',
      verdict: 'broken',
      breaks: [{ kind: 'content' }],
    })
    const own = deviceSecrets(randomBytes(32)).history
    const { signature: _, ...body } = dossier
    const signed = { ...body, signature: { key: own.publicKey, value: own.sign(JSON.stringify(body)) } }
    expect(await checked(signed)).toMatchObject({ signature: 'other_key', verdict: 'broken' })
    const links = dossier.links
    const without = { ...dossier, links: links.toSpliced(1, 1) }
    expect((await checked(without)).breaks.map(({ kind }) => kind)).toContain('order')
    const swapped = {
      ...dossier,
      links: [links[1], links[0], ...links.slice(2)].flatMap((link) => link ?? []),
    }
    expect((await checked(swapped)).verdict).toBe('broken')
    const shorter = { ...dossier, links: links.slice(0, -1) }
    expect((await checked(shorter)).breaks.map(({ kind }) => kind)).toContain('head')
    expect(checkLines(forged, await checked(forged)).join('\n')).toContain('NÃO CONFERE')
  })

  test('of an erased client still holds, and has nothing of the person', async () => {
    const lead = await worked()
    const client = await store.db
      .selectFrom('clients')
      .select(['uid', 'id'])
      .where('uid', '=', lead.client_uid)
      .executeTakeFirstOrThrow()
    await erasePersonalData(server.context, { client, user: null, reason: 'Pedido' })
    const dossier = await jsonOf(lead.id)
    expect((await checked(dossier)).breaks).toEqual([])
    expect(JSON.stringify(dossier)).not.toContain('Ana Souza')
    expect(JSON.stringify(dossier)).not.toContain('Ligar cedo')
  })

  test('of a server without a key says that it has no signature', async () => {
    const { id } = await worked()
    const dossier = { ...(await jsonOf(id)), signature: null }
    expect(await checked(dossier, null)).toMatchObject({ signature: 'none', verdict: 'unproven' })
    expect(await checked(dossier)).toMatchObject({ signature: 'none', verdict: 'broken' })
  })

  test('that somebody makes whole by himself, without a signature or by an own key, never holds', async () => {
    const { signature, ...body } = await aDossier([{ entry: 1, kind: 'added', content: {} }], await aKey())
    const forged = { ...body, anchor: null, signature }
    expect(await checked({ ...forged, signature: null })).toMatchObject({ verdict: 'broken' })
    expect(await checked({ ...forged, signature: null }, null)).toMatchObject({ verdict: 'unproven' })
    expect(await checked({ ...body, signature })).toMatchObject({ signature: 'other_key', verdict: 'broken' })
    expect(await checked({ ...body, signature }, null)).toMatchObject({
      signature: 'own_key',
      verdict: 'unproven',
    })
  })

  test('whose anchor another key signed is not proven, also where the dossier is signed', async () => {
    const { id } = await worked()
    // The day has its anchor, without this lead.
    await sql`delete from history_anchored`.execute(store.db)
    await sql`delete from history_anchors`.execute(store.db)
    await sql`update history_checks set checked_day = null`.execute(store.db)
    await lookAtHistories(server.context, new AbortController().signal)
    const own = deviceSecrets(randomBytes(32)).history
    await sql`update history_anchors set signature = ${'x.'} || ${own.sign('other')}`.execute(store.db)
    expect(await checked(await jsonOf(id))).toMatchObject({
      signature: 'holds',
      anchor: 'unsigned',
      verdict: 'unproven',
    })
  })

  test('as PDF brings the same JSON inside', async () => {
    const { uid, id } = await worked()
    const device = await server.confirmedDevice(ADMIN)
    const { statusCode, rawPayload, headers } = await server.app.inject({
      method: 'GET',
      url: `/api/leads/${id}/dossier/pdf`,
      headers: device.headers,
    })
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toContain(`dossie_lead_${id}.pdf`)
    const text = await readPdfAttachment(new Uint8Array(rawPayload))
    const dossier = dossierIn(text ?? '') ?? expect.fail('no dossier inside')
    expect(dossier.lead).toEqual({ uid, id })
    expect((await checked(dossier)).verdict).toBe('holds')
  })

  test('anybody may ask for the key, and whether a link is in its chain', async () => {
    const { uid, id } = await worked()
    const dossier = await jsonOf(id)
    const ask = (hash: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/history/head',
        payload: { lead_uid: uid, seq: dossier.head.seq, link_hash: hash },
      })
    expect((await ask(dossier.head.hash)).json()).toEqual({ known: true })
    expect((await ask('0'.repeat(64))).json()).toEqual({ known: false })
    expect((await ask('nada')).statusCode).toBe(400)
    const key = await server.app.inject({ method: 'GET', url: '/api/history/key' })
    expect(key.json()).toEqual({ key: knownKey() })
  })
})
