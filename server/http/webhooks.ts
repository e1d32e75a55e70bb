/** Webhooks, kept by administrators: docs/rules.md#webhooks */
import type { FastifyPluginAsync } from 'fastify'
import {
  changeWebhookRoute,
  deliveriesRoute,
  newWebhookRoute,
  removeWebhookRoute,
  renewWebhookSecretRoute,
  sendAgainRoute,
  switchWebhookRoute,
  testWebhookRoute,
  webhooksRoute,
} from '../../src/contract/administration/webhooks.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import { once } from '../records/once.ts'
import { readDeliveries, readWebhooks } from '../webhooks/lists.ts'
import { queueTest, sendAgain } from '../webhooks/waiting.ts'
import {
  changeWebhook,
  makeWebhook,
  remakeWebhook,
  removeWebhook,
  renewSecret,
  switchWebhook,
} from '../webhooks/webhooks.ts'
import { serve } from '../wire/serve.ts'

const NOT_ON = 'O webhook está desligado. Ligue-o antes de enviar.'
const notOn = () => new Refusal('rule', NOT_ON)

export function webhookRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, webhooksRoute, async () => ({ data: await readWebhooks(db, context.now()) }))

    serve(app, newWebhookRoute, async ({ body, request }) =>
      once(db, request, {
        body,
        create: async (tx) => {
          const answer = await makeWebhook(tx, context, { user: request.session.user, body })
          return { made: answer.id, answer }
        },
        again: (tx, id) => remakeWebhook(tx, context, id),
      }),
    )

    serve(app, changeWebhookRoute, async ({ params: { id }, body, request }) =>
      db.transaction().execute((tx) => changeWebhook(tx, context, { user: request.session.user, id, body })),
    )

    serve(app, renewWebhookSecretRoute, async ({ params: { id }, request }) =>
      once(db, request, {
        body: null,
        create: async (tx) => {
          const answer = await renewSecret(tx, context, { user: request.session.user, id })
          return { made: id, answer }
        },
        // The first secret was never seen: it is replaced like any other.
        again: (tx) => renewSecret(tx, context, { user: request.session.user, id }),
      }),
    )

    serve(app, switchWebhookRoute, async ({ params: { id }, body: { on }, request }) =>
      db.transaction().execute((tx) => switchWebhook(tx, context, { user: request.session.user, id, on })),
    )

    serve(app, removeWebhookRoute, async ({ params: { id }, request }) => {
      await db.transaction().execute((tx) => removeWebhook(tx, request.session.user, id))
      return { message: 'Webhook removido' }
    })

    serve(app, testWebhookRoute, async ({ params: { id } }) => {
      const isQueued = await db.transaction().execute((tx) => queueTest(tx, id, context.now()))
      if (!isQueued) throw (await readWebhooks(db, context.now(), id)).length === 0 ? notFound() : notOn()
      return { message: 'Teste a caminho' }
    })

    serve(app, deliveriesRoute, async ({ params: { id }, query }) => {
      if ((await readWebhooks(db, context.now(), id)).length === 0) throw notFound()
      const { data, total } = await readDeliveries(db, id, query)
      return { data, meta: { total } }
    })

    serve(app, sendAgainRoute, async ({ params: { id, delivery } }) => {
      const became = await db
        .transaction()
        .execute((tx) => sendAgain(tx, { webhookId: id, id: delivery }, context.now()))
      if (became === 'missing') throw notFound()
      if (became === 'off') throw notOn()
      return { message: 'Envio a caminho' }
    })
  }
}
