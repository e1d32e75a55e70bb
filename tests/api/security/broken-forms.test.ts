/** POST /leads/file answers every broken form soon with 400 and a sentence, and takes the next form. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { addLead, BRUNA, house, withoutLeads, workedBy } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
const BROKEN = 'O formulário chegou incompleto ou ilegível. Envie-o novamente.'
const TWO_FILES = 'Envie um arquivo de cada vez.'
const TOO_MANY_FIELDS = 'O formulário tem campos demais.'
const B = 'limite'

const field = (name: string, value: string) =>
  `--${B}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content = PDF, name = 'file') =>
  [
    `--${B}`,
    `content-disposition: form-data; name="${name}"; filename="oc.pdf"`,
    'content-type: application/pdf',
    '',
    `${content}\r\n`,
  ].join('\r\n')
const end = `--${B}--\r\n`
const many = (count: number) =>
  Array.from({ length: count }, (_, place) => field(`campo${place}`, 'x')).join('')

describeDatabase('broken forms', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let lead: string
  beforeAll(async () => {
    store = await open()
    await house(store)
    dir = await mkdtemp(join(tmpdir(), 'farol-forms-'))
    server = await startServer(store, { FILES_DIR: dir, UPLOAD_LIMIT_MB: '1' })
    await withoutLeads(store)
    lead = field('lead_id', String((await addLead(store, workedBy(BRUNA))).id))
    return async () => {
      await server.stop()
      await removeFolder(dir)
    }
  })

  const post = async (payload: string | Buffer, type = `multipart/form-data; boundary=${B}`) => {
    const { token } = await server.device(BRUNA)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/leads/file',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() as unknown }
  }

  test.each([
    ['has no closing boundary', () => file() + lead],
    ['ends in its file', () => lead + file().slice(0, -20)],
    ['ends in the header of a part', () => lead + file().slice(0, 60)],
    ['ends in the header of its first part', () => file().slice(0, 30)],
    ['ends in a boundary', () => `${lead}--lim`],
    ['is nothing but a boundary', () => `--${B}`],
    ['has another boundary than its header', () => (lead + file() + end).replaceAll(B, 'outro')],
    ['is noise', () => '\0\r\n--\r\n'.repeat(500)],
    ['names a field like a property of every object', () => field('__proto__', 'x') + lead + file() + end],
    [
      'has a number declared as JSON without being JSON',
      () =>
        [
          `--${B}`,
          'content-disposition: form-data; name="lead_id"',
          'content-type: application/json',
          '',
          `{\r\n${file()}${end}`,
        ].join('\r\n'),
    ],
  ])('a form that %s is answered with 400 and a sentence', async (_case, payload) => {
    expect(await post(payload())).toEqual({ status: 400, body: { message: BROKEN, code: 'invalid' } })
  })

  test.each([
    ['no', 'multipart/form-data'],
    ['an empty', 'multipart/form-data; boundary='],
    ['an empty quoted', 'multipart/form-data; boundary=""'],
    ['a huge', `multipart/form-data; boundary=${'x'.repeat(5000)}`],
  ])('a form with %s boundary is answered with 400 and a sentence', async (_case, type) => {
    expect(await post(lead + file() + end, type)).toEqual({
      status: 400,
      body: { message: BROKEN, code: 'invalid' },
    })
  })

  test.each([
    ['two files', TWO_FILES, () => lead + file() + file() + end],
    ['two files of different names', TWO_FILES, () => file() + file(PDF, 'outro') + lead + end],
    ['eleven fields', TOO_MANY_FIELDS, () => many(11) + lead + file() + end],
    ['two thousand fields', TOO_MANY_FIELDS, () => lead + file() + many(2000) + end],
  ])('a form with %s is answered with 400 and its own sentence', async (_case, message, payload) => {
    expect(await post(payload())).toEqual({ status: 400, body: { message, code: 'invalid' } })
  })

  test('a form that is cut anywhere is answered with 400 and a sentence', async () => {
    const whole = lead + file() + end
    const answers = new Set<string>()
    // The form does not need the last two bytes, the end of the line after the closing boundary.
    for (let length = 1; length < whole.length - 2; length += 3)
      answers.add(JSON.stringify(await post(whole.slice(0, length))))
    expect([...answers]).toEqual([
      JSON.stringify({ status: 400, body: { message: BROKEN, code: 'invalid' } }),
    ])
  })

  test('a form without its file or its lead is answered with 422', async () => {
    expect(await post(lead + end)).toMatchObject({ status: 422, body: { message: 'Erro ao enviar arquivo' } })
    expect(await post(end)).toMatchObject({ status: 422 })
    expect(await post('')).toMatchObject({ status: 422 })
  })

  test('a file name that no database stores is kept as far as possible', async () => {
    const named = (lead + file() + end).replace('oc.pdf', 'o\0c.pdf')
    expect([200, 400, 422]).toContain((await post(named)).status)
  })

  test('a valid form after all of them is accepted', async () => {
    expect(await post(lead + file() + end)).toMatchObject({ status: 200 })
    expect(await post(file() + lead + end)).toMatchObject({ status: 200 })
  })

  describe('the quote', () => {
    const client = {
      name: 'Ana',
      phone: '',
      cellphone: '11987654321',
      mail: 'ana@exemplo.com.br',
      cpf: '52998224725',
      rg: '1',
      birth_date: '1990-01-01',
      address: {
        cep: '01310100',
        street: 'Rua',
        number: '1',
        comp: '',
        district: 'B',
        city: 'C',
        state: 'SP',
      },
    }
    const simulate = async (given: Partial<typeof client>) => {
      await store.db
        .updateTable('partners')
        .set({ release_quote: true, quote_link_template: 'https://cotar.exemplo/?n={name}&m={mail}' })
        .where('id', '=', 24)
        .execute()
      const bruna = await server.device(BRUNA)
      return bruna.call('POST', '/quote/simulate', {
        client: { ...client, ...given },
        partner_id: 24,
        insurance_id: 1,
        inviter_id: 1,
      })
    }

    test.each([
      ['name', { name: 'Ana \ud83d' }],
      ['mail', { mail: 'ana\udc00@exemplo.com.br' }],
    ])('half a surrogate pair in the %s does not break the link', async (_field, given) => {
      const { status, body } = await simulate(given)
      expect(status).toBe(200)
      expect(body).toEqual({ link: expect.stringContaining('%EF%BF%BD') })
    })
  })
})
