/** Notices of this server for the sign-in screen. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { noticesSchema } from '../../src/contract/notices.ts'
import type { AppContext } from '../app-context.ts'
import { demoIsReachable } from '../demo/reachable.ts'

export function noticeRoutes(context: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/notices',
      { config: { action: 'public' }, schema: { tags: ['Sessão'], response: { 200: noticesSchema } } },
      async () => ({ data: { demo_reachable: await demoIsReachable(context) } }),
    )
  }
}
