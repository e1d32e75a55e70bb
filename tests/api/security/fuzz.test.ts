/**
 * Random requests, each from its seed, to every route of the running app: FUZZ_REQUESTS (2,000) from FUZZ_SEED (1).
 * None may be answered with 5xx or slowly. Every refusal is an error of the API, in Portuguese.
 */

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts.ts'
import { fillDemo } from '../../../server/demo/fill-demo.ts'
import { seededRandom } from '../../../server/demo/random.ts'
import { buildApp } from '../../../server/entry/app.ts'
import { openSession } from '../../../server/session/tokens.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { complaintOf, exchange } from './fuzz/exchange.ts'
import { requestFrom } from './fuzz/requests.ts'
import { type FuzzedRoute, routesOf } from './fuzz/schemas.ts'
import type { Known } from './fuzz/values.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS || 2000)
const SEED = Number(process.env.FUZZ_SEED || 1)
/** With 1, a line in the log belongs to the current request or to an earlier one. */
const AT_ONCE = Number(process.env.FUZZ_AT_ONCE || 4)
const LIMITS = { headersMs: 800, bodyMs: 800, progressMs: 800, progressBytes: 1000, requestMs: 2000 }
/** Each request draws from its own sequence, so that it can be sent again alone. */
const seedOf = (place: number) => SEED * 1_000_003 + place

describeDatabase('the fuzz', (open) => {
  let store: TestStore
  let server: TestServer
  let url: string
  const routes: FuzzedRoute[] = []
  const lines: string[] = []
  let rows: Omit<Known, 'nasty'>
  beforeAll(async () => {
    store = await open()
    const dir = await mkdtemp(join(tmpdir(), 'farol-fuzz-'))
    await mkdir(join(dir, 'dist'))
    await writeFile(join(dir, 'dist', 'index.html'), '<!doctype html><title>Farol</title>')
    await writeFile(join(dir, 'dist', 'indicacao.html'), '<!doctype html><title>Farol</title>')
    await writeFile(join(dir, 'dist', 'recibo.html'), '<!doctype html><title>Farol</title>')
    await fillDemo(store, { leads: 60, now: new Date() })
    server = await startServer(store, {
      LOG_LEVEL: 'error',
      DIST_DIR: join(dir, 'dist'),
      FILES_DIR: join(dir, 'files'),
      ELECTIVE_LEAD_KEY: 'chave-da-concessionaria',
      // No outside service is asked: its answers are not the API's.
      CEP_URL: '',
    })
    const app = await buildApp(server.context, {
      limits: LIMITS,
      log: { write: (line) => lines.push(line) },
      onRoute: (route) => routes.push(...routesOf(route)),
    })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    await store.db.updateTable('partners').set({ release_quote: true }).execute()
    const leads = await store.db
      .selectFrom('leads')
      .select(['id', 'uid', 'client_uid'])
      .orderBy('id')
      .execute()
    rows = {
      numbers: [
        ...Array.from({ length: 4 }, () => Object.values(DEMO_ACCOUNTS)).flat(),
        ...leads.map(({ id }) => id),
      ],
      uids: leads.flatMap(({ uid, client_uid }) => [uid, client_uid]),
    }
    return async () => {
      await app.close()
      await server.stop()
      await removeFolder(dir)
    }
  }, MINUTE_MS)

  /** A new session for each account: requests end sessions, too. */
  const newTokens = () =>
    Promise.all(
      Object.values(DEMO_ACCOUNTS).map(async (id) => (await openSession(server.context, id, null)).token),
    )

  test(
    `${REQUESTS} requests from seed ${SEED} are answered in time, without 5xx, in Portuguese`,
    async () => {
      const tokens = await newTokens()
      const complaints: string[] = []
      const statuses = new Map<number, number>()
      const reached = new Set<string>()
      let next = 0
      const worker = async () => {
        for (let place = next++; place < REQUESTS; place = next++) {
          if (place % 25 === 0) tokens.splice(0, tokens.length, ...(await newTokens()))
          // Each route once, and then as chance has it.
          const own = routes.slice(place, place + 1)
          const request = requestFrom(seededRandom(seedOf(place)), {
            routes: own.length === 1 ? own : routes,
            rows,
            tokens,
          })
          const answer = await exchange(url, request)
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          reached.add(request.route)
          const complaint = complaintOf(answer, request)
          const logged = lines.splice(0)
          if (complaint !== null || logged.length > 0)
            complaints.push(
              [
                `request ${place} of seed ${SEED} (${request.route}) ${complaint ?? 'was logged as an error'}`,
                request.bytes.subarray(0, 600).toString(),
                `→ ${answer.status} ${answer.body.slice(0, 300)}`,
                logged.join('').slice(0, 1500),
              ].join('\n'),
            )
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      const replay = `npm run test:fuzz -- --requests ${REQUESTS} --seed ${SEED}`
      expect(complaints.slice(0, 20), `${complaints.length} complaints; again: ${replay}`).toEqual([])
      // The fuzz itself must pass access checks and reach every route.
      expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 20)
      if (REQUESTS >= 2000)
        expect(routes.filter(({ method, url: path }) => !reached.has(`${method} ${path}`))).toEqual([])
    },
    REQUESTS * 100 + MINUTE_MS,
  )
})

describe('the fuzz itself', () => {
  test('the same seed makes the same request', () => {
    const routes: FuzzedRoute[] = [
      { method: 'POST', url: '/a/:id', params: {}, query: {}, body: {}, consumes: [] },
    ]
    const made = () =>
      requestFrom(seededRandom(17), {
        routes,
        rows: { numbers: [1], uids: ['u'] },
        tokens: ['t'],
      }).bytes.toString()
    expect(made()).toBe(made())
  })
})
