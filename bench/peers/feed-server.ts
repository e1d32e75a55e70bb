/**
 * The server of all engines: the built page, the rows in the peers' format, and the same rows in the format of the
 * product's pull. Pages are created and compressed before the measurements.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PullPage, PushRequest } from '../../src/contract/sync.ts'
import { clientRow, leadRow, peerRow } from './rows.ts'

export const PAGE_ROWS = 2000
const CHANGED_ROWS = 500

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
}
/** Cross-origin isolation lets the page measure the memory of its workers. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

const compressed = new Map<string, Buffer>()
function page(key: string, make: () => unknown): Buffer {
  const known = compressed.get(key)
  if (known !== undefined) return known
  const made = gzipSync(JSON.stringify(make()), { level: 1 })
  compressed.set(key, made)
  return made
}

const places = (from: number, leads: number) =>
  Array.from({ length: Math.max(0, Math.min(PAGE_ROWS, leads - from)) }, (_, place) => from + place)

const peerPage = (leads: number, from: number) =>
  page(`peers/${leads}/${from}`, () => ({
    rows: places(from, leads).map((place) => peerRow(place)),
    next: from + PAGE_ROWS < leads ? from + PAGE_ROWS : null,
  }))

/** The oldest and the newest lead of status 2. One of them comes first on a board in either order. */
function endsOf(leads: number): number[] {
  const known = ends.get(leads)
  if (known !== undefined) return known
  const ofStatus2 = Array.from({ length: leads }, (_, place) => ({ place, lead: leadRow(place) }))
    .filter(({ lead }) => lead.status === 2)
    .toSorted((a, b) => Date.parse(a.lead.create_lead_date) - Date.parse(b.lead.create_lead_date))
  const found = [ofStatus2[0], ofStatus2.at(-1)].flatMap((end) => end?.place ?? [])
  ends.set(leads, found)
  return found
}
const ends = new Map<number, number[]>()

/**
 * Returns changed rows spread over all leads, so that they share no page and no index block. The oldest and newest
 * lead of status 2 move to status 3 and back, so that the first card changes each time for any number of leads.
 */
function changedRows<Row>(
  leads: number,
  revision: number,
  rowOf: (place: number, revision: number, moved?: number) => Row,
): Row[] {
  const moved = endsOf(leads)
  const others = Array.from({ length: CHANGED_ROWS }, (_, place) => (place * 97) % leads)
  return [
    ...moved.map((place) => rowOf(place, revision, 2 + (revision % 2))),
    ...others.filter((place) => !moved.includes(place)).map((place) => rowOf(place, revision)),
  ].slice(0, CHANGED_ROWS)
}

const NOTHING = {
  timelines: [],
  removed: { leads: [], catalogues: [] },
  server_time: new Date().toISOString(),
}

/** `cursor`: the next row, or 'done <revision>'. */
function pullPage(leads: number, cursor: string | null, revision: number): Buffer {
  if (cursor?.startsWith('done')) {
    const hasChanges = cursor !== `done ${revision}`
    return page(
      `pull/${leads}/${cursor}/${revision}`,
      (): PullPage => ({
        ...NOTHING,
        rows: {
          leads: hasChanges ? changedRows(leads, revision, leadRow) : [],
          clients: hasChanges ? changedRows(leads, revision, clientRow) : [],
          catalogues: [],
        },
        cursor: `done ${revision}`,
        more: false,
      }),
    )
  }
  const from = Number(cursor ?? 0)
  const more = from + PAGE_ROWS < leads
  return page(
    `pull/${leads}/${from}/${more ? '' : revision}`,
    (): PullPage => ({
      ...NOTHING,
      rows: {
        leads: places(from, leads).map((place) => leadRow(place)),
        clients: places(from, leads).map((place) => clientRow(place)),
        catalogues: [],
      },
      cursor: more ? String(from + PAGE_ROWS) : `done ${revision}`,
      more,
      ...(from === 0 ? { expected: leads } : {}),
    }),
  )
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

function send(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(typeof body === 'string' ? {} : { 'content-encoding': 'gzip' }),
    ...ISOLATED,
  })
  response.end(body)
}

/** The token contains the number of leads: the product's engine sends nothing else that the bench sets. */
const leadsOf = (request: IncomingMessage) =>
  Number(/bench-(\d+)/.exec(request.headers.authorization ?? '')?.[1])

export async function serveFeed(dist: string, sizes: readonly number[]) {
  let revision = 0
  for (const leads of sizes)
    for (let from = 0; from < leads; from += PAGE_ROWS) {
      peerPage(leads, from)
      pullPage(leads, String(from), 0)
    }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const number = (name: string) => Number(url.searchParams.get(name))
    switch (url.pathname) {
      case '/peers/page':
        return send(response, peerPage(number('leads'), number('from')))
      case '/peers/changed':
        return send(
          response,
          page(`changed/${number('leads')}/${revision}`, () =>
            changedRows(number('leads'), revision, peerRow),
          ),
        )
      case '/peers/change': {
        revision += 1
        const leads = number('leads')
        // The pages are created before the time is taken.
        page(`changed/${leads}/${revision}`, () => changedRows(leads, revision, peerRow))
        pullPage(leads, `done ${revision - 1}`, revision)
        return send(response, '{}')
      }
      case '/api/sync':
        return send(response, pullPage(leadsOf(request), url.searchParams.get('cursor'), revision))
      case '/api/sync/push': {
        const { commands } = JSON.parse(await bodyOf(request)) as PushRequest
        const results = commands.map(({ key }) => ({
          key,
          outcome: 'applied',
          rows: { leads: [], clients: [] },
          removed: [],
        }))
        return send(response, JSON.stringify({ results, server_time: NOTHING.server_time }))
      }
      case '/api/sync/events':
        response.writeHead(200, { 'content-type': 'text/event-stream', ...ISOLATED })
        response.write(': open\n\n')
        return
      default: {
        const path = url.pathname === '/' ? '/index.html' : url.pathname
        const file = await readFile(join(dist, path)).catch(() => null)
        if (file === null) return void response.writeHead(404).end()
        const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
        return void response.writeHead(200, { 'content-type': type, ...ISOLATED }).end(file)
      }
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Resets the changes: each engine starts with the original rows. */
    startOver: () => {
      revision = 0
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
