/**
 * A policy is known by insurer, number, item and insured's document: `lead_temps` gets the keys of the first three, and
 * lines that need a person's decision wait in a table of their own. docs/rules.md#same-policy
 */
import { type QueryExecutorProvider, sql } from 'kysely'

/** The rules of this migration's time, over folded texts: later changes of the keys need a migration of their own. */
const INSURER_WORDS = /\b(?:seguros?|seguradora|companhia|cia|gerais|brasil|s\s?a|de|do|da)\b/gu
function insurerKey(insurer: string): string {
  const plain = insurer.replaceAll(/[^a-z0-9]+/gu, ' ').trim()
  const short = plain.replaceAll(INSURER_WORDS, ' ').replaceAll(/\s+/gu, ' ').trim()
  return short === '' ? plain : short
}
const numberKey = (number: string) => number.replaceAll(/[^a-z0-9]+/gu, '').replace(/^0+(?=.)/u, '')

const AT_ONCE = 5000

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table lead_temps
      add column item text not null default '',
      add column insurer_key text not null default '',
      add column number_key text not null default '';
    drop index lead_temps_policy;
    create index lead_temps_number on lead_temps (number_key);
    alter table renewal_imports add column blank int not null default 0;
    create table renewal_import_decisions (
      import_id int not null references renewal_imports(id) on delete cascade,
      line int not null,
      data jsonb not null,
      reason text not null,
      temp_ids int[] not null,
      primary key (import_id, line));
  `.execute(db)
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; insurer: string; policy_number: string }>`
      select id, folded_text(insurer) as insurer, folded_text(policy_number) as policy_number
      from lead_temps
      where id > ${after}
      order by id
      limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    const keys = rows.map((row) => ({
      id: row.id,
      insurer_key: insurerKey(row.insurer),
      number_key: numberKey(row.policy_number),
    }))
    await sql`
      update lead_temps t set insurer_key = r.insurer_key, number_key = r.number_key
      from json_to_recordset(${JSON.stringify(keys)}::json) as r (id int, insurer_key text, number_key text)
      where t.id = r.id`.execute(db)
    after = last.id
  }
}
