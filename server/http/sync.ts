/** Sync calls: pull, push and the event stream. docs/sync-protocol.md */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type PushResult, pullQuerySchema, pushRequestSchema } from '../../src/contract/sync.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import type { AppContext } from '../app-context.ts'
import { runCommand } from '../commands/run-command.ts'
import { sessionOf } from '../session/tokens.ts'
import { pull } from '../sync/pull.ts'
import { HttpError } from './errors.ts'

const tags = ['Sincronização']
const HEARTBEAT_MS = 20_000

/** '1.2.3' before '1.10.0': compared number by number. */
function isOlder(version: string, minimum: string): boolean {
  const [given, least] = [version, minimum].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10) || 0),
  )
  for (let place = 0; place < 3; place++) {
    const difference = (given?.[place] ?? 0) - (least?.[place] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

export function syncRoutes(context: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/sync',
      { config: { action: 'sync.use' }, schema: { tags, querystring: pullQuerySchema } },
      async (request, reply) => {
        const { cursor, limit } = request.query
        const page = await pull(context, { cursor: cursor ?? null, limit, user: request.session.user })
        return reply.type('application/json; charset=utf-8').send(page)
      },
    )

    app.post(
      '/sync/push',
      { config: { action: 'sync.use' }, schema: { tags, body: pushRequestSchema } },
      async (request) => {
        const { commands, app_version, device_id } = request.body
        const { minAppVersion } = context.config
        if (minAppVersion !== null && isOlder(app_version, minAppVersion))
          throw new HttpError(
            426,
            'app_too_old',
            'Esta versão do aplicativo é antiga demais. Atualize para enviar o que está na fila.',
          )
        const results: PushResult[] = []
        for (const command of commands) {
          results.push(
            await runCommand(context, {
              key: command.key,
              command: command.command,
              args: command.args,
              base: command.base,
              occurredAt: command.occurred_at,
              dependsOn: command.depends_on,
              user: request.session.user,
              deviceId: device_id,
            }),
          )
        }
        return { results, server_time: new Date(context.now()).toISOString() }
      },
    )

    app.get('/sync/events', { config: { action: 'sync.use' }, schema: { tags } }, (request, reply) => {
      const token = (request.headers.authorization ?? '').slice('Bearer '.length)
      reply.hijack()
      const stream = reply.raw
      stream.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      stream.write(': connected\n\n')
      context.metrics.eventStreams.inc()
      const poke = () =>
        stream.write(`event: poke\ndata: {"at":"${new Date(context.now()).toISOString()}"}\n\n`)
      const unsubscribe = context.pokes.subscribe(scopeOf(request.session.user), poke)
      /** A stream must not outlive its session: each heartbeat asks whether it still holds. */
      const beat = async () => {
        if ((await sessionOf(context, token)) === null) stream.end()
        else stream.write(': \n\n')
      }
      const heartbeat = setInterval(() => {
        beat().catch((error: unknown) => {
          request.log.warn({ err: error }, 'event stream closed')
          stream.end()
        })
      }, HEARTBEAT_MS)
      stream.on('close', () => {
        clearInterval(heartbeat)
        unsubscribe()
        context.metrics.eventStreams.dec()
      })
    })
  }
}
