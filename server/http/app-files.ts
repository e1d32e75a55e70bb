/**
 * Serves the built app: hashed files are cached forever, other files are revalidated, each screen's path gets
 * index.html, the page without login its own file.
 */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { EXTERNAL_PAGE } from '../../src/domain/indication/words.ts'
import { unknownAddress } from './errors.ts'

const NO_BUILD = 'O aplicativo ainda não foi compilado. Rode "npm run build" e recarregue a página.'

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

export async function serveAppFiles(app: FastifyInstance, distDir: string): Promise<void> {
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
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply, 'index.html'))
  app.get(EXTERNAL_PAGE, { schema: { hide: true } }, (_request, reply) => sendPage(reply, 'indicacao.html'))

  async function sendPage(reply: FastifyReply, page: 'index.html' | 'indicacao.html') {
    if (!(await exists(join(distDir, page))))
      return reply.code(503).type('text/plain; charset=utf-8').send(NO_BUILD)
    return reply.header('cache-control', 'no-cache').sendFile(page)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const asks = request.method === 'GET' || request.method === 'HEAD'
    const screen = asks && !/^\/api(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)
    if (screen) return sendPage(reply, 'index.html')
    const { status, body } = unknownAddress()
    return reply.code(status).send(body)
  })
}
