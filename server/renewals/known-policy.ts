/** A policy that is in Farol, as a person compares it: docs/rules.md#same-policy */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { knownPolicySchema } from '../../src/contract/renewals.ts'

/** Of `lead_temps t`, with its lead as `leads l`. */
export const KNOWN_POLICY = sql<z.infer<typeof knownPolicySchema>>`json_build_object(
  'id', t.id, 'lead_id', l.id, 'policy_number', t.policy_number, 'item', t.item, 'insurer', t.insurer,
  'end_of_validity', t.end_of_validity,
  'client_name', coalesce(t.client_info ->> 'client_name', ''),
  'document', coalesce(t.client_info ->> 'client_cpf', ''))`
