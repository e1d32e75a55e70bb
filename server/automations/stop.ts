/** An automation that is stopped by itself: the audit has it, and administrators are told. docs/rules.md#automations */
import { MOST_AN_HOUR } from '../../src/domain/automations/definition.ts'
import type { Tx } from '../db/database.ts'
import { audit } from '../records/audit.ts'
import { tell } from './acts.ts'
import { whoIsTold } from './told.ts'

const TEXTS = {
  paused: `Pausada: agiu mais de ${MOST_AN_HOUR} vezes em uma hora. Confira-a e ligue de novo.`,
  restored: 'Parada: o banco foi restaurado. Confira-a e ligue de novo.',
} as const

async function stop(
  tx: Tx,
  { id }: { readonly id: string },
  { state, nowMs }: { readonly state: keyof typeof TEXTS; readonly nowMs: number },
): Promise<void> {
  const stopped = await tx
    .updateTable('automations')
    .set({ state, state_since: new Date(nowMs).toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returning('id')
    .executeTakeFirst()
  if (stopped === undefined) return
  await audit(tx, {
    user: null,
    action: 'update',
    entity: 'automations',
    id,
    before: { state: 'on' },
    after: { state },
  })
  const administrators = await whoIsTold(tx, { to: 'administrators', brokerId: null })
  await tell(tx, administrators, { automationId: id, leadUid: null, text: TEXTS[state], nowMs })
}

/** It acted too often. What happens until it is switched on again is not acted on. */
export const pauseAutomation = (tx: Tx, automation: { readonly id: string }, nowMs: number): Promise<void> =>
  stop(tx, automation, { state: 'paused', nowMs })

/**
 * A database that came from a backup has forgotten what its automations did since: none acts until an administrator has looked.
 * Returns how many were stopped.
 */
export async function stopRestoredAutomations(tx: Tx, nowMs: number): Promise<number> {
  await tx.deleteFrom('automation_events').execute()
  const on = await tx.selectFrom('automations').select('id').where('state', '=', 'on').execute()
  for (const automation of on) await stop(tx, automation, { state: 'restored', nowMs })
  return on.length
}
