/**
 * The API's messages about wrong fields: in Portuguese, with the field's Portuguese name, without a word of a
 * programming language. Every field of every route and of every command gets every kind of wrong value; a slice of the run is a part of
 * these pairs.
 */

import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../../server/entry/app.ts'
import { commands, isCommandName } from '../../../src/commands/registry.ts'
import { errorBodySchema } from '../../../src/contract/errors.ts'
import { fieldName } from '../../../src/contract/field-names.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { type FuzzedRoute, inputSchema, routesOf } from '../security/fuzz/schemas.ts'
import { type Known, valueFor } from '../security/fuzz/values.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addSavable } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, inHours, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import {
  CALM,
  complaint,
  type Path,
  pathsOf,
  WRONG,
  WRONG_TEXTS,
  withValue,
} from '../support/wrong-fields.ts'

const DELIVERY_KEY = 'chave-da-concessionaria'
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Every save requires it. */
const PHONE = { inviter_phone: '11987654321' }

/** Of several fields one must be chosen. */
const CHOSEN: Readonly<Record<string, object>> = { '/api/calendar-feeds/:id': { schedules: true } }

const isUid = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'format' in schema && schema.format === 'uuid'

/** A value that the schema of a parameter takes, so that the rest of the request is what is refused. */
function fitting(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '1'
  if ('enum' in schema && Array.isArray(schema.enum)) return String(schema.enum[0])
  return isUid(schema) ? '00000000-0000-4000-8000-000000000000' : '1'
}

/** What the query cannot be without, so that only one field is refused. */
function requiredOf({ required = [], properties = {} }: FuzzedRoute['query']): Record<string, string> {
  return Object.fromEntries(required.map((name) => [name, fitting(properties[name])]))
}

