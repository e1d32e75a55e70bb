/** Kysely's types of what comes from outside: proposals, imports, external indications, the assistant. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { RenewalImport } from '../../src/contract/renewal-imports.ts'
import type { PROPOSAL_FIELDS } from '../../src/domain/proposal/fields.ts'
import type { Counters, Created, Instant, Json, NullableInstant, Stored } from './column-types.ts'

type ProposalJson = 'client_informations' | 'product_informations'

export interface IntakeTables {
  /** Indications of a flood. Without `args` the row was decided. docs/rules.md#suspicious-indications */
  held_indications: {
    uid: string
    key: string
    inviter_id: number
    args: ColumnType<unknown, string | null, string | null>
    by_link: ColumnType<unknown, string | null, string | null>
    received_at: Instant
    decided_at: NullableInstant
    decided_by: number | null
  }
  elective_leads: Omit<Stored<typeof PROPOSAL_FIELDS>, 'additional_information' | ProposalJson> &
    Record<ProposalJson, Json<unknown>> & {
      id: Generated<number>
      additional_information: Generated<string>
      lead_uid: string | null
      created_at: Created
      updated_at: Created
    }
  lead_duplicates: {
    id: Generated<number>
    proposal: string
    client_name: string
    vehicle: Generated<string>
    partner_id: number | null
    /** Who tried to register the proposal again, and when. */
    user_relead: number | null
    relead_at: NullableInstant
    created_at: Created
    released: Generated<boolean>
    released_by: number | null
    released_at: NullableInstant
    /** When a lead took the released proposal. */
    used_at: NullableInstant
  }
  lead_temps: {
    id: Generated<number>
    reference_month: string
    policy_number: string
    /** Number and item as they are compared: docs/rules.md#same-policy. */
    number_key: Generated<string>
    item: Generated<string>
    product: Generated<string>
    client_info: Json<unknown>
    broker_id: number | null
    renovator_hierarchical_group: string | null
    lead_uid: string | null
    channel_id: number | null
    update_status: Generated<number>
    additional_information: Generated<string>
    /** What the lead gets, also when a person assigns it later. */
    insurer: Generated<string>
    end_of_validity: string | null
    inviter_id: number | null
    partner_id: number | null
  }
  renewal_imports: Pick<RenewalImport, 'file_name' | 'channel_id' | 'inviter_id' | 'partner_id' | 'total'> &
    Counters<'done' | 'made' | 'updated' | 'unassigned' | 'refused' | 'blank'> & {
      id: Generated<number>
      state: Generated<RenewalImport['state']>
      user_id: number
      created_at: Created
      /** When a line was last stored: a start that died is known by it. */
      touched_at: Created
      ended_at: NullableInstant
    }
  /** Lines that wait. They are deleted when they are done. */
  renewal_import_rows: { import_id: number; line: number; data: Json<unknown> }
  /** Lines that need a person's decision. They are deleted when it is made. */
  renewal_import_decisions: {
    import_id: number
    line: number
    data: Json<unknown>
    reason: string
    temp_ids: number[]
    /** The clients that the line's insured may be. */
    client_uids: Generated<string[]>
  }
  /** Policies that are there twice, for an administrator to decide: docs/rules.md#insurers */
  policy_doubles: { temp_id: number; double_of: number }
  renewal_import_refusals: { import_id: number; line: number; policy_number: string; reason: string }
  in_person_diagnoses: { id: Generated<number>; lead_uid: string; kind: string; created_at: Created }
  external_indications: {
    id: string
    inviter_id: number | null
    client: Json<unknown>
    insurance: string
    details: Json<unknown>
    with_auth: boolean
    lead_uid: string | null
    /** Who was indicated, also when the lead gets another client. It may be an alias. Null: of an earlier version. */
    client_uid: string | null
    /** The text that a person without login agreed to, and when. */
    consent_version: string | null
    consent_at: NullableInstant
    /** The text about health that it agreed to, and when. Null: the lead has no such details by the link. */
    health_consent_version: string | null
    health_consent_at: NullableInstant
    /** Of the code by which who indicated follows it: docs/rules.md#receipt. Null: no receipt. */
    receipt_digest: string | null
    created_at: Created
  }
  /** Users who are told by mail of their indications, of what is reached after that instant: docs/rules.md#receipt */
  receipt_mails: { user_id: number; since: Instant }
  /** Steps that were told by mail, or that nobody wanted to hear of when they were reached. */
  receipt_told: { lead_uid: string; step: string; told_at: Instant }
  /** The link of each inviter: docs/rules.md#external-indication. */
  indication_links: {
    user_id: number
    code: string
    /** Signs the forms that the link opens. */
    secret: string
    renewed_at: Created
  }
  chat_personas: {
    id: Generated<number>
    name: string
    description: Generated<string>
    prompt: Generated<string>
  }
  chat_history: {
    id: GeneratedAlways<number>
    session_id: string
    persona_id: number | null
    user_id: number | null
    input_prompt: string
    chat_response: string
    /** Path of the screen from which it was asked. */
    origin: Generated<string>
    /** What was read for it, as `consultedSchema`. */
    consulted: ColumnType<unknown, string | undefined, string>
    /** The value of each placeholder of the conversation. */
    marks: ColumnType<unknown, string | undefined, string>
    created_at: Created
  }
}
