/** The first steps: what the facts say, what is left for later, the mail that is really sent, and who may see them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAdmin } from '../../../server/accounts/first-admin.ts'
import { findingsRoute } from '../../../src/contract/administration/findings.ts'
import { type FirstSteps, firstStepsRoute } from '../../../src/contract/administration/first-steps.ts'
import { externalInitRoute } from '../../../src/contract/external.ts'
import { noticesRoute } from '../../../src/contract/notices.ts'
import type { FirstStep } from '../../../src/domain/first-steps/first-steps.ts'
import { CUT_PICTURE } from '../../../src/domain/settings/whole-picture.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { ONE_PIXEL } from '../../support/one-pixel.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { codeOf, open as openForm } from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, INDICATOR } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const PHONE = '(11) 98765-4321'

const stepsOf = async (device: Device): Promise<FirstSteps> =>
  firstStepsRoute.answer.parse((await device.call('GET', '/first-steps')).body)

const statesOf = ({ steps }: FirstSteps) => Object.fromEntries(steps.map(({ step, state }) => [step, state]))
const doneIn = ({ steps }: FirstSteps) =>
  steps.filter(({ state }) => state === 'done').map(({ step }) => step)

describeDatabase('the first steps of an empty installation', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  beforeAll(async () => {
    store = await open()
    const id = await createAdmin(store, {
      login: 'ana',
      name: 'Ana Lima',
      email: 'ana@exemplo.com.br',
      password: 'três palavras quaisquer',
    })
    server = await startServer(store)
    admin = await server.confirmedDevice(id)
    return async () => {
      await server.stop()
      await store.close()
    }
  })

  test('each is done by its fact alone, in any order, and they stay offered after the first lead', async () => {
    expect(await stepsOf(admin)).toMatchObject({
      offered: true,
      untouched: true,
      counts: { teams: 0, partners: 0, brokers: 0 },
      controller: { name: null, contact: null },
      mail: { configured: false, sender: null, recipient: 'ana@exemplo.com.br' },
    })
    expect(doneIn(await stepsOf(admin))).toEqual([])
    const ask = async (method: 'POST' | 'PUT', path: string, body: object) =>
      expect((await admin.call(method, path, body)).status, path).toBe(200)
    const ownTeam = async () => {
      const { id } = await store.db
        .selectFrom('technical_teams')
        .select('id')
        .where('description', '=', 'Equipe')
        .executeTakeFirstOrThrow()
      return id
    }
    const cases: readonly (readonly [FirstStep, () => Promise<unknown>])[] = [
      ['brokerage', () => ask('PUT', '/settings', { brokerage_name: 'Lume Seguros' })],
      [
        'controller',
        () => ask('PUT', '/settings', { controller_name: 'Lume Ltda.', controller_contact: 'a@b' }),
      ],
      ['team', () => ask('POST', '/technical-team', { description: 'Equipe', channels: [1] })],
      ['partner', () => ask('POST', '/partners', { name: 'Avenida Veículos' })],
      [
        'broker',
        async () =>
          ask('POST', '/users', {
            name: 'Bruna Barros',
            login: 'bruna',
            email: 'bruna@exemplo.com.br',
            phone: PHONE,
            role: 3,
            technical_team_id: await ownTeam(),
          }),
      ],
      ['lead', () => addLead(store)],
    ]
    const done: FirstStep[] = []
    for (const [step, act] of cases) {
      await act()
      done.push(step)
      expect(doneIn(await stepsOf(admin))).toEqual(done)
      expect(await stepsOf(admin)).toMatchObject({ offered: true, untouched: false })
    }
    expect(await stepsOf(admin)).toMatchObject({
      counts: { teams: 1, idle_teams: 0, partners: 1, brokers: 1, idle_brokers: 0 },
    })

    // Who sees no lead finishes no step.
    await store.db.deleteFrom('technical_team_channels').execute()
    await store.db.updateTable('users').set({ technical_team_id: null }).execute()
    const idle = await stepsOf(admin)
    expect(idle).toMatchObject({ counts: { teams: 0, idle_teams: 1, brokers: 0, idle_brokers: 1 } })
    expect(doneIn(idle)).toEqual(done.filter((step) => step !== 'team' && step !== 'broker'))
  })
})

describeDatabase('the first steps', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.device(ADMIN)
  })
  beforeEach(async () => {
    await store.db
      .deleteFrom('settings')
      .where((where) => where.or([where('key', 'like', 'first_steps%'), where('key', 'like', 'controller%')]))
      .execute()
    await store.db.deleteFrom('mails').execute()
  })

  test('a step is left for later and taken up again, also when two administrators leave one each', async () => {
    const other = await server.device(ADMIN)
    await Promise.all([
      admin.call('PUT', '/first-steps/mail', { later: true }),
      other.call('PUT', '/first-steps/lead', { later: true }),
    ])
    expect(statesOf(await stepsOf(admin))).toMatchObject({ mail: 'later', lead: 'later' })
    const again = await admin.call('PUT', '/first-steps/mail', { later: false })
    expect(statesOf(firstStepsRoute.answer.parse(again.body))).toMatchObject({ mail: 'open', lead: 'later' })
    // A fact counts, whatever was said of it.
    await addLead(store)
    expect(statesOf(await stepsOf(admin))).toMatchObject({ lead: 'done' })
    const entries = await store.db
      .selectFrom('audit_log')
      .select('after')
      .where('entity_id', '=', 'first_steps_later')
      .execute()
    expect(entries).toHaveLength(3)
    await admin.call('PUT', '/first-steps/mail', { later: false })
    const { length } = await store.db
      .selectFrom('audit_log')
      .select('id')
      .where('entity_id', '=', 'first_steps_later')
      .execute()
    expect(length).toBe(3)
  })

  test('an installation of before is offered them while it has no lead; concluded ones are offered no more', async () => {
    expect(await stepsOf(admin)).toMatchObject({ offered: true })
    await addLead(store)
    expect(await stepsOf(admin)).toMatchObject({ offered: false, untouched: false })
    await admin.call('PUT', '/first-steps', { offered: true })
    expect(await stepsOf(admin)).toMatchObject({ offered: true })
    await admin.call('PUT', '/first-steps', { offered: false })
    expect(await stepsOf(admin)).toMatchObject({ offered: false })
  })

  test.each([
    ['/first-steps', {}],
    ['/first-steps', { offered: 'sim' }],
    ['/first-steps/mail', {}],
    ['/first-steps/coffee', { later: true }],
  ])('%s with %o is refused', async (path, body) => {
    expect((await admin.call('PUT', path, body)).status).toBe(400)
  })

  test('who is responsible for the data: the settings win over the environment, and the consent names them', async () => {
    const named = await startServer(store, {
      CONTROLLER_NAME: 'Do ambiente',
      CONTROLLER_CONTACT: 'ti@exemplo',
    })
    const device = await named.device(ADMIN)
    const consent = async () => {
      const { body } = await openForm({ app: named.app, code: await codeOf(await named.device(INDICATOR)) })
      return externalInitRoute.answer.parse(body).controller
    }
    expect(await consent()).toEqual({ name: 'Do ambiente', contact: 'ti@exemplo' })
    expect(statesOf(await stepsOf(device))).toMatchObject({ controller: 'done' })
    await device.call('PUT', '/settings', { controller_name: 'Lume Seguros Ltda.' })
    expect(await consent()).toEqual({ name: 'Lume Seguros Ltda.', contact: 'ti@exemplo' })
    await device.call('PUT', '/settings', { controller_contact: 'dados@lume.com.br' })
    expect(await consent()).toEqual({ name: 'Lume Seguros Ltda.', contact: 'dados@lume.com.br' })
    await named.stop()
  })

  test('a server of its own warns no more once an administrator names a person', async () => {
    const named = await startServer(store, { PUBLIC_URL: 'https://farol.exemplo.com.br' })
    const device = await named.device(ADMIN)
    const isNamed = async () => {
      const { body } = await device.call('GET', '/health/findings?again=1')
      return findingsRoute.answer.parse(body).findings.every(({ key }) => key !== 'controller_name')
    }
    expect(await isNamed()).toBe(false)
    await device.call('PUT', '/settings', { controller_name: 'Lume Seguros Ltda.' })
    // Another look is taken at most every ten seconds.
    named.forward(11_000)
    expect(await isNamed()).toBe(true)
    await named.stop()
  })

  test('the sign-in screen shows whose Farol it is', async () => {
    const told = async () => {
      const { body } = await server.app.inject({ url: '/api/notices' })
      return noticesRoute.answer.parse(JSON.parse(body)).data.brokerage
    }
    expect(await told()).toEqual({ name: null, logo: null })
    await admin.call('PUT', '/settings', { brokerage_name: 'Lume Seguros' })
    const png = Buffer.from(ONE_PIXEL, 'base64')
    await admin.call('PUT', '/settings/logo', { image: png.toString('base64') })
    const first = await told()
    expect(first).toEqual({
      name: 'Lume Seguros',
      logo: expect.stringMatching(/^\/api\/brokerage\/logo\?v=/),
    })
    await admin.call('PUT', '/settings/logo', { image: png.toString('base64') })
    expect((await told()).logo).not.toBe(first.logo)
    const picture = await server.app.inject({ url: first.logo ?? '' })
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      etag: expect.any(String),
    })
    await admin.call('DELETE', '/settings/logo')
    expect((await told()).logo).toBeNull()
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a text', Buffer.from('nenhuma imagem')],
    ['a GIF', Buffer.from('GIF89a')],
    ['a WebP, which some mail programs do not show', Buffer.from('RIFF0000WEBPVP8 ')],
    [
      'a PNG of more than 300 kB',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300_000)]),
    ],
  ])('%s is no logo', async (_what, bytes) => {
    const answer = await admin.call('PUT', '/settings/logo', { image: bytes.toString('base64') })
    expect([400, 422]).toContain(answer.status)
    expect(answer.body).toMatchObject({ errors: { image: ['Use uma imagem PNG ou JPEG de até 300 kB'] } })
  })

  test('a PNG that broke off is no logo', async () => {
    const image = Buffer.from(ONE_PIXEL, 'base64').subarray(0, 40).toString('base64')
    const answer = await admin.call('PUT', '/settings/logo', { image })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ errors: { image: [CUT_PICTURE] } })
  })

  test('without a mail server the test mail says what is missing', async () => {
    expect(await admin.call('POST', '/first-steps/mail')).toMatchObject({
      status: 503,
      body: { message: 'Este servidor ainda não envia e-mails: falta o servidor de e-mail.' },
    })
  })
})

describeDatabase('the test mail', (open) => {
  let store: TestStore
  let mails: MailServer
  let server: TestServer
  let admin: Device
  let refuses = false
  inHouse(open, async (opened) => {
    ;({ store } = opened)
    mails = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(refuses ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    })
    server = await startServer(store, {
      MAIL_URL: mails.url,
      MAIL_FROM: 'Farol <farol@exemplo.com.br>',
      PUBLIC_URL: 'https://farol.exemplo.com.br',
    })
    admin = await server.device(ADMIN)
    return () => server.stop()
  })
  afterAll(() => mails.close())

  test('is a real one under the name of the brokerage, and the step is done once a server took it', async () => {
    await admin.call('PUT', '/settings', { brokerage_name: 'Lume Seguros' })
    expect(await stepsOf(admin)).toMatchObject({
      mail: { configured: true, sender: 'farol@exemplo.com.br', recipient: expect.stringContaining('@') },
    })
    expect(statesOf(await stepsOf(admin))).toMatchObject({ mail: 'open' })
    refuses = true
    expect(await admin.call('POST', '/first-steps/mail')).toMatchObject({
      status: 503,
      body: {
        message: expect.stringContaining('O servidor de e-mail recusou a mensagem: 550 no such mailbox'),
      },
    })
    expect(statesOf(await stepsOf(admin))).toMatchObject({ mail: 'open' })
    refuses = false
    const sent = await admin.call('POST', '/first-steps/mail')
    expect(sent).toMatchObject({ status: 200, body: { message: expect.stringContaining('respondeu: 250 ') } })
    expect(mails.received).toHaveLength(1)
    expect(mails.received[0]).toContain('From: Lume Seguros <farol@exemplo.com.br>')
    expect(mails.received[0]).toContain('E-mail de teste do Farol')
    expect(statesOf(await stepsOf(admin))).toMatchObject({ mail: 'done' })
    const [row] = await store.db.selectFrom('mails').select(['purpose', 'body_text', 'is_file']).execute()
    expect(row).toEqual({ purpose: 'test', body_text: '', is_file: false })
  })

  test('is limited, so that a mailbox is not flooded', async () => {
    const statuses: number[] = []
    for (let each = 0; each < 21; each++)
      statuses.push((await admin.call('POST', '/first-steps/mail')).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
