/** Each call of the REST API is declared once in src/contract and registered once, with an action and a tag. */
import { readFileSync } from 'node:fs'
import type { RouteOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../server/entry/app.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { describeDatabase } from '../support/databases.ts'
import { house } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { declaredRoutes } from './declared-routes.ts'

const nameOf = ({ method, path }: RouteSpec) => `${method} /api${path}`

/** A GET answers HEAD, too: Fastify adds it. The pages of the documentation are no calls. */
const isCall = ({ method, url, schema }: RouteOptions) =>
  method !== 'HEAD' && url.startsWith('/api/') && !url.startsWith('/api/docs') && schema?.hide !== true

/** All that answers without a session. Below /api a route without an action is closed. */
const isOpen = ({ url, config }: RouteOptions) =>
  config?.action === 'public' || !url.startsWith('/api/') || url.startsWith('/api/docs')

/** As docs/security.md writes it: '/api/password/verify/{hash}'. A GET answers HEAD, too. The pages of the API are one line. */
const writtenCall = ({ method, url }: RouteOptions) =>
  `${method.includes('GET') ? 'GET' : String(method)} ${url.replace(/^(\/api\/docs).*/, '$1').replaceAll(/:(\w+)/g, '{$1}')}`

/** The first column of the table below 'Without a session'. */
function callsOfTable(): string[] {
  const page = readFileSync('docs/security.md', 'utf8')
  const section = /\*\*Without a session\*\*([\s\S]*?)\n\*\*/.exec(page)?.[1] ?? ''
  return [...section.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm)].map(([, call = '']) => call)
}

describeDatabase('route declarations', (open) => {
  const registered: RouteOptions[] = []
  const opened = new Set<string>()
  beforeAll(async () => {
    const store = await open()
    await house(store)
    const server = await startServer(store)
    const onRoute = (route: RouteOptions) => {
      if (isCall(route)) registered.push(route)
      if (route.method !== 'HEAD' && isOpen(route)) opened.add(writtenCall(route))
    }
    const app = await buildApp(server.context, { onRoute })
    await app.ready()
    await app.close()
    await server.stop()
  })
  const names = () => registered.map(({ method, url }) => `${String(method)} ${url}`)

  test('each declaration is registered once, and nothing else is', () => {
    expect(declaredRoutes.length).toBeGreaterThan(40)
    expect(names().sort()).toEqual(declaredRoutes.map(nameOf).sort())
  })

  test('each registered call has the action and the tag of its declaration', () => {
    const byName = new Map(declaredRoutes.map((route) => [nameOf(route), route]))
    for (const { method, url, config, schema } of registered) {
      const route = byName.get(`${String(method)} ${url}`)
      expect(route?.action, url).toBeTruthy()
      expect(route?.tag, url).toBeTruthy()
      expect({ action: config?.action, tags: schema?.tags }, url).toEqual({
        action: route?.action,
        tags: [route?.tag],
      })
    }
  })

  test('docs/security.md names each call that answers without a session, and no other', () => {
    expect(callsOfTable().sort()).toEqual([...opened].sort())
  })
})
