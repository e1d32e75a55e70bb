/**
 * The number that a lead had in another system, by which it is found, and what an undo of many leads needs to be quick.
 * docs/rules.md#taking-back
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads add column old_number text;
    create index leads_old_number on leads (folded_text(old_number)) where old_number is not null;
    -- Each deleted lead or client looks through the tables that may refer to it.
    create index elective_leads_lead_uid on elective_leads (lead_uid) where lead_uid is not null;
    create index lead_temps_lead_uid on lead_temps (lead_uid) where lead_uid is not null;
    create index external_indications_lead_uid on external_indications (lead_uid) where lead_uid is not null;
    create index in_person_diagnoses_lead_uid on in_person_diagnoses (lead_uid);
  `.execute(db)
}