describeDatabase('messages about wrong fields', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let app: FastifyInstance
  const routes: FuzzedRoute[] = []
  inHouse(
    open,
    async (opened) => {
      ;({ store, server } = opened)
      admin = await server.device(ADMIN)
      app = await buildApp(server.context, { onRoute: (route) => routes.push(...routesOf(route)) })
      await app.ready()
    },
    { ELECTIVE_LEAD_KEY: DELIVERY_KEY },
  )

  interface Asked {
    readonly route: FuzzedRoute
    readonly params?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: unknown
  }

  async function ask({ route, params = {}, query = {}, body }: Asked) {
    const path = route.url.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? fitting(route.params.properties?.[name])),
    )
    const token = route.url.endsWith('/elective-lead') ? DELIVERY_KEY : admin.token
    const answer = await app.inject({
      method: METHODS.find((method) => method === route.method) ?? 'GET',
      url: `${path}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: answer.body }
  }

  const ordinary = (leads: readonly { id: number; uid: string }[]): Known => ({
    numbers: leads.map(({ id }) => id),
    uids: leads.map(({ uid }) => uid),
    nasty: 0,
  })

  const complaints = async (asked: Asked, path: Path, nameOf: (key: string) => string | null = fieldName) => {
    const { status, body } = await ask(asked)
    if (![400, 422].includes(status)) return status >= 500 && status !== 503 ? [`${status} ${body}`] : []
    // A refusal of a name that is taken names the other record, which an earlier wrong value may have made.
    const told = body.replaceAll(/: [^:"]* \(ID \d+\)/g, '')
    const said = complaint(errorBodySchema.parse(JSON.parse(told)), path, nameOf)
    return said === null ? [] : [`${asked.route.method} ${asked.route.url} ${path.join('.')} ${said}`]
  }

  const isNeeded = ({ required = [] }: FuzzedRoute['query'], path: Path) => required.includes(path.join('.'))

  const ours = () => routes.filter(({ url, method }) => url.startsWith('/api/') && method !== 'HEAD')

  test('every field of every route has a name', () => {
    const nameless = ours().flatMap(({ params, query, body, url }) => {
      const title = (path: Path) => params.properties?.[path.join('.')]
      const titled = (path: Path) => {
        const schema = title(path)
        return typeof schema === 'object' && schema.title !== undefined
      }
      return [
        ...pathsOf(params).filter((path) => !titled(path)),
        ...pathsOf(query),
        ...(body === null ? [] : pathsOf(body)),
      ]
        .filter((path) => fieldName(path.join('.')) === null)
        .map((path) => `${url}: ${path.join('.')}`)
    })
    expect(nameless).toEqual([])
  })

  test(
    'every field of a path or a query gets a message with its name',
    async () => {
      const wrong: string[] = []
      let asked = 0
      for (const route of ours()) {
        for (const path of pathsOf(route.params)) {
          const schema = route.params.properties?.[String(path[0])]
          const title = typeof schema === 'object' ? schema.title : undefined
          for (const value of WRONG_TEXTS.slice(1)) {
            asked += 1
            const params = { [String(path[0])]: value }
            // A parameter that takes any text is followed by the body.
            const rest = route.body === null ? {} : { body: {} }
            const asking = { route, params, ...rest }
            wrong.push(...(await complaints(asking, path, (key) => title ?? fieldName(key))))
          }
        }
        for (const path of pathsOf(route.query))
          for (const value of WRONG_TEXTS) {
            asked += 1
            // A blank value is as if it were not there: docs/rules.md#wire-format
            if (value === '' && !isNeeded(route.query, path)) continue
            const query = { ...requiredOf(route.query), [path.join('.')]: value }
            wrong.push(...(await complaints({ route, query }, path)))
          }
      }
      expect(wrong).toEqual([])
      expect(asked).toBeGreaterThan(400)
    },
    2 * MINUTE_MS,
  )

  test(
    'every field of a body gets a message with its name',
    async () => {
      const lead = await addLead(store, workedBy(ADMIN))
      const known = ordinary([lead])
      const wrong: string[] = []
      let asked = 0
      for (const route of ours()) {
        if (route.body === null || route.url === '/api/sync/push') continue
        const id = isUid(route.params.properties?.id) ? lead.uid : String(lead.id)
        const params = { id, leadId: String(lead.id), uid: lead.uid }
        for (const form of route.body.anyOf ?? [route.body]) {
          const made = valueFor(CALM, form, known)
          const chosen = CHOSEN[route.url]
          const whole = chosen === undefined ? made : Object.assign({}, made, chosen)
          // Without its mark the form counts as another form.
          const marks = ['isDeadlineEdit', 'service_status']
          for (const path of pathsOf(form).filter((one) => !marks.includes(one.join())))
            for (const value of WRONG) {
              asked += 1
              const body = withValue(whole, path, value)
              wrong.push(...(await complaints({ route, params, body }, path)))
            }
        }
      }
      expect(wrong).toEqual([])
      expect(asked).toBeGreaterThan(1000)
    },
    4 * MINUTE_MS,
  )

  test(
    'every field of a command gets a message with its name, in the result of that command',
    async () => {
      const lead = await addLead(store, workedBy(ADMIN))
      const known = ordinary([lead])
      const wrong: string[] = []
      for (const name of Object.keys(commands)) {
        if (!isCommandName(name)) continue
        const schema = inputSchema(commands[name].args)
        const whole = valueFor(CALM, schema, known)
        const asked = pathsOf(schema).flatMap((path) =>
          WRONG.map((value) => ({ path, args: withValue(whole, path, value) })),
        )
        for (let start = 0; start < asked.length; start += 50) {
          const batch = asked.slice(start, start + 50)
          const results = await admin.push(...batch.map(({ args }) => ({ command: name, args })))
          for (const [place, result] of results.entries()) {
            const path = batch[place]?.path ?? []
            const said = result.outcome === 'rejected' ? complaint(result, path, fieldName) : null
            if (said !== null) wrong.push(`${name} ${path.join('.')} ${said}`)
            if (fieldName(path.join('.')) === null) wrong.push(`${name} ${path.join('.')} has no name`)
          }
        }
      }
      expect([...new Set(wrong)]).toEqual([])
    },
    4 * MINUTE_MS,
  )

  test('REST and push return the same message', async () => {
    const lead = await addLead(store, workedBy(ADMIN))
    const date = { scheduling_date: 'amanhã', description: 'x' }
    const rest = await admin.call('POST', '/leads/scheduling', { lead_id: lead.id, status: 0, ...date })
    const push = await admin.run({ command: 'lead.schedule', args: { lead_uid: lead.uid, ...date } })
    const message = 'Data do agendamento: Data e hora inválidas, envie AAAA-MM-DDThh:mm:ss com o fuso.'
    expect(rest).toMatchObject({ status: 400, body: { code: 'invalid', message } })
    expect(push).toMatchObject({ outcome: 'rejected', code: 'invalid', message })
  })

  test.each([
    ['GET', '/leads/abc', undefined, 'Número do lead: Envie um número, só com dígitos.'],
    ['GET', '/leads/99999999999', undefined, 'Número do lead: Envie um número até 2.147.483.647.'],
    ['PUT', '/clients/x', {}, 'Número do cliente: Envie um número, só com dígitos.'],
    ['GET', '/clients?page=0', undefined, 'Página: Envie um número a partir de 1.'],
    [
      'GET',
      '/leads/list-broker?start_date=ontem',
      undefined,
      'Data inicial: Data inválida, envie AAAA-MM-DD.',
    ],
    ['POST', '/login', {}, 'Login: Campo Obrigatório. Senha: Campo Obrigatório.'],
    ['POST', '/cepverify', { cep: '1' }, 'CEP inválido.'],
    ['POST', '/leads', { client_id: 'x' }, 'Cliente: Envie um número, só com dígitos.'],
  ] as const)('%s %s %j', async (method, path, body, message) => {
    expect(await admin.call(method, path, body)).toMatchObject({ status: 400, body: { message } })
  })

  test('a message about a partial form of a lead names the field', async () => {
    const { id } = await addSavable(store, BRUNA)
    const answer = await admin.call('PUT', `/leads/${id}`, { service_status: 'x' })
    const message = 'Situação do atendimento: Envie um número.'
    expect(answer).toMatchObject({ status: 422, body: { message } })
  })

  test('a message about an unknown row names the field', async () => {
    const { id } = await addSavable(store, BRUNA)
    const answer = await admin.call('PUT', `/leads/${id}`, {
      competitor_broker: 4711,
      ...PHONE,
    })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        message: 'Fechou com qual corretora? Valor desconhecido.',
        errors: { competitor_broker: ['Valor desconhecido'] },
      },
    })
  })

  test('a rule about a date names which of the four dates', async () => {
    const { id } = await addSavable(store, BRUNA)
    const answer = await admin.call('PUT', `/leads/${id}`, { quoted_date: inHours(50), ...PHONE })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { quoted_date: ['A data não pode ser posterior a hoje'] } },
    })
    expect(answer.body).toHaveProperty('message', expect.stringContaining('Data da cotação'))
  })
})

describe('the name of a field', () => {
  test.each([
    ['client.address.cep', 'CEP'],
    ['commands.0.args.changes.client.phone', 'Telefone'],
    ['filters.channel_id', 'Canal'],
    ['product_details.year', 'Ano'],
    ['toString', null],
    ['', null],
  ])('%s: %s', (path, name) => {
    expect(fieldName(path)).toBe(name)
  })
})
