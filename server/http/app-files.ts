/**
 * Serves the built app: hashed files are cached forever, other files are revalidated, each screen's path gets
 * index.html, the page without login its own file with a head for this visit.
 */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { EXTERNAL_PAGE } from '../../src/domain/indication/words.ts'
import type { AppContext } from '../app-context.ts'
import { pageWithHead } from '../indication/page-head.ts'
import { unknownAddress } from './errors.ts'
import { originOf } from './origin.ts'

const NO_BUILD = 'O aplicativo ainda não foi compilado. Rode "npm run build" e recarregue a página.'

const INDEX = 'index.html'

const querySchema = z.object({ inviter_id: z.string().max(40).catch('') })

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

export async function serveAppFiles(app: FastifyInstance, context: AppContext): Promise<void> {
  const { distDir } = context.config
  await app.register(fastifyStatic, {
    root: distDir,
    wildcard: true,
    index: false,
    cacheControl: false,
    // A file without a compressed copy is compressed as it is sent.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply))
  app.get(EXTERNAL_PAGE, { schema: { hide: true } }, async (request, reply) => {
    const page = await readFile(join(distDir, 'indicacao.html'), 'utf8').catch(() => null)
    if (page === null) return noBuild(reply)
    const code = querySchema.parse(request.query).inviter_id
    const html = await pageWithHead(context, page, { origin: originOf(context, request), code })
    // It names the inviter and the address by which this caller came: no cache may give it to another.
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  })

  const noBuild = (reply: FastifyReply) => reply.code(503).type('text/plain; charset=utf-8').send(NO_BUILD)

  async function sendPage(reply: FastifyReply) {
    if (!(await exists(join(distDir, INDEX)))) return noBuild(reply)
    return reply.header('cache-control', 'no-cache').sendFile(INDEX)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const asks = request.method === 'GET' || request.method === 'HEAD'
    const screen = asks && !/^\/api(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)
    if (screen) return sendPage(reply)
    const { status, body } = unknownAddress()
    return reply.code(status).send(body)
  })
}
