/** The event stream of one device: a poke when something in its scope may have changed, and heartbeats. */
import type { ServerResponse } from 'node:http'
import { scopeOf } from '../../src/domain/lead/access.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../context/app-context.ts'
import { sessionOf } from '../session/tokens.ts'

/** Proxies and devices close a connection that is silent for longer. */
export const HEARTBEAT_MS = 20_000

export interface EventStream {
  readonly token: string
  readonly user: SessionUser
  readonly heartbeatMs: number
  readonly warn: (error: unknown) => void
}

/** Writes events to the open response until the device disconnects, the session ends or the server stops. */
export function streamEvents(
  context: AppContext,
  response: ServerResponse,
  { token, user, heartbeatMs, warn }: EventStream,
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const write = (text: string) => {
    if (!response.writableEnded && !response.destroyed) response.write(text)
  }
  write(': connected\n\n')
  context.metrics.eventStreams.inc()
  const subscription = context.pokes.subscribe({ userId: user.id, scope: scopeOf(user) }, () =>
    write(`event: poke\ndata: {"at":"${new Date(context.now()).toISOString()}"}\n\n`),
  )

  /** Ends the stream with its session. Updates the scope, since the user's role or team may have changed. */
  const beat = async () => {
    const session = await sessionOf(context, token)
    if (session === null) return void response.end()
    subscription.scope = scopeOf(session.user)
    write(': \n\n')
  }
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => {
      warn(error)
      response.end()
    })
  }, heartbeatMs)
  response.on('close', () => {
    clearInterval(heartbeat)
    subscription.end()
    context.metrics.eventStreams.dec()
  })
}
