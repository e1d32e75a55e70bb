/** Notices of this server for the sign-in screen. */
import type { FastifyPluginAsync } from 'fastify'
import { noticesRoute } from '../../src/contract/notices.ts'
import type { AppContext } from '../app-context.ts'
import { demoIsReachable } from '../demo/reachable.ts'
import { sendsMail } from '../mail/mailed.ts'
import { readBrokerage } from '../queries/brokerage.ts'
import { serve } from './serve.ts'

export function noticeRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, noticesRoute, async () => ({
      data: {
        demo_reachable: await demoIsReachable(context),
        sends_mail: sendsMail(context),
        brokerage: await readBrokerage(context.store.db),
      },
    }))
  }
}
