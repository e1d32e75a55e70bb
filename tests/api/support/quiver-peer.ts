/** A sales service like Quiver's for tests: it checks its tokens, and answers as the test says. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface QuiverFault {
  readonly status?: number
  /** A text is sent as it is. */
  readonly body: unknown
  /** The connection ends in the middle of it. */
  readonly cut?: boolean
  /** Nothing comes, the connection stays open. */
  readonly silent?: boolean
}

export interface QuiverPeer {
  readonly url: string
  readonly asked: {
    readonly path: string
    readonly token: string | null
    readonly uid: string | null
    readonly body: unknown
  }[]
  readonly logins: number
  /** null: a token for every caller. */
  login: QuiverFault | null
  /** One after the other; the last one stays. */
  sales: readonly QuiverFault[]
  products: readonly QuiverFault[]
  /** All tokens so far answer 401 from now on. */
  expireTokens(): void
  reset(): void
  stop(): Promise<void>
}

const NONE: readonly QuiverFault[] = [{ body: [] }]

function send(
  response: ServerResponse,
  { status = 200, body, cut = false, silent = false }: QuiverFault,
): void {
  if (silent) return
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  if (!cut) {
    response.end(text)
    return
  }
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

export async function startQuiverPeer(): Promise<QuiverPeer> {
  let valid = ''
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      const { authorization = '', uid } = request.headers
      const token = authorization.replace('Bearer ', '') || null
      const body = request.method === 'POST' ? await json(request) : null
      peer.asked.push({ path, token, uid: typeof uid === 'string' ? uid : null, body })
      if (path.endsWith('/login')) {
        peer.logins++
        valid = `token-${peer.logins}`
        send(response, peer.login ?? { body: { token: valid, uid: 'uid-9' } })
      } else if (token !== valid || uid !== 'uid-9') send(response, { status: 401, body: { error: 'token' } })
      else send(response, next(path.includes('/sales') ? 'sales' : 'products'))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const peer = {
    url: `http://127.0.0.1:${port}`,
    asked: [] as QuiverPeer['asked'],
    logins: 0,
    login: null as QuiverFault | null,
    sales: NONE,
    products: NONE,
    expireTokens: () => {
      valid = 'none'
    },
    reset: () => {
      Object.assign(peer, { logins: 0, login: null, sales: NONE, products: NONE })
      peer.asked.length = 0
      valid = ''
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  function next(kind: 'sales' | 'products'): QuiverFault {
    const [first = { body: [] }, ...rest] = peer[kind]
    if (rest.length > 0) peer[kind] = rest
    return first
  }
  return peer
}
