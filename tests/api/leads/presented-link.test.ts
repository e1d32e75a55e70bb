/** How an inviter's link presents itself to friends and crawlers, and what its inviter hears of it. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MailRefused, type MailTransport } from '../../../server/mail/transport.ts'
import { deliverDue } from '../../../server/reports/mail-delivery.ts'
import { externalInitRoute, externalLinkRoute } from '../../../src/contract/external.ts'
import { externalNewsRoute } from '../../../src/contract/external-news.ts'
import { externalLink } from '../../../src/domain/indication/words.ts'
import { settingsSchema } from '../../../src/domain/settings/settings.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { ONE_PIXEL } from '../../support/one-pixel.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { byLink, CLIENT, codeOf, INSURANCES, open as openForm, send, stampFor } from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { ADMIN, INDICATOR } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const PNG = Buffer.from(ONE_PIXEL, 'base64')

describeDatabase("an inviter's link", (open) => {
  let store: TestStore
  let server: TestServer
  let dist: string
  let indicator: Device
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store } = opened)
    dist = await mkdtemp(join(tmpdir(), 'farol-page-'))
    await writeFile(join(dist, 'indicacao.html'), await readFile('indicacao.html'))
    await writeFile(join(dist, 'index.html'), '<title>Farol</title>')
    server = await startServer(store, { DIST_DIR: dist })
    await inviterOf(store)
    await store.db.insertInto('insurances').values(INSURANCES).execute()
    indicator = await server.device(INDICATOR)
    admin = await server.device(ADMIN)
    return async () => {
      await server.stop()
      await removeFolder(dist)
    }
  })
  beforeEach(async () => {
    await store.db.deleteFrom('mails').execute()
    await store.db
      .updateTable('users')
      .set({ name: 'Rita&"Zé"<b> Lima' })
      .where('id', '=', INDICATOR)
      .execute()
  })
  afterEach(async () => {
    server.forward(61 * MINUTE_MS)
    await store.db.deleteFrom('rate_limits').execute()
    await store.db.deleteFrom('settings').where('key', 'like', 'brokerage%').execute()
    await store.db.deleteFrom('brokerage_logo').execute()
  })
  const pageOf = async (code: string, host = 'farol.local:8080') => {
    const { pathname, search } = new URL(externalLink('http://localhost', code))
    const answer = await server.app.inject({ url: pathname + search, headers: { host } })
    const tags = new Map(
      [...answer.body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
        ([, key, content]) => [key, content] as const,
      ),
    )
    return { status: answer.statusCode, headers: answer.headers, html: answer.body, tags }
  }
  const putName = (brokerage_name: string) => admin.call('PUT', '/settings', { brokerage_name })
  const putLogo = (bytes: Buffer) => admin.call('PUT', '/settings/logo', { image: bytes.toString('base64') })
  const news = async (device: Device) =>
    externalNewsRoute.answer.parse((await device.call('GET', '/externalMail/news')).body)
  async function indicated(code: string) {
    const stamp = await stampFor({ app: server.app, code })
    server.forward(MINUTE_MS)
    const { answer } = await send(server.app, byLink(code, stamp))
    expect(answer?.status).toBe('successMail')
    return store.db.selectFrom('leads').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  }

  test('the page that the server sends has title, description and an absolute picture for previews', async () => {
    await putName('Lume Seguros')
    const { status, headers, html, tags } = await pageOf(await codeOf(indicator))
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(html).toContain(
      '<title>Rita&amp;&quot;Zé&quot;&lt;b&gt; indicou você para uma cotação de seguro</title>',
    )
    // Every recipient of the link sees the preview: it has the first name alone.
    expect(html).not.toContain('Lima')
    expect(tags.get('og:title')).toContain('indicou você para uma cotação de seguro')
    expect(tags.get('og:description')).toContain('Preencha em cerca de um minuto')
    expect(tags.get('og:site_name')).toBe('Lume Seguros')
    expect(tags.get('og:image')).toBe('http://farol.local:8080/indicacao.jpg')
    expect(tags.get('og:url')).toContain(
      'http://farol.local:8080/externalIndicationNoAuth/verify?inviter_id=',
    )
  })

  test('an unknown code gets a page without a name', async () => {
    const { status, html, tags } = await pageOf(`${INDICATOR}-0000000000`)
    expect(status).toBe(200)
    expect(html).not.toContain('Rita')
    expect(tags.get('og:title')).toBe('Cotação de seguro')
    expect(tags.has('og:url')).toBe(false)
  })

  test('from one network the page always opens, beyond the limit without a name and without the database', async () => {
    const code = await codeOf(indicator)
    const titles = new Map<string, number>()
    for (let visit = 0; visit < 122; visit++) {
      const { status, tags } = await pageOf(code)
      const title = tags.get('og:title') ?? ''
      expect(status).toBe(200)
      titles.set(title, (titles.get(title) ?? 0) + 1)
    }
    expect([...titles.values()]).toEqual([120, 2])
    expect([...titles.keys()][1]).toBe('Cotação de seguro')
    const asked = vi.spyOn(store.db, 'selectFrom')
    expect((await pageOf(code)).status).toBe(200)
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    // The form of the same network has a count of its own.
    expect((await openForm({ app: server.app, code, from: '127.0.0.1' })).status).toBe(200)
  })

  test('a hostile host is in no tag', async () => {
    const { html } = await pageOf(await codeOf(indicator), '"><script>x</script>')
    expect(html).not.toContain('<script>x')
  })

  test('PUBLIC_URL is the origin of all addresses, whatever the caller came by', async () => {
    const named = await startServer(store, { DIST_DIR: dist, PUBLIC_URL: 'https://farol.exemplo.com.br' })
    const { pathname, search } = new URL(externalLink('http://localhost', await codeOf(indicator)))
    const { body } = await named.app.inject({ url: pathname + search, headers: { host: 'intruso.example' } })
    expect(body).toContain('content="https://farol.exemplo.com.br/indicacao.jpg"')
    expect(body).not.toContain('intruso')
    await named.stop()
    const own = await indicator.call('GET', '/externalMail?onlyLink=true', undefined, {
      host: '10.0.0.9:3000',
    })
    expect(externalLinkRoute.answer.parse(own.body).url).toMatch(/^http:\/\/10\.0\.0\.9:3000\//)
  })

  test('the logo is the picture of the preview, served to everyone; only a PNG or JPEG is taken', async () => {
    expect((await putLogo(Buffer.from('<svg onload="x">'))).status).toBe(422)
    const saved = await putLogo(PNG)
    expect(saved.status).toBe(200)
    const { brokerage_logo: version } = settingsSchema.parse(saved.body)
    const path = `/api/brokerage/logo?v=${version}`
    expect((await pageOf(await codeOf(indicator))).tags.get('og:image')).toBe(
      `http://farol.local:8080${path}`,
    )
    const opened = await openForm({ app: server.app, code: await codeOf(indicator) })
    expect(externalInitRoute.answer.parse(opened.body).brokerage).toEqual({ name: null, logo: path })
    const picture = await server.app.inject({ url: path })
    expect([picture.headers['content-type'], picture.headers['x-content-type-options']]).toEqual([
      'image/png',
      'nosniff',
    ])
    expect(picture.rawPayload).toEqual(PNG)
    const { etag } = picture.headers
    const again = await server.app.inject({ url: path, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await admin.call('DELETE', '/settings/logo')).status).toBe(200)
    expect((await server.app.inject({ url: path })).statusCode).toBe(404)
  })

  test('the picture is read once for each version', async () => {
    const url = '/api/brokerage/logo'
    await putLogo(PNG)
    await server.app.inject({ url })
    const read = vi.spyOn(store.db, 'selectFrom')
    expect((await server.app.inject({ url })).rawPayload).toEqual(PNG)
    expect(read.mock.calls.map(([table]) => table)).toEqual(['settings'])
    read.mockRestore()
    const other = Buffer.concat([PNG, Buffer.from('another')])
    await putLogo(other)
    expect((await server.app.inject({ url })).rawPayload).toEqual(other)
  })

  test('logos that are saved at once are saved one after the other', async () => {
    const saves = await Promise.all(Array.from({ length: 8 }, () => putLogo(PNG)))
    expect(saves.map(({ status }) => status)).toEqual(Array.from(saves, () => 200))
    expect(await store.db.selectFrom('brokerage_logo').select('single').execute()).toHaveLength(1)
  })

  test('the brokerage treats the data where CONTROLLER_NAME is empty', async () => {
    await putName('Lume Seguros')
    const { body } = await openForm({ app: server.app, code: await codeOf(indicator) })
    expect(externalInitRoute.answer.parse(body)).toMatchObject({
      controller: { name: 'Lume Seguros' },
      brokerage: { name: 'Lume Seguros', logo: null },
    })
  })

  test('the inviter hears who filled the form, was called and how it ended, and no one else does', async () => {
    const lead = await indicated(await codeOf(indicator))
    const [told, ...more] = (await news(indicator)).indications
    expect(more).toEqual([])
    expect(told).toEqual({
      uid: lead.uid,
      client_uid: expect.any(String),
      id: lead.id,
      client_name: CLIENT.name,
      filled_at: expect.any(String),
      called_at: null,
      ended_at: null,
      sold: false,
    })
    const at = new Date(server.context.now()).toISOString()
    await store.db
      .updateTable('leads')
      .set({ first_call_date: at, state: 3, end_lead_date: at, sold: 1 })
      .where('uid', '=', lead.uid)
      .execute()
    expect((await news(indicator)).indications).toMatchObject([
      { called_at: expect.any(String), ended_at: expect.any(String), sold: true },
    ])
    // Another inviter, also one who sees all leads, gets no notice.
    expect(await news(admin)).toEqual({ indications: [], mails: [] })
    // What leaves the scope leaves the bell.
    await store.db.updateTable('leads').set({ cancelled: true }).where('uid', '=', lead.uid).execute()
    expect((await news(indicator)).indications).toEqual([])
  })

  test('a known client has the name that was typed by the link', async () => {
    await indicated(await codeOf(admin))
    await store.db
      .updateTable('clients')
      .set({ name: 'Nome Guardado', name_folded: 'nome guardado' })
      .execute()
    await indicated(await codeOf(indicator))
    expect((await news(indicator)).indications.map(({ client_name }) => client_name)).toEqual([CLIENT.name])
  })

  test('an indication with login is no news of the link', async () => {
    const body = { client: CLIENT, insurance: 4, details: { type: 'Habitual' }, withAuth: 1 }
    await indicator.call('POST', '/leads/externalLead', body)
    expect((await news(indicator)).indications).toEqual([])
  })

  test('a mail whose address was refused is reported to its inviter alone, for 30 days', async () => {
    await indicator.call('POST', '/externalMail', { externalMail: 'errado@exemplo.com.br' })
    const refusing: MailTransport = {
      isFolder: false,
      send: () => Promise.reject(new MailRefused('5.1.1', true, null, true)),
      close: () => {},
    }
    await deliverDue(server.context, refusing)
    expect((await news(indicator)).mails).toMatchObject([
      { recipient: 'errado@exemplo.com.br', state: 'failed', address_refused: true },
    ])
    expect((await news(admin)).mails).toEqual([])
    server.forward(31 * DAY_MS)
    const later = await server.device(INDICATOR)
    expect((await news(later)).mails).toEqual([])
    server.forward(-31 * DAY_MS)
  })
})
