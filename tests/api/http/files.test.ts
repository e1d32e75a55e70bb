/** The PDF of a lead: its checks, its storage, who downloads it, and the sweep of unused ones. */

import { buffer } from 'node:stream/consumers'
import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../../server/entry/app.ts'
import { sweepFiles } from '../../../server/sync/housekeeping.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { FILE_STORES, type StoreUnderTest } from '../support/file-stores.ts'
import { ADMIN, addLead, BRUNA, DAVI, house, INDICATOR, withoutLeads, workedBy } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const OTHER_PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(4000)}\n%%EOF`)
const NOT_A_PDF = 'Formato de arquivo inválido! Somente arquivos PDF'

for (const [storeName, openFiles] of FILE_STORES)
  describeDatabase(`files in ${storeName}`, (open) => {
    let store: TestStore
    let server: TestServer
    let files: StoreUnderTest
    beforeAll(async () => {
      store = await open()
      await house(store)
      files = await openFiles()
      server = await startServer(store, { ...files.environment, UPLOAD_LIMIT_MB: '1' })
      return async () => {
        await server.stop()
        await files.close()
      }
    })
    beforeEach(async () => {
      await withoutLeads(store)
      await store.db.deleteFrom('uploaded_files').execute()
    })

    const send = async (
      request: {
        method: 'PUT' | 'POST' | 'GET'
        url: string
        type?: string
        range?: string
        payload?: Buffer
      },
      user = BRUNA,
    ) => {
      const { token } = await server.device(user)
      const answer = await server.app.inject({
        method: request.method,
        url: `/api${request.url}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(request.type === undefined ? {} : { 'content-type': request.type }),
          ...(request.range === undefined ? {} : { range: request.range }),
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
    const download = (id: number, user = BRUNA, more = '') =>
      send({ method: 'GET', url: `/leads/fileDownload?lead_id=${id}${more}` }, user)
    const onDisk = async () => {
      const names: string[] = []
      for await (const { path } of files.store.list()) names.push(path.slice(path.indexOf('/') + 1))
      return names
    }

    const rowOf = (uid: string) =>
      store.db
        .selectFrom('uploaded_files')
        .select(['path', 'size'])
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
    const bytesOf = async (uid: string) => {
      const file = await files.store.open((await rowOf(uid)).path)
      return file === null ? null : buffer(file)
    }

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

      test('a file is fetched with a lead that has or had it, whatever lead in scope is named', async () => {
        const foreign = await addLead(store, workedBy(DAVI))
        const own = await addLead(store, workedBy(BRUNA))
        const file_uid = uuidv7()
        await put(file_uid, PDF, DAVI)
        const davi = await server.device(DAVI)
        const args = { lead_uid: foreign.uid, file_uid, name: 'oc.pdf', size: PDF.length }
        await davi.run({ command: 'lead.attachFile', args })
        const fetched = async (id: number, user: number) =>
          (await download(id, user, `&file_uid=${file_uid}`)).status
        expect(await fetched(foreign.id, DAVI)).toBe(200)
        expect([await fetched(own.id, BRUNA), await fetched(foreign.id, BRUNA)]).toEqual([404, 404])
      })

      test('a part of a file is fetched by its range', async () => {
        const { id } = await addLead(store, workedBy(BRUNA))
        await post({ lead_id: String(id) }, OTHER_PDF)
        const url = `/leads/fileDownload?lead_id=${id}`
        const part = async (range: string) => send({ method: 'GET', url, range })
        const size = OTHER_PDF.length
        const first = await part('bytes=0-4')
        expect([first.status, first.bytes.toString(), first.headers['content-range']]).toEqual([
          206,
          '%PDF-',
          `bytes 0-4/${size}`,
        ])
        expect(first.headers).toMatchObject({
          'content-type': 'application/pdf',
          'content-length': '5',
          'content-security-policy': expect.stringContaining("'none'"),
        })
        expect((await part('bytes=-5')).bytes.toString()).toBe('%%EOF')
        expect((await part('bytes=4000-9999')).bytes).toEqual(OTHER_PDF.subarray(4000))
        const beyond = await part(`bytes=${size}-`)
        expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
        for (const whole of ['bytes=0-1,4-5', 'lines=0-1', 'bytes']) {
          const { status, bytes, headers } = await part(whole)
          expect([status, bytes.equals(OTHER_PDF), headers['accept-ranges']]).toEqual([200, true, 'bytes'])
        }
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
        expect((await onDisk()).filter((name) => name.includes(uid))).toHaveLength(1)
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
        expect((await onDisk()).filter((name) => name.includes(uid))).toEqual([])
      })

      test('a file over the limit is refused by a rule, so that no device retries for ever', async () => {
        const large = Buffer.concat([PDF, Buffer.alloc(1024 * 1024), PDF])
        expect(await put(uuidv7(), large)).toMatchObject({
          status: 422,
          body: { message: 'O arquivo é grande demais: o limite é de 1 MB' },
        })
      })

      test('a path in place of a uid is refused', async () => {
        expect((await put('..%2f..%2fetc%2fpasswd')).status).toBe(400)
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

    test('a storage that breaks off is reported as such, nothing is noted, and the device sends again', async () => {
      const { context } = server
      const torn = { ...context, integrations: { ...context.integrations, files: files.torn } }
      const broken = await buildApp(torn)
      const uid = uuidv7()
      const { token } = await server.device(BRUNA)
      const large = Buffer.concat([PDF, Buffer.alloc(500_000), PDF])
      const answer = await broken.inject({
        method: 'PUT',
        url: `/api/sync/files/${uid}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
        payload: large,
      })
      expect(answer.statusCode).toBeGreaterThanOrEqual(500)
      if (storeName === 'a bucket')
        expect([answer.statusCode, answer.json()]).toEqual([
          503,
          {
            code: 'unavailable',
            message: 'O armazenamento de arquivos não respondeu. Tente de novo em instantes.',
          },
        ])
      await broken.close()
      expect(await store.db.selectFrom('uploaded_files').selectAll().execute()).toEqual([])
      expect((await put(uid, large)).status).toBe(204)
      expect(await bytesOf(uid)).toEqual(large)
    })

    describe('housekeeping', () => {
      test('a week without a lead removes a file and the parts of broken-off uploads; files of leads stay', async () => {
        const { id } = await addLead(store, workedBy(BRUNA))
        await post({ lead_id: String(id) }, PDF)
        await post({ lead_id: String(id) }, OTHER_PDF)
        const orphan = uuidv7()
        await put(orphan)
        const remains = `${orphan.slice(-2)}/${orphan}.pdf.part`
        await files.store.save(remains, Buffer.from('half'))
        const before = (await onDisk()).length

        server.forward(6 * DAY_MS)
        await sweepFiles(server.context)
        expect(await onDisk()).toHaveLength(before)

        server.forward(2 * DAY_MS)
        const fresh = uuidv7()
        await put(fresh)
        await files.setModified((await rowOf(fresh)).path, server.context.now())
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
        expect((await onDisk()).filter((name) => name.includes(uid))).toEqual([])
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
        const { files: kept } = context.integrations
        let removed = 0
        const remove = async (path: string) => {
          if (path.includes(uid) && removed++ === 0) expect((await put(uid)).status).toBe(204)
          await kept.remove(path)
        }
        await sweepFiles({
          ...context,
          integrations: { ...context.integrations, files: { ...kept, remove } },
        })
        expect(removed).toBeGreaterThan(0)
        expect(await bytesOf(uid)).toEqual(PDF)
        server.forward(-8 * DAY_MS)
      })
    })
  })
