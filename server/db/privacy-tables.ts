/** Kysely's types of the requests of data subjects and of the incidents: docs/rules.md#data-requests */
import type { Generated } from 'kysely'
import type { z } from 'zod'
import type { incidentBodySchema } from '../../src/contract/administration/incidents.ts'
import type { ANSWER_FIELDS, ASKED_FIELDS } from '../../src/domain/privacy/request-fields.ts'
import type { Instant, Stored } from './column-types.ts'

export interface PrivacyTables {
  data_requests: Stored<typeof ASKED_FIELDS> &
    Omit<Stored<typeof ANSWER_FIELDS>, 'answer'> & {
      id: Generated<number>
      /** Of the form that brought it. */
      uid: Generated<string>
      revision: Generated<number>
      /** null: the person is no client. */
      client_uid: string | null
      created_at: Instant
      created_by: number | null
      answered_by: number | null
      answer: Generated<string>
    }
  security_incidents: z.output<typeof incidentBodySchema> & {
    id: Generated<number>
    /** Of the form that brought it. */
    uid: Generated<string>
    revision: Generated<number>
    created_at: Instant
    created_by: number | null
  }
}
