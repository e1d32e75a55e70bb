/**
 * The API's document has no gaps: words for each call and each of its errors, a meaning for each field, an example for
 * each scalar. A message says where the missing text belongs: docs/where-to-change.md#the-servers-interfaces
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Example } from '../../../server/records/meaning.ts'
import { BY_OPERATION, BY_PATH } from '../../../server/wire/documented/fields/by-operation.ts'
import { EVERYWHERE, fieldText } from '../../../server/wire/documented/fields.ts'
import { OPERATION_NAMES } from '../../../server/wire/documented/operations.ts'
import { fits, isNode, isScalar, type Node, nodesOf } from '../../../server/wire/documented/schema.ts'
import { placeOf } from '../../../server/wire/documented/sync/rows.ts'
import { describeDatabase } from '../support/databases.ts'
import { house } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const OPERATIONS = 'server/wire/documented/operations'
const FIELDS = 'server/wire/documented/fields'

interface Field {
  readonly operation: string
  /** From the root of its part of the call. */
  readonly path: readonly string[]
  readonly schema: Node
  readonly description: unknown
}

/** All fields in a schema, at any depth. */
function fieldsIn(schema: unknown, operation: string, path: readonly string[] = []): Field[] {
  if (!isNode(schema)) return []
  const inside = [
    schema.items,
    schema.additionalProperties,
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => nodesOf(schema[key])),
  ]
  const own = Object.entries(isNode(schema.properties) ? schema.properties : {}).flatMap(([name, field]) =>
    isNode(field)
      ? [
          { operation, path: [...path, name], schema: field, description: field.description },
          ...fieldsIn(field, operation, [...path, name]),
        ]
      : [],
  )
  return [...own, ...inside.flatMap((each) => fieldsIn(each, operation, path))]
}

const contentOf = (part: unknown): Node[] =>
  isNode(part) && isNode(part.content) ? nodesOf(Object.values(part.content)) : []

/** Parameters, body and answers. */
function fieldsOf(operation: Node, name: string): Field[] {
  const parameters = nodesOf(operation.parameters).flatMap(({ name: parameter, schema, description }) =>
    isNode(schema)
      ? [
          { operation: name, path: [String(parameter)], schema, description },
          ...fieldsIn(schema, name, [String(parameter)]),
        ]
      : [],
  )
  const answers = isNode(operation.responses) ? Object.values(operation.responses) : []
  const media = [operation.requestBody, ...answers].flatMap(contentOf)
  return [...parameters, ...media.flatMap(({ schema }) => fieldsIn(schema, name))]
}

const isNullOnly = ({ enum: values, anyOf }: Node): boolean =>
  Array.isArray(values)
    ? values.every((value) => value === null)
    : Array.isArray(anyOf) && nodesOf(anyOf).every(isNullOnly)

const isExample = (value: unknown): value is Example =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const where = ({ operation, path }: Field) => `\`${path.join('.')}\` of ${operation}`
const once = (lines: readonly string[]) => [...new Set(lines)].toSorted()

/** The numbers that a text explains: '1 sim, 0 não'. */
const explained = (text: unknown): number[] =>
  [...String(text).matchAll(/(?<![\w/])(\d+) (?=\p{L}{2})/gu)].map(([, number]) => Number(number))

/** Fields that sum up rows of a report. */
const SUMS: readonly string[] = ['total', 'summaryReport', 'summaryTotal', 'weeks']

