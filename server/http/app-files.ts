/**
 * Serves the built app: hashed files are cached forever, other files are revalidated, each screen's path gets
 * index.html, the page without login its own file with a head for this visit, the receipts theirs.
 */
import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { RECEIPT_PAGE } from '../../src/domain/indication/receipt-code.ts'
import { EXTERNAL_PAGE } from '../../src/domain/indication/words.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import { originOf } from '../context/origin.ts'
import { pageWithHead } from '../indication/page-head.ts'
import { statusOf, unknownAddress } from '../wire/errors.ts'
import { counter, useLimits } from '../wire/limits.ts'

const NO_BUILD = 'O aplicativo ainda não foi compilado. Rode "npm run build" e recarregue a página.'

const INDEX = 'index.html'
const RECEIPT = 'recibo.html'

/** docs/rules.md#quotas */
const LIMIT = { name: 'external-page', max: 120, windowMs: HOUR_MS }

const querySchema = z.object({ inviter_id: z.string().max(40).catch('') })

/**
 * The worker that computes Argon2id runs WebAssembly. Only its own response allows that, and it may load nothing from
 * elsewhere and connect to nothing. docs/security.md#protected-devices
 */
const ARGON2_WORKER = /[/\\]argon2\.worker-[\w-]+\.js(?:\.\w+)?$/
const ARGON2_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

const noBuild = (reply: FastifyReply) => reply.code(503).type('text/plain; charset=utf-8').send(NO_BUILD)

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Returns a reader that keeps the file's text until a build writes it anew; null: there is no such file. */
function textReader(path: string): () => Promise<string | null> {
  let kept: { readonly writtenMs: number; readonly text: string } | null = null
  return async () => {
    const writtenMs = (await stat(path).catch(() => null))?.mtimeMs
    if (writtenMs === undefined) return null
    if (kept?.writtenMs !== writtenMs) kept = { writtenMs, text: await readFile(path, 'utf8') }
    return kept.text
  }
}

/**
 * The page of an inviter's link. It always opens. Beyond the limit its head names no inviter, and the database is not
 * asked.
 */
function linkPage(context: AppContext): FastifyPluginAsync {
  const readPage = textReader(join(context.config.distDir, 'indicacao.html'))
  return async (app) => {
    await useLimits(app, context)
    const wait = counter(app, context, LIMIT)
    app.get(EXTERNAL_PAGE, { schema: { hide: true } }, async (request, reply) => {
      const page = await readPage()
      if (page === null) return noBuild(reply)
      const isWithin = (await wait(request)) === null
      const code = isWithin ? querySchema.parse(request.query).inviter_id : null
      const html = await pageWithHead(context, page, { origin: originOf(context, request), code })
      // It names the inviter and the address by which this caller came: no cache may give it to another.
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
    })
  }
}

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
      if (hashed && ARGON2_WORKER.test(path)) reply.header('content-security-policy', ARGON2_POLICY)
    },
  })
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply))
  await app.register(linkPage(context))
  app.get(RECEIPT_PAGE, { schema: { hide: true } }, (_request, reply) => sendPage(reply, RECEIPT))

  async function sendPage(reply: FastifyReply, file = INDEX) {
    if (!(await exists(join(distDir, file)))) return noBuild(reply)
    return reply.header('cache-control', 'no-cache').sendFile(file)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const asks = request.method === 'GET' || request.method === 'HEAD'
    const screen = asks && !/^\/api(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)
    if (screen) return sendPage(reply)
    const refusal = unknownAddress()
    return reply.code(statusOf(refusal)).send(refusal.body)
  })
}
