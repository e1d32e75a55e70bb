/** Invalid numbers and dates that look valid; and a HEAD of an endless stream. */
import { describe, expect, test } from 'vitest'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, BRUNA, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const NO_BIRTH = 'Data de nascimento inválida'
/** 1662 in forms other than its digits. */
const NO_NUMBERS = [
  '0x67e',
  '1662.0',
  '1.662e3',
  '%201662',
  '1662%20',
  '+1662',
  '-1662',
  '0b11001111110',
  '١٦٦٢',
]

describeDatabase('numbers and dates', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
    admin = await server.device(ADMIN)
  })

  describe('in a path or a query', () => {
    const paths: [string, (text: string) => string][] = [
      ['a lead', (text) => `/leads/${text}`],
      ["a lead's permissions", (text) => `/leads-permissions/${text}`],
      ['a client', (text) => `/clients?page=${text}`],
      ['a channel', (text) => `/leads/older?channel_id=${text}`],
      ['a list', (text) => `/leads/list-broker?limit=${text}`],
      ['a file', (text) => `/leads/fileDownload?lead_id=${text}`],
      ['a page', (text) => `/sync?limit=${text}`],
      ['a proposal', (text) => `/elective_lead/search?proposal=1&partnerId=${text}`],
    ]
    test.each(paths)('the number of %s is decimal digits and nothing else', async (_what, path) => {
      const taken: string[] = []
      for (const text of NO_NUMBERS) {
        const { status } = await admin.call('GET', path(text))
        if (status !== 400) taken.push(`${text}: ${status}`)
      }
      expect(taken).toEqual([])
      expect((await admin.call('GET', path('1662'))).status).not.toBe(400)
    })

    test('no other form of its number finds the lead', async () => {
      const { id } = await addLead(store, workedBy(BRUNA))
      expect((await bruna.call('GET', `/leads/${id}`)).status).toBe(200)
      expect((await bruna.call('GET', `/leads/0x${id.toString(16)}`)).status).toBe(400)
    })

    test('a body takes digits as text and no other text as a number', async () => {
      const ask = async (channel_id: unknown) =>
        (await admin.call('POST', '/leads/list', { filters: { channel_id } })).status
      expect(await Promise.all([1, '1'].map(ask))).toEqual([200, 200])
      expect(await Promise.all([true, [1], '0x1', ' 1', {}].map(ask))).toEqual([400, 400, 400, 400, 400])
    })
  })

  test.each(['0001-01-01', '1899-12-31', '9999-12-31'])('no client was born on %s', async (birth_date) => {
    const made = await bruna.call('POST', '/clients', { name: 'Ana', birth_date })
    expect(made).toMatchObject({ status: 422, body: { errors: { 'client.birth_date': [NO_BIRTH] } } })
    const { body } = await bruna.call('POST', '/clients', { name: 'Ana', birth_date: '1900-01-01' })
    expect(body).toMatchObject({ birth_date: '1900-01-01' })
  })

  test('a HEAD of the event stream is answered and opens no stream', async () => {
    const { token } = bruna
    const { statusCode } = await server.app.inject({
      method: 'HEAD',
      url: '/api/sync/events',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(404)
    expect((await server.context.metrics.eventStreams.get()).values[0]?.value ?? 0).toBe(0)
  })
})