describeDatabase("the API's document", (open) => {
  let server: TestServer
  let schemas: Node
  const calls = new Map<string, Node>()
  let fields: Field[]
  beforeAll(async () => {
    const store = await open()
    await house(store)
    server = await startServer(store)
    const document: unknown = (await server.app.inject({ url: '/api/docs/json' })).json()
    if (!isNode(document) || !isNode(document.paths) || !isNode(document.components))
      throw new Error('no document')
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(isNode(item) ? item : {}))
        if (isNode(operation))
          calls.set(
            `${method.toUpperCase()} ${path.replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
            operation,
          )
    schemas = isNode(document.components.schemas) ? document.components.schemas : {}
    fields = [
      ...[...calls].flatMap(([name, operation]) => fieldsOf(operation, name)),
      ...Object.entries(schemas).flatMap(([name, schema]) => {
        const { operation, path } = placeOf(name)
        return fieldsIn(schema, name === 'Erro' ? 'error' : operation, path)
      }),
    ]
  })
  afterAll(() => server.stop())

  test('each call has a summary and a description', () => {
    expect(calls.size).toBeGreaterThan(160)
    const silent = [...calls].flatMap(([name, { summary, description }]) =>
      [summary, description].every((text) => typeof text === 'string' && text !== '')
        ? []
        : [`${name}: add it to a table in ${OPERATIONS}`],
    )
    expect(silent).toEqual([])
  })

  test('each text belongs to a call', () => {
    const gone = [...OPERATION_NAMES, ...Object.keys(BY_OPERATION)].filter((name) => !calls.has(name))
    expect(gone, `remove from ${OPERATIONS} or ${FIELDS}/by-operation.ts`).toEqual([])
  })

  test('each call has an answer with a schema, or without content', () => {
    const without = [...calls].flatMap(([name, { responses }]) => {
      const good = Object.entries(isNode(responses) ? responses : {}).filter(([status]) =>
        status.startsWith('2'),
      )
      const isThere = good.some(
        ([status, answer]) => status === '204' || contentOf(answer).some(({ schema }) => isNode(schema)),
      )
      return isThere ? [] : [name]
    })
    expect(without, 'its declaration in src/contract has no answer').toEqual([])
  })

  test('each error has its code and a sentence', () => {
    const wordless = [...calls].flatMap(([name, { responses }]) =>
      Object.entries(isNode(responses) ? responses : {}).flatMap(([status, answer]) => {
        if (status.startsWith('2')) return []
        const lines = isNode(answer) ? String(answer.description).split('\n') : []
        const good = lines.length > 0 && lines.every((line) => /^(- )?`[a-z_]+`: .+\.$/.test(line))
        return good ? [] : [`${name} ${status}: ${OPERATIONS}`]
      }),
    )
    expect(wordless).toEqual([])
    const all = [...calls].filter(
      ([, { responses }]) => isNode(responses) && ![400, 500].every((status) => status in responses),
    )
    expect(all.map(([name]) => name)).toEqual([])
  })

  test('each field has a meaning', () => {
    const missing = fields.flatMap((field) =>
      typeof field.description === 'string' && field.description !== ''
        ? []
        : [`${where(field)}: add '${field.path.at(-1)}' to a table in ${FIELDS}`],
    )
    expect(once(missing)).toEqual([])
  })

  test('each scalar has an example that fits its schema', () => {
    const missing = fields.flatMap((field) => {
      const { schema } = field
      if (!isScalar(schema) || schema.format === 'binary') return []
      if (isExample(schema.example) && fits(schema, schema.example)) return []
      return [
        `${where(field)}: no example of '${field.path.at(-1)}' in ${FIELDS} fits ${JSON.stringify({ ...schema, description: undefined })}`,
      ]
    })
    expect(once(missing)).toEqual([])
  })

  test('a text explains the numbers that the field takes, and no others', () => {
    const wrong = fields.flatMap((field) => {
      const values = (Array.isArray(field.schema.enum) ? field.schema.enum : []).filter(
        (value) => typeof value === 'number',
      )
      const told = explained(field.description)
      const fit = told.length === values.length && told.every((number) => values.includes(number))
      return values.length < 2 || told.length === 0 || fit
        ? []
        : [`${where(field)} takes ${values.join(', ')}: ${String(field.description)}`]
    })
    expect(once(wrong), `add the longer path to a table in ${FIELDS}`).toEqual([])
  })

  test('a sum is not told as a flag of one lead, and a text has one meaning', () => {
    const flags = fields.filter(
      ({ path, description }) => SUMS.includes(path.at(-2) ?? '') && /\b0 não\b/.test(String(description)),
    )
    expect(once(flags.map(where))).toEqual([])
    const double = fields.filter(({ description }) =>
      /\bno filtro\b|\bfiltro:|\bnum erro\b/i.test(String(description)),
    )
    expect(once(double.map(where)), 'use `uses` of the meaning').toEqual([])
  })

  test('no field is of null alone, except a code that is never sent', () => {
    const nulls = fields
      .filter(({ schema }) => isNullOnly(schema))
      .map(({ path }) => path.slice(-2).join('.'))
    expect(once(nulls)).toEqual(['verify.verify_code'])
  })

  test('a lead can be created with a referrer by number', () => {
    const referrer = fields.find(
      ({ operation, path }) => operation === 'POST /leads' && path.join('.') === 'inviter_id',
    )
    expect(referrer?.schema).toMatchObject({
      nullable: true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
    })
  })

  test('the trap of the page without login is not listed', () => {
    const names = fields
      .filter(({ operation }) => operation === 'POST /leads/externalLead')
      .map(({ path }) => path.at(-1))
    expect(names).toContain('stamp')
    expect(names).not.toContain('website')
    expect(JSON.stringify(calls.get('POST /leads/externalLead'))).not.toContain('website')
  })

  test('a name has one meaning in general, and each meaning is used', () => {
    const names = EVERYWHERE.flatMap((table) => Object.keys(table))
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
    const used = new Set(fields.flatMap(({ path }) => path.map((_, from) => path.slice(from).join('.'))))
    expect(
      names.filter((name) => !used.has(name)),
      `no field has it: remove from ${FIELDS}`,
    ).toEqual([])
    // Calls share tables, and not each of them has all their names.
    const tables = [...Object.entries(BY_OPERATION), ...Object.entries(BY_PATH), ...server.meanings]
    const general = new Map(EVERYWHERE.flatMap((table) => Object.entries(table)))
    const retold = [...server.meanings].flatMap(([place, own]) =>
      Object.entries(own).flatMap(([name, meaning]) =>
        JSON.stringify(meaning) === JSON.stringify(general.get(name)) ? [`${place} ${name}`] : [],
      ),
    )
    expect(retold, 'remove them: the general meaning holds').toEqual([])
    const lines = tables.flatMap(([place, table]) => {
      const own = fields.filter(({ operation }) =>
        place.startsWith('/') ? `${operation}/`.includes(` ${place}/`) : operation === place,
      )
      const ends = new Set(own.flatMap(({ path }) => path.map((_, from) => path.slice(from).join('.'))))
      return Object.entries(table).map(([name, meaning]) => ({ name, meaning, isUsed: ends.has(name) }))
    })
    const told = new Set(lines.filter(({ isUsed }) => isUsed).map(({ meaning }) => meaning))
    const unused = lines
      .filter(({ meaning }) => !told.has(meaning))
      .map(({ name, meaning }) => `${name}: ${meaning.text}`)
    expect(unused, `no field has it: remove from ${FIELDS}/by-operation.ts or server/records`).toEqual([])
  })

  test('the longest end of a path decides the meaning, then its use', () => {
    const textOf = (path: readonly string[], schema: Node = {}, isAsked = false) =>
      fieldText({ operation: 'GET /leads/:id', path, isAsked }, schema)?.description ?? null
    expect(textOf(['channel', 'id'])).toBe('Número do canal.')
    expect(textOf(['unheard_of'])).toBeNull()
    expect(textOf(['leads'], { type: 'array' })).toBe('Os leads.')
    expect(textOf(['leads'], { type: 'integer' })).toBe('Quantos leads são.')
    expect(textOf(['client_name'], { type: 'string' })).toBe('Nome do cliente.')
    expect(textOf(['client_name'], { type: 'string' }, true)).toBe('Parte do nome do cliente.')
  })

  test('a sentence that is said of a list or a record is said of no single value', () => {
    // A setting comes as a list of its value.
    const isSetting = ({ items }: Node) =>
      isNode(items) && isNode(items.properties) && Object.keys(items.properties).join() === 'value'
    const kindOf = (schema: Node) =>
      isSetting(schema)
        ? null
        : schema.type === 'array' || schema.type === 'object'
          ? 'whole'
          : isScalar(schema)
            ? 'value'
            : null
    const bySentence = Map.groupBy(fields, ({ description }) => description)
    const mixed = [...bySentence].flatMap(([sentence, all]) => {
      const kinds = new Set(all.map(({ schema }) => kindOf(schema)).filter((kind) => kind !== null))
      return kinds.size > 1 && typeof sentence === 'string'
        ? [`${sentence} ${all.map(where).join(', ')}`]
        : []
    })
    expect(mixed, `give the name another meaning for this type: ${FIELDS}`).toEqual([])
  })
})
