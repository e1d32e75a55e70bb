/** Kysely's types of the requests of data subjects and of the incidents: docs/rules.md#data-requests */
import type { Generated } from 'kysely'
import type { RequestKind, RequestOutcome, RequestWay } from '../../src/domain/privacy/data-requests.ts'
import type { DataKind, SubjectKind, ToldState } from '../../src/domain/privacy/incidents.ts'
import type { Instant } from './column-types.ts'

export interface PrivacyTables {
  data_requests: {
    id: Generated<number>
    /** Of the form that brought it. */
    uid: Generated<string>
    revision: Generated<number>
    /** null: the person is no client. */
    client_uid: string | null
    name: string
    contact: string
    kind: RequestKind
    came_by: RequestWay
    details: string
    /** Days are YYYY-MM-DD. */
    received_on: string
    created_at: Instant
    created_by: number | null
    /** null: it waits. */
    answered_on: string | null
    answered_by: number | null
    outcome: RequestOutcome | null
    answer: Generated<string>
  }
  security_incidents: {
    id: Generated<number>
    /** Of the form that brought it. */
    uid: Generated<string>
    revision: Generated<number>
    description: string
    /** null: not known. */
    occurred_on: string | null
    known_on: string
    subject_kinds: SubjectKind[]
    subjects: number | null
    minors: number | null
    elderly: number | null
    data_kinds: DataKind[]
    measures_before: string
    measures_after: string
    risks: string
    delay_reasons: string
    measures_taken: string
    dpo_contact: string
    subjects_told: ToldState
    subjects_told_on: string | null
    subjects_told_how: string
    anpd_told_on: string | null
    anpd_protocol: string
    anpd_not_told_reason: string
    created_at: Instant
    created_by: number | null
  }
}
