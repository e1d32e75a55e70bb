/** One request from a seed: to a route of the app, close to its schema or far from it, as bytes. */
import { Buffer } from 'node:buffer'
import type { Random } from '../../../../server/demo/random.ts'
import type { FuzzedRoute } from './schemas.ts'
import { DEEP, deepText, type Known, nastyValue, valueFor } from './values.ts'

export interface FuzzedRequest {
  readonly bytes: Buffer
  readonly method: string
  readonly route: string
}

interface Body {
  readonly type: string | null
  readonly bytes: Buffer
}

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Half a surrogate pair has no encoding. */
const encoded = (value: unknown) => encodeURIComponent(text(value).slice(0, 3000).toWellFormed())

function targetOf(random: Random, route: FuzzedRoute, known: Known): string {
  const params = route.params.properties ?? {}
  const path = route.url.replace(/:(\w+)|\*/g, (_, name: string | undefined) => {
    const schema = params[name ?? '']
    const value = typeof schema === 'object' ? valueFor(random, schema, known) : nastyValue(random)
    return random.chance(0.05)
      ? text(value)
          .replace(/[^!-~]/g, '')
          .slice(0, 200)
      : encoded(value)
  })
  const query = Object.entries(route.query.properties ?? {}).flatMap(([name, schema]) =>
    random.chance(0.4) && typeof schema === 'object'
      ? [`${name}=${encoded(valueFor(random, schema, known))}`]
      : [],
  )
  if (random.chance(0.04))
    query.push(random.pick(['a=%zz', '&&&=', '__proto__=1', 'a[b]=1', 'x'.repeat(4000), 'limit=1&limit=2']))
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  if (random.chance(0.02)) return `${target}${random.pick(['%', '%00', '//..//', '%c0%af', '#x', '/'])}`
  return target
}

const json = (value: unknown) =>
  Buffer.from(text(JSON.stringify(value)).replaceAll(JSON.stringify(DEEP), deepText))

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'

