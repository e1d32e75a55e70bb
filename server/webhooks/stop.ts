/** An address that is stopped by itself: what waits is not sent, the audit has it, and administrators get a mail. docs/rules.md#webhooks */
import type { WebhookState } from '../../src/domain/webhooks/events.ts'
import type { FailureKind } from '../../src/domain/webhooks/failures.ts'
import type { Tx } from '../db/database.ts'
import { webhookStoppedLetter } from '../mail/letters.ts'
import { mailAdministrators } from '../mail/to-administrators.ts'
import { audit } from '../records/audit.ts'
import { dropWaiting } from './waiting.ts'

const REASONS = {
  gone: 'gone',
  failing: 'stopped',
  restored: 'restored',
} as const satisfies Partial<Record<WebhookState, FailureKind>>
export type StoppedBy = keyof typeof REASONS

export async function stopWebhook(
  tx: Tx,
  { id, by, nowMs }: { readonly id: string; readonly by: StoppedBy; readonly nowMs: number },
): Promise<void> {
  const stopped = await tx
    .updateTable('webhooks')
    .set({ state: by, state_since: new Date(nowMs).toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returning(['name', 'url'])
    .executeTakeFirst()
  if (stopped === undefined) return
  await dropWaiting(tx, id, { error: REASONS[by], nowMs })
  const [before, after] = [{ state: 'on' }, { state: by }]
  await audit(tx, { user: null, action: 'update', entity: 'webhooks', id, before, after })
  const host = new URL(stopped.url).hostname
  await mailAdministrators(tx, {
    purpose: 'webhook_stopped',
    letterTo: (name) => webhookStoppedLetter(name, { webhook: stopped.name, host, by }),
    nowMs,
  })
}

/** A database that came from a backup sends nothing until an administrator has looked. Returns how many were stopped. */
export async function stopRestored(tx: Tx, nowMs: number): Promise<number> {
  const on = await tx.selectFrom('webhooks').select('id').where('state', '=', 'on').execute()
  for (const { id } of on) await stopWebhook(tx, { id, by: 'restored', nowMs })
  return on.length
}
