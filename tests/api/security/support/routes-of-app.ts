/** The routes of the built server, as the server itself registers them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Action } from '../../../../src/domain/permissions/actions.ts'

export interface AppRoute {
  /** 'GET /leads/:id', without the prefix '/api'. */
  readonly route: string
  /** Undefined: the route has no access hook. */
  readonly action: Action | 'public' | undefined
}

/**
 * Fastify publishes each instance here before it registers anything: https://fastify.dev/docs/latest/Reference/Hooks
 */
const CHANNEL = 'fastify.initialization'
const PREFIX = '/api'

const isApp = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message

/** Collects the routes under /api of each server built from now on until `done`. */
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
