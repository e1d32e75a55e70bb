/** Notices of this server for the sign-in screen. */
import type { FastifyPluginAsync } from 'fastify'
import { noticesRoute } from '../../src/contract/notices.ts'
import type { AppContext } from '../context/app-context.ts'
import { demoIsReachable } from '../demo/reachable.ts'
import { readBrokerage } from '../mail/brokerage.ts'
import { sendsMail } from '../mail/mailed.ts'
import { serve } from '../wire/serve.ts'

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
