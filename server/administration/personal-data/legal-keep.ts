/**
 * What the law keeps of a client's sales when its data is erased, until the day of each. docs/rules.md#legal-keep
 */
import { sql } from 'kysely'
import type { LegalKeep, LegalRecord } from '../../../src/contract/legal-keep.ts'
import { keptUntil } from '../../../src/domain/client/legal-keep.ts'
import { cleanDocument } from '../../../src/domain/documents/cpf-cnpj.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Tx } from '../../db/database.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { audit } from '../../records/audit.ts'

interface SoldRow {
  readonly lead_id: number
  readonly insurance: string
  readonly persons: boolean | null
  readonly proposal: string | null
  readonly policy_number: string | null
  readonly sold_on: string
  readonly valid_until: string | null
}

/** The client's sales inside the time for which the law keeps their papers, the latest end first. */
export async function keptByLaw(
  db: Reader,
  clientUid: string,
  { settings, today }: { readonly settings: Settings; readonly today: string },
): Promise<LegalKeep[]> {
  const { rows } = await sql<SoldRow>`
    select
      l.id as lead_id,
      coalesce(i.name, '') as insurance,
      i.persons,
      nullif(l.proposal, '') as proposal,
      coalesce(
        (select max(t.policy_number) from lead_temps t where t.lead_uid = l.uid),
        (select max(r.policy_number) from renewals r where r.lead_uid = l.uid)) as policy_number,
      (coalesce(l.sold_date, l.end_lead_date, l.create_lead_date) at time zone 'America/Sao_Paulo')::date::text as sold_on,
      l.end_of_validity::text as valid_until
    from leads l
    left join insurances i on i.id = l.insurance_id
    where l.client_uid = ${clientUid}
      and l.sold = 1
      and not l.cancelled
    order by l.id`.execute(db)
  return rows
    .flatMap(({ persons, ...sale }): LegalKeep[] => {
      const keep_until = keptUntil({ ...sale, persons }, settings)
      return keep_until === null || keep_until < today ? [] : [{ ...sale, keep_until }]
    })
    .toSorted((one, other) => (one.keep_until < other.keep_until ? 1 : -1))
}

interface Keeping {
  readonly client: { readonly id: number; readonly name: string; readonly cpf: string }
  readonly sales: readonly LegalKeep[]
  readonly reason: string
}

/** Stores what the law keeps of these sales. Nothing else of the client is in it. */
export async function keepByLaw(tx: Tx, { client, sales, reason }: Keeping): Promise<void> {
  if (sales.length === 0) return
  await tx
    .insertInto('legal_records')
    .values(
      sales.map((sale) => ({
        ...sale,
        client_id: client.id,
        insured_name: client.name,
        insured_document: client.cpf,
        reason,
      })),
    )
    .execute()
}

const MOST_SHOWN = 100

/** Returns the kept records whose number, name or document has the text, those that end first at the top. */
export async function legalRecords(
  db: Reader,
  text: string,
): Promise<{ data: LegalRecord[]; total: number }> {
  const wanted = foldText(text)
  const rows = await db.selectFrom('legal_records').selectAll().orderBy('keep_until').orderBy('id').execute()
  const document = cleanDocument(text)
  const fits = ({ insured_name, insured_document, proposal, policy_number }: (typeof rows)[number]) =>
    [insured_name, proposal ?? '', policy_number ?? ''].some((each) => foldText(each).includes(wanted)) ||
    (document !== '' && insured_document.includes(document))
  const found = wanted === '' ? rows : rows.filter(fits)
  return { data: found.slice(0, MOST_SHOWN), total: found.length }
}

/** Deletes the records whose day is over, each client's with its entry in the audit. Returns how many went. */
export function endLegalKeep({ store, now }: Pick<AppContext, 'store' | 'now'>): Promise<number> {
  const today = saoPauloDay(now())
  return store.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ client_id: number; records: number }>`
      with gone as (delete from legal_records where keep_until < ${today}::date returning client_id)
      select client_id, count(*)::int as records
      from gone
      group by client_id
      order by client_id`.execute(tx)
    for (const { client_id, records } of rows)
      await audit(tx, {
        user: null,
        action: 'erase',
        entity: 'legal_records',
        id: client_id,
        before: null,
        after: { legal_records: records },
      })
    return rows.reduce((sum, { records }) => sum + records, 0)
  })
}