function formBody(random: Random, known: Known): Body {
  const field = (name: string, value: unknown) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text(value)}\r\n`
  const file = [
    '--b',
    'content-disposition: form-data; name="file"; filename="oc.pdf"',
    'content-type: application/pdf',
    '',
    `${PDF}\r\n`,
  ].join('\r\n')
  const lead = field('lead_id', random.chance(0.8) ? random.pick(known.numbers) : nastyValue(random))
  const parts = [
    lead,
    file,
    ...(random.chance(0.1) ? [file] : []),
    ...(random.chance(0.1) ? [field('__proto__', 'x')] : []),
  ]
  const whole = Buffer.from(`${random.chance(0.5) ? parts.join('') : parts.toReversed().join('')}--b--\r\n`)
  return {
    type: random.weighted([
      ['multipart/form-data; boundary=b', 20],
      ['multipart/form-data', 1],
      ['multipart/form-data; boundary=', 1],
      [`multipart/form-data; boundary=${'x'.repeat(300)}`, 1],
    ]),
    bytes: random.chance(0.5) ? broken(random, whole) : whole,
  }
}

/** A cut copy, or one with some other bytes. */
function broken(random: Random, whole: Buffer): Buffer {
  if (random.chance(0.5)) return whole.subarray(0, random.between(0, whole.length))
  const changed = Buffer.from(whole)
  for (let count = random.between(1, 6); count > 0 && changed.length > 0; count--)
    changed[random.between(0, changed.length - 1)] = random.between(0, 255)
  return changed
}

function bodyOf(random: Random, route: FuzzedRoute, known: Known): Body {
  const ofKind = {
    near: () => ({ type: 'application/json', bytes: json(valueFor(random, route.body ?? {}, known)) }),
    nasty: () => ({ type: 'application/json', bytes: json(nastyValue(random)) }),
    broken: () => ({
      type: 'application/json',
      bytes: broken(random, json(valueFor(random, route.body ?? {}, known))),
    }),
    form: () => formBody(random, known),
    pdf: () => ({
      type: 'application/pdf',
      bytes: random.chance(0.7) ? Buffer.from(PDF) : Buffer.from(text(nastyValue(random))),
    }),
    large: () => ({
      type: 'application/json',
      bytes: Buffer.from(`"${'x'.repeat(random.between(60_000, 2_500_000))}"`),
    }),
    other: () => ({
      type: random.pick([
        null,
        'text/plain',
        'application/xml',
        'application/json; charset=utf-7',
        'nada',
        ';;',
        'application/x-www-form-urlencoded',
      ]),
      bytes: Buffer.from('a=1'),
    }),
    none: () => ({ type: null, bytes: Buffer.alloc(0) }),
  }
  const isForm = route.consumes.includes('multipart/form-data')
  const isPdf = route.consumes.includes('application/pdf')
  const kind = random.weighted([
    ['near', route.body === null ? 4 : 60],
    ['nasty', 4],
    ['broken', 5],
    ['form', isForm ? 150 : 2],
    ['pdf', isPdf ? 150 : 1],
    ['large', 0.5],
    ['other', 3],
    ['none', ['GET', 'HEAD', 'DELETE'].includes(route.method) ? 150 : 5],
  ] as const)
  return ofKind[kind]()
}

const NASTY_HEADERS: readonly (readonly [string, string])[] = [
  ['idempotency-key', 'curta'],
  ['idempotency-key', 'x'.repeat(3000)],
  ['idempotency-key', 'ação-de-teste'],
  ['accept-encoding', ';;;q=, *;q=nada'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'nada'],
  ['expect', '100-continue'],
  ['expect', 'milagre'],
  ['range', 'bytes=99-1'],
  ['if-none-match', '"'],
  ['if-modified-since', 'ontem'],
  ['upgrade', 'websocket'],
  ['x-forwarded-for', '::::, 1.2.3.4.5'],
  ['x-forwarded-proto', 'gopher'],
  ['host', 'outro:99999'],
  ['cookie', 'a=b; '.repeat(4000)],
  ['x-nulo', 'a\0b'],
  ['nome ruim', 'x'],
  ['origin', 'null'],
  ['te', 'trailers'],
  ['content-length', '3'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'nada'],
]

/** The header with the body's length, mostly a correct one. */
function framed(random: Random, bytes: Buffer): { header: string | null; bytes: Buffer } {
  const chunk = (part: Buffer) =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  const ways = {
    plain: () => ({ header: bytes.length > 0 ? `content-length: ${bytes.length}` : null, bytes }),
    chunked: () => ({
      header: 'transfer-encoding: chunked',
      bytes: Buffer.concat([bytes.length > 0 ? chunk(bytes) : bytes, chunk(Buffer.alloc(0))]),
    }),
    'chunked, broken': () => ({
      header: 'transfer-encoding: chunked',
      bytes: Buffer.concat([Buffer.from('zz\r\n'), bytes]),
    }),
    'too long': () => ({ header: `content-length: ${bytes.length + 50}`, bytes }),
    'too short': () => ({ header: `content-length: ${Math.max(bytes.length - 3, 0)}`, bytes }),
    'no number': () => ({ header: 'content-length: muitos', bytes }),
  }
  const way = random.weighted([
    ['plain', 100],
    ['chunked', 3],
    ['chunked, broken', 1],
    ['too long', 0.7],
    ['too short', 1],
    ['no number', 1],
  ] as const)
  return ways[way]()
}

/** `tokens` are sessions of several roles. */
export function requestFrom(
  random: Random,
  {
    routes,
    rows,
    tokens,
  }: { routes: readonly FuzzedRoute[]; rows: Omit<Known, 'nasty'>; tokens: readonly string[] },
): FuzzedRequest {
  const known = { ...rows, nasty: random.pick([0, 0.03, 0.03, 0.08, 0.08, 0.3]) }
  // Routes with a body get more requests: they have more fields to break.
  const route = random.weighted(routes.map((one) => [one, one.body === null ? 2 : 4] as const))
  const method = random.chance(0.02)
    ? random.pick(['PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'NADA', 'get'])
    : route.method
  const body = bodyOf(random, route, known)
  const { header, bytes } = framed(random, body.bytes)
  const authorization = random.weighted([
    [`Bearer ${random.pick(tokens)}`, 85],
    // The key of a dealership's system.
    ['Bearer chave-da-concessionaria', route.url.endsWith('/elective-lead') ? 300 : 1],
    [null, 6],
    ['Bearer', 1],
    [`Bearer ${'x'.repeat(random.between(1, 3000))}`, 2],
    [`Basic ${random.pick(tokens)}`, 1],
    [`Bearer  ${random.pick(tokens)} x`, 1],
    ['Bearer \u00e7\u00e3o', 1],
  ])
  const lines = [
    `${method} ${targetOf(random, route, known)} HTTP/1.1`,
    ...(random.chance(0.01) ? [] : ['host: farol']),
    'connection: close',
    ...(authorization === null ? [] : [`authorization: ${authorization}`]),
    ...(body.type === null ? [] : [`content-type: ${body.type}`]),
    ...(header === null ? [] : [header]),
    ...(random.chance(0.08) ? [random.pick(NASTY_HEADERS).join(': ')] : []),
    ...(random.chance(0.1) ? [`idempotency-key: ${random.pick(known.uids)}`] : []),
    ...(random.chance(0.004) ? Array.from({ length: 3000 }, (_, place) => `x-${place}: 1`) : []),
  ]
  return {
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]),
    method,
    route: `${route.method} ${route.url}`,
  }
}
