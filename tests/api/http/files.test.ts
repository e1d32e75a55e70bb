/** The PDF of a lead: its checks, its storage, who downloads it, and the sweep of unused ones. */

import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sweepFiles } from '../../../server/sync/housekeeping.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { ADMIN, addLead, BRUNA, DAVI, house, INDICATOR, withoutLeads, workedBy } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const OTHER_PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(4000)}\n%%EOF`)
const NOT_A_PDF = 'Formato de arquivo inválido! Somente arquivos PDF'

describeEachDatabase('files', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  beforeAll(async () => {
    store = await open()
    await house(store)
    dir = await mkdtemp(join(tmpdir(), 'farol-files-'))
    server = await startServer(store, { FILES_DIR: dir, UPLOAD_LIMIT_MB: '1' })
    return async () => {
      await server.stop()
      await rm(dir, { recursive: true })
    }
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await store.db.deleteFrom('uploaded_files').execute()
  })

  const send = async (
    request: { method: 'PUT' | 'POST' | 'GET'; url: string; type?: string; payload?: Buffer },
    user = BRUNA,
  ) => {
    const { token } = await server.device(user)
    const answer = await server.app.inject({
      method: request.method,
      url: `/api${request.url}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(request.type === undefined ? {} : { 'content-type': request.type }),
      },
      ...(request.payload === undefined ? {} : { payload: request.payload }),
    })
    const json = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: answer.rawPayload,
      body: (json ? answer.json() : null) as unknown,
    }
  }
  const put = (uid: string, payload: Buffer = PDF, user = BRUNA, type = 'application/pdf') =>
    send({ method: 'PUT', url: `/sync/files/${uid}`, type, payload }, user)
  const download = (id: number, user = BRUNA) =>
    send({ method: 'GET', url: `/leads/fileDownload?lead_id=${id}` }, user)
  const onDisk = async () => {
    const names = await readdir(dir, { recursive: true, withFileTypes: true })
    return names.filter((entry) => entry.isFile()).map(({ name }) => name)
  }

  const rowOf = (uid: string) =>
    store.db
      .selectFrom('uploaded_files')
      .select(['path', 'size'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
  const bytesOf = async (uid: string) => readFile(join(dir, (await rowOf(uid)).path))

  /** The multipart body of a browser's form. */
  function form(fields: Record<string, string>, file?: { bytes: Buffer; name?: string; field?: string }) {
    const boundary = 'limite-do-formulario'
    const parts = Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    )
    const sent =
      file === undefined
        ? []
        : [
            Buffer.from(
              [
                `--${boundary}`,
                `content-disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name ?? 'oc.pdf'}"`,
                'content-type: application/pdf',
                '\r\n',
              ].join('\r\n'),
            ),
            file.bytes,
            Buffer.from('\r\n'),
          ]
    // The file comes first: the fields have no fixed order.
    const payload = Buffer.concat([...sent, ...parts, Buffer.from(`--${boundary}--\r\n`)])
    return { type: `multipart/form-data; boundary=${boundary}`, payload }
  }
  const post = (fields: Record<string, string>, bytes?: Buffer, user = BRUNA) =>
    send(
      { method: 'POST', url: '/leads/file', ...form(fields, bytes === undefined ? undefined : { bytes }) },
      user,
    )

  describe('PUT /sync/files/{uid}', () => {
    test("the bytes stay until a command takes them; then every user in the lead's scope downloads them", async () => {
      const { uid, id } = await addLead(store, workedBy(BRUNA))
      const file_uid = uuidv7()
      expect((await put(file_uid)).status).toBe(204)
      expect((await download(id)).status).toBe(404)
      const bruna = await server.device(BRUNA)
      const args = { lead_uid: uid, file_uid, name: 'oc.pdf', size: PDF.length }
      expect(await bruna.run({ command: 'lead.attachFile', args })).toMatchObject({ outcome: 'applied' })
      const fetched = await download(id)
      expect(fetched.status).toBe(200)
      expect(fetched.bytes.equals(PDF)).toBe(true)
      expect(fetched.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${id} OF.pdf"`,
        'x-content-type-options': 'nosniff',
      })
      expect((await download(id, ADMIN)).status).toBe(200)
      expect((await download(id, DAVI)).status).toBe(404)
    })

    test('a second upload changes nothing, whatever its bytes', async () => {
      const uid = uuidv7()
      await put(uid)
      expect((await put(uid, OTHER_PDF)).status).toBe(204)
      expect(await bytesOf(uid)).toEqual(PDF)
      expect(
        await store.db.selectFrom('uploaded_files').select(['uid', 'user_id', 'size']).execute(),
      ).toEqual([{ uid, user_id: BRUNA, size: PDF.length }])
    })

    test("two uploads at once leave one whole file; another user's uid is refused", async () => {
      const uid = uuidv7()
      const both = await Promise.all([put(uid), put(uid, OTHER_PDF), put(uid)])
      expect(both.map(({ status }) => status)).toEqual([204, 204, 204])
      expect((await onDisk()).filter((name) => name.startsWith(uid))).toHaveLength(1)
      expect(await bytesOf(uid)).toHaveLength((await rowOf(uid)).size)
      expect((await put(uid, PDF, DAVI)).status).toBe(409)
    })

    test.each([
      ['a picture with the name of a PDF', Buffer.from('\x89PNG\r\n%%EOF')],
      ['an HTML page with the name of a PDF', Buffer.from('<html>%PDF-1.7 %%EOF</html>')],
      ['half of a PDF', PDF.subarray(0, 20)],
      ['nothing', Buffer.alloc(0)],
    ])('%s is refused, and nothing is stored', async (_case, bytes) => {
      const uid = uuidv7()
      expect(await put(uid, bytes)).toMatchObject({ status: 422, body: { message: NOT_A_PDF } })
      expect((await onDisk()).filter((name) => name.startsWith(uid))).toEqual([])
    })

    test('a file over the limit is refused by a rule, so that no device retries for ever', async () => {
      const large = Buffer.concat([PDF, Buffer.alloc(1024 * 1024), PDF])
      expect(await put(uuidv7(), large)).toMatchObject({
        status: 422,
        body: { message: 'O arquivo é grande demais: o limite é de 1 MB' },
      })
    })

    test('a path in place of a uid is refused, and so is a referrer', async () => {
      expect((await put('..%2f..%2fetc%2fpasswd')).status).toBe(400)
      expect((await put(uuidv7(), PDF, INDICATOR)).status).toBe(403)
    })
  })

  describe('POST /leads/file', () => {
    test('one call attaches a file; the download returns the last file', async () => {
      const { id } = await addLead(store, workedBy(BRUNA))
      const { status, body } = await post({ lead_id: String(id) }, PDF)
      expect({ status, body }).toEqual({ status: 200, body: { message: 'Arquivo enviado com sucesso' } })
      expect((await download(id)).bytes.equals(PDF)).toBe(true)
      await post({ lead_id: String(id) }, OTHER_PDF)
      expect((await download(id)).bytes.equals(OTHER_PDF)).toBe(true)
    })

    test('a PDF with a page inside is served as an attachment that runs nothing', async () => {
      const { id } = await addLead(store, workedBy(BRUNA))
      const page = Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF\n')
      expect((await post({ lead_id: String(id) }, page)).status).toBe(200)
      expect((await download(id)).headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/^attachment;/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
    })

    test('a refused upload gets its refusal also when its remains cannot be removed', async () => {
      const { id } = await addLead(store, workedBy(BRUNA))
      const remove = vi.spyOn(server.context.integrations.files, 'remove')
      remove.mockRejectedValueOnce(new Error('the disk is gone'))
      const refused = form({ lead_id: String(id) }, { bytes: PDF, name: 'o\0c.pdf' })
      expect((await send({ method: 'POST', url: '/leads/file', ...refused })).status).toBe(422)
      expect(remove).toHaveBeenCalledOnce()
      remove.mockRestore()
    })

    test('a file that is no PDF, is too large or belongs to no lead in scope is refused with a sentence', async () => {
      const { id } = await addLead(store, workedBy(BRUNA))
      expect(await post({ lead_id: String(id) }, Buffer.from('GIF89a'))).toMatchObject({
        status: 422,
        body: { message: NOT_A_PDF },
      })
      const large = Buffer.concat([PDF, Buffer.alloc(1024 * 1024), PDF])
      expect(await post({ lead_id: String(id) }, large)).toMatchObject({
        status: 422,
        body: { message: 'O arquivo é grande demais: o limite é de 1 MB' },
      })
      expect((await post({ lead_id: String(id) }, PDF, DAVI)).status).toBe(404)
      expect((await post({ lead_id: String(id) }, PDF, INDICATOR)).status).toBe(403)
      expect((await download(id)).status).toBe(404)
    })

    test.each([
      ['no file', { lead_id: '1' }, undefined],
      ['no lead', {}, PDF],
      ['a lead that is no number', { lead_id: 'um' }, PDF],
    ])('%s is refused', async (_case, fields, bytes) => {
      expect(await post(fields as Record<string, string>, bytes)).toMatchObject({
        status: 422,
        body: { message: 'Erro ao enviar arquivo' },
      })
    })

    test('JSON in place of a form is refused', async () => {
      const asked = {
        method: 'POST',
        url: '/leads/file',
        type: 'application/json',
        payload: Buffer.from('{}'),
      } as const
      expect((await send(asked)).status).toBe(422)
    })
  })

  describe('housekeeping', () => {
    test('a week without a lead removes a file and the parts of broken-off uploads; files of leads stay', async () => {
      const { id } = await addLead(store, workedBy(BRUNA))
      await post({ lead_id: String(id) }, PDF)
      await post({ lead_id: String(id) }, OTHER_PDF)
      const orphan = uuidv7()
      await put(orphan)
      const remains = join(dir, orphan.slice(-2), `${orphan}.pdf.part`)
      await writeFile(remains, 'half')
      const before = (await onDisk()).length

      server.forward(6 * DAY_MS)
      await sweepFiles(server.context)
      expect(await onDisk()).toHaveLength(before)

      server.forward(2 * DAY_MS)
      const fresh = uuidv7()
      await put(fresh)
      const soon = new Date(server.context.now())
      await utimes(join(dir, (await rowOf(fresh)).path), soon, soon)
      await sweepFiles(server.context)
      const left = await onDisk()
      expect(left.filter((name) => name.startsWith(orphan))).toEqual([])
      expect(await bytesOf(fresh)).toEqual(PDF)
      expect(await store.db.selectFrom('uploaded_files').select('uid').execute()).toHaveLength(3)
      expect((await download(id)).bytes.equals(OTHER_PDF)).toBe(true)
      server.forward(-8 * DAY_MS)
    })

    test('a second upload keeps a file for another week, since its device has an acknowledgement', async () => {
      const uid = uuidv7()
      await put(uid)
      server.forward(6 * DAY_MS)
      await put(uid)
      server.forward(2 * DAY_MS)
      await sweepFiles(server.context)
      expect(await bytesOf(uid)).toEqual(PDF)
      server.forward(6 * DAY_MS)
      await sweepFiles(server.context)
      expect((await onDisk()).filter((name) => name.startsWith(uid))).toEqual([])
      server.forward(-14 * DAY_MS)
    })

    test.each([
      ['with a deleted row', true],
      ['without a row, of a broken-off upload,', false],
    ])('a document %s comes again while the sweep removes it, and stays', async (_case, wasNoted) => {
      const uid = uuidv7()
      await put(uid)
      if (!wasNoted) await store.db.deleteFrom('uploaded_files').where('uid', '=', uid).execute()
      server.forward(8 * DAY_MS)
      const { context } = server
      const { files } = context.integrations
      let removed = 0
      const remove = async (path: string) => {
        if (path.includes(uid) && removed++ === 0) expect((await put(uid)).status).toBe(204)
        await files.remove(path)
      }
      await sweepFiles({
        ...context,
        integrations: { ...context.integrations, files: { ...files, remove } },
      })
      expect(removed).toBeGreaterThan(0)
      expect(await bytesOf(uid)).toEqual(PDF)
      server.forward(-8 * DAY_MS)
    })
  })
})
