/** Mails against a real SMTP server: delivered, refused, slow, dead for a minute, and two processes at once. */
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resetLetter } from '../../../server/mail/letters.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { folderTransport, smtpTransport } from '../../../server/mail/transport.ts'
import { deliverDue } from '../../../server/reports/mail-delivery.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { BRUNA } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'

const FROM = 'Farol <farol@exemplo.com.br>'
const LINK = 'https://farol.exemplo.com.br/redefine/codigo-secreto'
const LETTER = resetLetter({ name: 'Bruna "B" <Lima>', login: 'bruna' }, LINK)

describeDatabase('the delivery of mails', (open) => {
  let store: TestStore
  let server: TestServer
  let nowMs: number
  let mails: MailServer | null = null
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })
  beforeEach(async () => {
    nowMs = Date.now()
    await store.db.deleteFrom('mails').execute()
  })
  afterEach(async () => {
    await stop()
  })

  const received = () => mails?.received ?? []
  async function start(options: Partial<SMTPServerOptions> = {}, port = 0): Promise<number> {
    mails = await startMailServer(options, port)
    return mails.port
  }
  async function stop(): Promise<void> {
    await mails?.close()
    mails = null
  }
  const PATIENCE = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500, whole: 5000 }
  const to = (port: number, patience = PATIENCE) => smtpTransport(`smtp://127.0.0.1:${port}`, FROM, patience)
  const context = () => ({ ...server.context, now: () => nowMs })
  const queue = (recipient = 'bruna@exemplo.com.br') =>
    store.db
      .transaction()
      .execute((tx) =>
        queueMail(tx, { userId: BRUNA, purpose: 'redefine', recipient, letter: LETTER, nowMs }),
      )
  const mail = () => store.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()

  test('a mail arrives with text and HTML, and its link leaves the database', async () => {
    const transport = to(await start())
    await queue()
    expect(await deliverDue(context(), transport)).toBe(1)
    expect(await deliverDue(context(), transport)).toBe(0)
    const [message = ''] = received()
    const row = await mail()
    expect(message).toContain(`Message-ID: <${row.id}@farol>`)
    expect(message).toContain('To: bruna@exemplo.com.br')
    expect(message).toMatch(/Content-Type: text\/plain/)
    expect(message).toMatch(/Content-Type: text\/html/)
    expect(message.replaceAll('=\r\n', '')).toContain(LINK)
    expect(message).toContain('&lt;Lima&gt;')
    expect(row).toMatchObject({ sent_at: expect.any(String), failed_at: null, tries: 1, body_text: '' })
    expect(JSON.stringify(row)).not.toContain('codigo-secreto')
  })

  test('a refused recipient is final, with the reason', async () => {
    const transport = to(
      await start({
        onRcptTo: (_address, _session, done) =>
          done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })),
      }),
    )
    await queue()
    await deliverDue(context(), transport)
    expect(await mail()).toMatchObject({
      sent_at: null,
      failed_at: expect.any(String),
      tries: 1,
      problem: expect.stringMatching(/^O servidor de e-mail recusou a mensagem: .*no such user/),
      body_html: '',
    })
  })

  test('a refused address is distinguished from a refusal for another reason', async () => {
    const refusing = async (error: string, at: 'onRcptTo' | 'onMailFrom') => {
      await store.db.deleteFrom('mails').execute()
      const refuse = (_address: unknown, _session: unknown, done: (problem?: Error | null) => void) =>
        done(Object.assign(new Error(error), { responseCode: 550 }))
      const transport = to(await start({ [at]: refuse }))
      await queue()
      await deliverDue(context(), transport)
      await stop()
      return (await mail()).address_refused
    }
    expect(await refusing('5.1.1 no such user', 'onRcptTo')).toBe(true)
    expect(await refusing('5.7.1 relaying denied', 'onRcptTo')).toBe(false)
    expect(await refusing('5.1.8 bad sender', 'onMailFrom')).toBe(false)
  })

  test('the brokerage signs by its name and logo', async () => {
    const settings = { brokerage_name: '"Lume Seguros"', brokerage_logo: '"a1"' }
    for (const [key, value] of Object.entries(settings))
      await store.db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    const content = Buffer.from('the picture').toString('base64')
    await store.db.insertInto('brokerage_logo').values({ media_type: 'image/png', content }).execute()
    const transport = to(await start())
    await queue()
    await deliverDue(context(), transport)
    const [message = ''] = received()
    expect(message).toContain('From: Lume Seguros <')
    expect(message.replaceAll('=\r\n', '')).toContain('cid:logo@farol')
    expect(message).toContain('Content-ID: <logo@farol>')
    expect(message).toContain(content)
    await store.db.deleteFrom('brokerage_logo').execute()
    await store.db.deleteFrom('settings').where('key', 'like', 'brokerage%').execute()
  })

  test('a server that is dead for a minute gets the mail with the next try', async () => {
    const port = await start()
    await stop()
    const transport = to(port)
    await queue()
    await deliverDue(context(), transport)
    expect(await mail()).toMatchObject({ sent_at: null, failed_at: null, tries: 1 })
    expect((await mail()).problem).toBe('O servidor de e-mail não respondeu.')
    await start({}, port)
    expect(await deliverDue(context(), transport)).toBe(0)
    nowMs += MINUTE_MS
    expect(await deliverDue(context(), transport)).toBe(1)
    expect(received()).toHaveLength(1)
    expect(await mail()).toMatchObject({ sent_at: expect.any(String), problem: null, tries: 2 })
  })

  test('a server that is too slow counts as dead; after five tries the mail has failed', async () => {
    const transport = to(await start({ onConnect: () => {} }))
    await queue()
    for (let tried = 1; tried <= 5; tried++) {
      expect((await mail()).failed_at).toBeNull()
      expect(await deliverDue(context(), transport)).toBe(1)
      nowMs += 60 * MINUTE_MS
    }
    expect(await mail()).toMatchObject({ failed_at: expect.any(String), tries: 5 })
    expect(await deliverDue(context(), transport)).toBe(0)
  })

  test('a server that answers a little now and then is too slow as a whole', async () => {
    const slow = (_: unknown, __: unknown, done: () => void) => setTimeout(done, 300)
    const port = await start({ onMailFrom: slow, onRcptTo: slow })
    await queue()
    await deliverDue(context(), to(port, { ...PATIENCE, whole: 400 }))
    expect(await mail()).toMatchObject({ sent_at: null, problem: 'O servidor de e-mail não respondeu.' })
  })

  test('a try whose lease ran out writes nothing over the later one', async () => {
    const transport = to(await start())
    await queue()
    const { id } = await mail()
    const late = {
      isFolder: false,
      send: async () => {
        const later = { tries: 2, problem: 'O segundo envio' }
        await store.db.updateTable('mails').set(later).where('id', '=', id).execute()
      },
      close: () => {},
    }
    await deliverDue(context(), late)
    expect(await mail()).toMatchObject({ sent_at: null, tries: 2, problem: 'O segundo envio' })
    transport.close()
  })

  test('two processes send each mail once', async () => {
    const port = await start()
    await Promise.all(Array.from({ length: 6 }, (_, place) => queue(`b${place}@exemplo.com.br`)))
    const tried = await Promise.all([deliverDue(context(), to(port)), deliverDue(context(), to(port))])
    expect(tried[0] + tried[1]).toBe(6)
    expect(received()).toHaveLength(6)
  })

  test('without a mail server it lies in the folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'farol-mail-'))
    await queue()
    await deliverDue(context(), folderTransport(folder, FROM))
    const [name = '', ...more] = await readdir(folder)
    expect(more).toEqual([])
    expect(name).toMatch(/\.eml$/)
    const text = await readFile(join(folder, name), 'utf8')
    expect(text.replaceAll('=\n', '')).toContain(LINK)
    await removeFolder(folder)
  })
})
