/** Transfers of leads, their undoing, and what hangs on a user: docs/rules.md#transfers */

import type { FastifyPluginAsync } from 'fastify'
import { sql, type Transaction } from 'kysely'
import {
  hangingRoute,
  transferPlanRoute,
  transferRoute,
  transfersRoute,
  undoTransferRoute,
} from '../../src/contract/transfers.ts'
import { managedUser } from '../accounts/managed-user.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Database } from '../db/database.ts'
import { triedAgain } from '../db/transient.ts'
import { hangingOn } from '../transfers/departure.ts'
import { lockChosen, planShares } from '../transfers/plan-transfer.ts'
import { transferLeads } from '../transfers/transfer.ts'
import { recentTransfers, undoTransfer } from '../transfers/undo-transfer.ts'
import { ownPassword } from '../wire/own-password.ts'
import { serve } from '../wire/serve.ts'

const TRIES = 5

/** A command that locks in another order may meet a transfer: one of both is tried again. */
export function inOneTransaction<Value>(
  { store }: Pick<AppContext, 'store'>,
  run: (tx: Transaction<Database>) => Promise<Value>,
): Promise<Value> {
  return triedAgain(TRIES, () => store.db.transaction().execute(run))
}

export function transferRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const { callerWith } = ownPassword(context)

  return async (app) => {
    serve(app, hangingRoute, async ({ params: { id }, request }) => {
      await managedUser(db, request.session.user, id)
      return hangingOn(db, id, context.now())
    })

    serve(app, transferPlanRoute, async ({ body: { leads } }) =>
      inOneTransaction(context, async (tx) =>
        planShares(tx, await lockChosen(tx, sql`l.uid = any(${[...new Set(leads)]}::uuid[])`)),
      ),
    )

    serve(app, transferRoute, async ({ params: { uid }, body: { leads, to }, request }) => {
      const userId = request.session.user.id
      return inOneTransaction(context, (tx) =>
        transferLeads(tx, { uid, leads, to, userId, nowMs: context.now() }),
      )
    })

    serve(app, transfersRoute, async () => ({ data: await recentTransfers(db, context.now()) }))

    serve(app, undoTransferRoute, async ({ params: { uid }, request, reply }) => {
      const caller = await callerWith(request, reply, undefined)
      return inOneTransaction(context, (tx) => undoTransfer(tx, caller, { uid, nowMs: context.now() }))
    })
  }
}
