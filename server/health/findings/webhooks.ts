/** Webhooks that were stopped, or that only fail. docs/rules.md#webhooks */
import { sql } from 'kysely'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import type { Store } from '../../db/store.ts'
import { counted, type Found, good, notice, problem } from './found.ts'
import type { DatabaseProbe, Grounds } from './probe.ts'

interface Counts {
  readonly on: number
  readonly stopped: number
  readonly failing: number
}

export function webhooksFound({ on, stopped, failing }: Counts): Found {
  const key = 'webhooks'
  if (stopped > 0)
    return problem(
      key,
      'Webhooks foram parados: os outros sistemas não ficam sabendo de nada.',
      'Veja o motivo em Webhooks, corrija com quem recebe e ligue de novo.',
      { value: counted(stopped, 'webhook', 'webhooks') },
    )
  if (failing > 0)
    return notice(
      key,
      'Webhooks falham há mais de uma hora.',
      'Veja o motivo em Webhooks, na lista Envios. Depois de cinco dias só de falhas o webhook é parado.',
      { value: counted(failing, 'webhook', 'webhooks') },
    )
  return on === 0
    ? good(key, 'Nenhum webhook está ligado.')
    : good(key, 'Os webhooks chegam.', { value: counted(on, 'webhook', 'webhooks') })
}

async function webhooksLooked({ now }: Grounds, { db }: Store): Promise<Found[]> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state = 'on')::int as on,
      count(*) filter (where state in ('gone', 'failing', 'restored'))::int as stopped,
      count(*) filter (where state = 'on' and failing_since < ${new Date(now() - HOUR_MS).toISOString()})::int as failing
    from webhooks`.execute(db)
  return [webhooksFound(rows[0] ?? { on: 0, stopped: 0, failing: 0 })]
}

export const webhooksProbe: DatabaseProbe = {
  group: 'queue',
  key: 'webhooks',
  about: 'os webhooks',
  look: webhooksLooked,
}
