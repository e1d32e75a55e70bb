/** Kysely's types of the tables of webhooks: docs/rules.md#webhooks */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { WebhookBody } from '../../src/contract/administration/webhooks.ts'
import type { WebhookKind, WebhookState } from '../../src/domain/webhooks/events.ts'
import type { FailureKind } from '../../src/domain/webhooks/failures.ts'
import type { Created, Instant, Json, NullableInstant } from './column-types.ts'

/** A secret that was replaced, and until when it still signs. */
export interface OldSecret {
  readonly secret: string
  readonly until: string
}

export interface WebhookTables {
  webhooks: Omit<WebhookBody, 'with_client'> & {
    id: string
    with_client: Generated<boolean>
    state: ColumnType<WebhookState, WebhookState | undefined, WebhookState>
    state_since: Instant
    late_since: Instant
    /** As `sealedSecret` stores it. */
    secret: string
    old_secrets: ColumnType<OldSecret[], string | undefined, string>
    /** Since the last success. */
    failures: Generated<number>
    failing_since: NullableInstant
    rests_until: NullableInstant
    held_by: string | null
    held_until: NullableInstant
    created_by: number | null
    created_at: Created
  }
  webhook_deliveries: {
    id: GeneratedAlways<number>
    webhook_id: string
    event_id: string
    kind: WebhookKind
    lead_uid: string | null
    facts: Json<unknown>
    due_at: NullableInstant
    bulk: Generated<boolean>
    state: ColumnType<
      'waiting' | 'delivered' | 'failed',
      'waiting' | undefined,
      'waiting' | 'delivered' | 'failed'
    >
    made_at: Instant
    next_try_at: Instant
    tries: Generated<number>
    tried_at: NullableInstant
    ended_at: NullableInstant
    took_ms: number | null
    status: number | null
    error: FailureKind | null
  }
}
