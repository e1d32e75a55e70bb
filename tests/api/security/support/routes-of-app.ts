/** What the built server answers to, found from the server itself. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Action } from '../../../../src/domain/permissions/actions.ts'

export interface AppRoute {
  /** 'GET /leads/:id', without the prefix '/api'. */
  readonly route: string
  /** Undefined: it is not behind the hook that asks who calls. */
  readonly action: Action | 'public' | undefined
}

/** Fastify tells of each instance before anything is registered: https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks */
const CHANNEL = 'fastify.initialization'
const PREFIX = '/api'

const isApp = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message

/** Collects the routes under /api of a server that is built from now on until `done`. */
export function watchRoutes(): { readonly routes: readonly AppRoute[]; readonly done: () => void } {
  const routes: AppRoute[] = []
  const listen = (message: unknown) => {
    if (!isApp(message)) return
    message.fastify.addHook('onRoute', ({ method, url, config }) => {
      if (url !== PREFIX && !url.startsWith(`${PREFIX}/`)) return
      for (const one of [method].flat())
        routes.push({ route: `${one} ${url.slice(PREFIX.length)}`, action: config?.action })
    })
  }
  subscribe(CHANNEL, listen)
  return { routes, done: () => unsubscribe(CHANNEL, listen) }
}
