/** Mails in files: listed, read and deleted by administrators, expired, and gone with the person that they name. */
import { mkdir, mkdtemp, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { erasePersonalData } from '../../../server/administration/personal-data/erase.ts'
import { searchMailFiles } from '../../../server/administration/personal-data/mail-files.ts'
import { expireMailFiles } from '../../../server/mail/mail-files.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { folderTransport, type MailTransport, type OutgoingMail } from '../../../server/mail/transport.ts'
import { deliverDue } from '../../../server/reports/mail-delivery.ts'
import { mailFilesRoute } from '../../../src/contract/administration/mail-files.ts'
import { XLSX } from '../../../src/contract/xlsx.ts'
import { sheetFile } from '../../../src/domain/sheet/sheet.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { aKnownPersonIn, emptyElsewhere, MARKS, NAME } from '../support/known-person.ts'
import { inviterOf } from '../support/leads.ts'
import { ADMIN, BRUNA, house, INDICATOR, withoutLeads } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

describeDatabase('mails in files', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let folder: string
  let admin: Device
  let place = 0
  beforeAll(async () => {
    store = await open()
    await house(store)
    await inviterOf(store)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
    dir = await mkdtemp(join(tmpdir(), 'farol-mail-files-'))
    folder = join(dir, 'mail')
    server = await startServer(store, { DATA_DIR: dir })
    admin = await server.confirmedDevice(ADMIN)
    return async () => {
      await server.stop()
      await removeFolder(dir)
    }
  })
  beforeEach(async () => {
    await removeFolder(folder)
    await withoutLeads(store)
    await emptyElsewhere(store)
    place = 0
  })

  const sheetWith = async (...cells: readonly (string | number | null)[]) => ({
    name: 'Relatório.xlsx',
    content: Buffer.from(
      await sheetFile({ name: 'Clientes', columns: [{ label: 'Nome', width: 20 }], rows: [cells] }),
    ),
    mediaType: XLSX,
  })

  const write = (mail: Partial<OutgoingMail> = {}) =>
    folderTransport(folder, 'Farol <farol@exemplo.com.br>').send({
      id: `0190b6f2-0000-7000-8000-${String(++place).padStart(12, '0')}`,
      recipient: 'gerente@exemplo.com.br',
      subject: 'Relatório: Renovações de março, já é amanhã que começa a campanha',
      text: 'Segue a planilha.',
      html: '<p>Segue a planilha.</p>',
      createdAt: `2026-11-20T12:00:0${place}.000Z`,
      ...mail,
    })

  const files = () => readdir(folder)
  const list = async () => mailFilesRoute.answer.parse((await admin.call('GET', '/settings/mail-files')).body)
  const audited = async () =>
    (await store.db.selectFrom('audit_log').selectAll().where('entity', '=', 'mail_files').execute()).map(
      ({ user_id, action, before, after }) => ({ user_id, action, before, after }),
    )
  const fetched = (name: string, headers: Readonly<Record<string, string>> = admin.headers) =>
    server.app.inject({ url: `/api/settings/mail-files/${name}`, headers: { ...headers } })

  test('the list has recipient, subject, time and size, the latest first', async () => {
    expect(await list()).toEqual({ data: [], meta: { total: 0, days: 7 } })
    await write()
    await write({ recipient: 'corretora@exemplo.com.br', attachments: [await sheetWith('Ana')] })
    const { data, meta } = await list()
    expect(meta.total).toBe(2)
    expect(data).toMatchObject([
      { recipient: 'corretora@exemplo.com.br', size: expect.any(Number) },
      {
        recipient: 'gerente@exemplo.com.br',
        subject: 'Relatório: Renovações de março, já é amanhã que começa a campanha',
        written_at: expect.stringMatching(/^2\d{3}-/),
      },
    ])
  })

  test('a mail is downloaded and deleted, alone or with all others, and each act is in the audit', async () => {
    for (const _ of [1, 2, 3]) await write()
    const [first = '', ...others] = (await list()).data.map(({ name }) => name)
    // It may have the link that opens an account.
    const unconfirmed = await fetched(first, { authorization: `Bearer ${admin.token}` })
    expect(unconfirmed.json()).toMatchObject({ code: 'confirmation_required' })
    const { statusCode, body, headers } = await fetched(first)
    expect([statusCode, headers['content-type']]).toEqual([200, 'message/rfc822'])
    expect(body).toContain('To: gerente@exemplo.com.br')
    expect((await admin.call('DELETE', `/settings/mail-files/${first}`)).status).toBe(200)
    expect((await files()).toSorted()).toEqual(others.toSorted())
    expect((await admin.call('DELETE', `/settings/mail-files/${first}`)).status).toBe(404)
    expect((await admin.call('DELETE', '/settings/mail-files')).body).toEqual({
      message: '2 e-mails excluídos',
    })
    expect(await files()).toEqual([])
    expect(await audited()).toEqual([
      { user_id: ADMIN, action: 'export', before: null, after: { name: first } },
      { user_id: ADMIN, action: 'delete', before: { name: first }, after: null },
      { user_id: ADMIN, action: 'delete', before: { mail_files: 2 }, after: null },
    ])
  })

  test('only a file of the list is read or deleted: no path, no link, nothing else in the folder', async () => {
    await mkdir(folder)
    await writeFile(join(dir, 'fora.eml'), 'segredo')
    await writeFile(join(folder, 'notas.txt'), 'segredo')
    await symlink(join(dir, 'fora.eml'), join(folder, 'atalho.eml'))
    expect((await list()).data).toEqual([])
    for (const name of ['..%2Ffora.eml', '%2e%2e%2ffora.eml', 'atalho.eml', 'notas.txt', '..', '%00.eml']) {
      const { statusCode, body } = await fetched(name)
      expect([400, 404, 422], name).toContain(statusCode)
      expect(body, name).not.toContain('segredo')
      expect((await admin.call('DELETE', `/settings/mail-files/${name}`)).status, name).not.toBe(200)
    }
    expect(await files()).toHaveLength(2)
    expect(await readdir(dir)).toContain('fora.eml')
  })

  test('a file is deleted after the days of MAIL_FILES_DAYS, and not before', async () => {
    for (const _ of [1, 2]) await write()
    const [old = '', fresh = ''] = (await files()).toSorted()
    const ago = (days: number) => new Date(server.context.now() - days * DAY_MS)
    await utimes(join(folder, old), ago(7.1), ago(7.1))
    await utimes(join(folder, fresh), ago(6.9), ago(6.9))
    expect(await expireMailFiles(server.context)).toBe(1)
    expect(await files()).toEqual([fresh])
  })

  test('an erasure takes the mails that name the person, in text, subject or sheet, and no other', async () => {
    const [bruna, referrer] = await Promise.all([server.device(BRUNA), server.device(INDICATOR)])
    const { id } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    const accented = `Olá, ${NAME}. Sua cotação está pronta, e aqui segue uma linha longa até que quebre.`
    await write({ subject: 'Nada dela' })
    await write({ text: accented, html: '' })
    await write({ subject: `Relatório: ${NAME} e a renovação que está para vencer` })
    await write({ html: `<p>O CPF é ${MARKS.writtenCpf}, não é?</p>` })
    await write({ recipient: MARKS.mail })
    await write({ attachments: [await sheetWith('Outra Pessoa', 'Zenáide  PRADO Quaresma')] })
    await write({ attachments: [await sheetWith(Number(MARKS.cellphone))] })
    await write({ attachments: [await sheetWith('Outra Pessoa')] })
    await write({ attachments: [{ name: 'x.xlsx', content: Buffer.from('quebrada'), mediaType: XLSX }] })
    expect(await files()).toHaveLength(9)
    expect(
      (await admin.call('DELETE', `/clients/${id}/personal-data`, { reason: 'Pedido da pessoa' })).status,
    ).toBe(200)
    expect((await files()).toSorted().map((name) => name.slice(-5, -4))).toEqual(['1', '8'])
    // Later mails do not name the person, so a repeated erasure takes none.
    await write({ text: 'Dados apagados' })
    await admin.call('DELETE', `/clients/${id}/personal-data`, { reason: 'Pedido da pessoa' })
    expect(await files()).toHaveLength(3)
  })

  test('a mail that is being made during an erasure does not stay as a file that names the person', async () => {
    const [bruna, referrer] = await Promise.all([server.device(BRUNA), server.device(INDICATOR)])
    const { id } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    const letter = { subject: 'Nada dela', name: null, paragraphs: ['Segue.'], closing: '' }
    await store.db.deleteFrom('mails').execute()
    await store.db.transaction().execute((tx) =>
      queueMail(tx, {
        userId: BRUNA,
        purpose: 'redefine',
        recipient: 'bruna@exemplo.com.br',
        letter,
        nowMs: server.context.now(),
      }),
    )
    const folded = folderTransport(folder, 'Farol <farol@exemplo.com.br>')
    const during: MailTransport = {
      ...folded,
      send: async (mail) => {
        await admin.call('DELETE', `/clients/${id}/personal-data`, { reason: 'Pedido da pessoa' })
        await folded.send({ ...mail, text: `Olá, ${NAME}` })
      },
    }
    expect(await deliverDue(server.context, during)).toBe(1)
    expect(await files()).toEqual([])
    const later = { ...server.context, now: () => server.context.now() + 2 * MINUTE_MS }
    expect(await deliverDue(later, folded)).toBe(1)
    expect(await files()).toHaveLength(1)
    expect(await deliverDue(later, folded)).toBe(0)
  })

  test('a file that is written between the search and the commit goes after it', async () => {
    const [bruna, referrer] = await Promise.all([server.device(BRUNA), server.device(INDICATOR)])
    const { id, uid } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    await write({ text: 'Nada dela' })
    const mails = (await searchMailFiles(server.context, [uid]))(uid)
    await write({ text: `Olá, ${NAME}` })
    await write({ text: 'Nada dela' })
    await erasePersonalData(server.context, { client: { id, uid }, user: null, reason: 'Pedido', mails })
    expect((await files()).toSorted().map((name) => name.slice(-5, -4))).toEqual(['1', '3'])
  })
})
