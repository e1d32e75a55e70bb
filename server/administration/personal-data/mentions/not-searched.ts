/**
 * Columns of text in which no mention of a person is searched, each table with the reason. A column with a name in
 * `src/domain/client/mention-places.ts` is searched. One of `not-personal.ts` without a name there is not, and the columns below
 * are not, either. Every other column is searched, and a test demands its name. docs/rules.md#mentions
 */
import { MENTION_PLACES } from '../../../../src/domain/client/mention-places.ts'
import { CLIENT_NO_MENTIONS, IDENTITY } from '../../../records/clients.ts'
import { NO_MENTIONS } from '../../../records/lead-fields.ts'
import { NOT_PERSONAL } from '../not-personal.ts'

const KEYS = 'a path of random characters'

type Reasons = Readonly<Record<string, readonly string[]>>

/** Columns that hold something of a person, by table and reason. */
const OF_PEOPLE: Readonly<Record<string, Reasons>> = {
  calls: { 'the number that was called for that lead': ['phone'] },
  cep_cache: { 'the address of a CEP, of whoever lives there': ['cep', 'address'] },
  client_merge_leads: { [IDENTITY]: ['before', 'frozen'] },
  client_merges: { [IDENTITY]: ['alias_row', 'survivor_before', 'survivor_after'] },
  clients: CLIENT_NO_MENTIONS,
  data_requests: {
    'who asks, and is reached by: an erasure takes it where it is the person': ['name', 'contact'],
  },
  elective_leads: { [IDENTITY]: ['client_informations'] },
  external_indications: { [IDENTITY]: ['client'] },
  held_indications: { [IDENTITY]: ['args'] },
  lead_duplicates: { [IDENTITY]: ['client_name'] },
  lead_files: { [KEYS]: ['path'] },
  lead_temps: { [IDENTITY]: ['client_info'] },
  leads: { ...NO_MENTIONS, [IDENTITY]: ['client_as_referred'] },
  legal_records: {
    'the law keeps it until its day: docs/rules.md#legal-keep': [
      'insurance',
      'proposal',
      'policy_number',
      'insured_name',
      'insured_document',
      'reason',
    ],
  },
  mails: { 'an address of the recipient': ['recipient'] },
  renewals: { 'the number of a contract': ['policy_number'] },
  uploaded_files: { [KEYS]: ['path'] },
}

/** Why the column is not searched; null: it is. */
export function notSearchedWhy(table: string, column: string): string | null {
  if (Object.hasOwn(MENTION_PLACES[table]?.columns ?? {}, column)) return null
  const [ofPeople] =
    Object.entries(OF_PEOPLE[table] ?? {}).find(([, columns]) => columns.includes(column)) ?? []
  const notPersonal = NOT_PERSONAL[table]?.find(({ columns }) => columns.includes(column))
  return ofPeople ?? notPersonal?.why ?? null
}

/** The listed columns of people, as `table.column`. */
export const listedColumns = (): string[] =>
  Object.entries(OF_PEOPLE).flatMap(([table, reasons]) =>
    Object.values(reasons).flatMap((columns) => columns.map((column) => `${table}.${column}`)),
  )
