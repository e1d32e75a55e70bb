/**
 * What is declared of each table of the database, once: how it leaves in an export, whether its columns tell of a person, where
 * mentions are searched, what its columns are in words. The types of its columns are Kysely's (`server/db`), what an erasure
 * leaves in them is in `server/administration/personal-data/places.ts`, and the names of searched places, which screens show,
 * in `src/domain/client/personal-tables.ts`. docs/where-to-change.md#fields-tables-commands
 */
import { partsOf } from '../../../src/domain/record/parts.ts'
import { byReason, type Meaning, type Meanings } from '../meaning.ts'

/** A table as it leaves with 'Exportar tudo': docs/rules.md#export-of-everything */
export interface Sheet {
  /** Its name in the zip, without the ending. */
  readonly name: string
  /** What it is, for LEIA-ME.txt. */
  readonly what: string
  /** Columns that don't leave, by the reason. */
  readonly without?: Readonly<Record<string, string>>
  /** What an import makes anew for each row, by column. */
  readonly made?: Readonly<Record<string, () => string>>
}

/** Columns by the reason. */
type Reasons = Readonly<Record<string, readonly string[]>>

export interface TableFacts {
  /** Its sheet, or why it leaves in none. */
  readonly sheet: Sheet | string
  /** An import leaves its rows as they are in the database that takes it. */
  readonly keptByImport?: true
  /** It belongs to one database alone, as its epoch and what the migrator keeps do: a backup leaves it out. */
  readonly notInBackups?: true
  /**
   * Columns of text, JSON, lists and days that hold nothing of a client's person. Together with `places.ts` they are all such
   * columns, which a test checks. docs/rules.md#personal-data
   */
  readonly noPerson?: Reasons
  /** Columns that are personal and outlive an erasure: what the law keeps of a sale. docs/rules.md#legal-keep */
  readonly keptByLaw?: readonly string[]
  /**
   * Columns of a person in which no mention of another is searched. Those of `noPerson` are searched only where they have a name
   * in `personal-tables.ts`, and every other column is, which a test demands a name for. docs/rules.md#mentions
   */
  readonly unsearched?: Reasons
  /** Columns for LEIA-ME.txt that no screen names, or that are something else there. */
  readonly words?: Readonly<Record<string, string>>
}

/** What only the server says of a field of a record, which its table has as a column of the name. */
export interface ColumnFacts {
  /** In the API's document. */
  readonly meaning?: Meaning
  /** The same in the record's own calls: other records have another field of the name. */
  readonly own?: Meaning
  /** Why it holds nothing of a client's person. */
  readonly noPerson?: string
  /** Why no mention is searched in it. */
  readonly unsearched?: string
  /** In LEIA-ME.txt, where the name on the screens is not enough. */
  readonly sheet?: string
}

/** What the table's declaration takes of its record's. */
export const columnsOf = (
  facts: Readonly<Record<string, ColumnFacts>>,
): Pick<TableFacts, 'noPerson' | 'unsearched' | 'words'> => ({
  noPerson: byReason(partsOf(facts, 'noPerson')),
  unsearched: byReason(partsOf(facts, 'unsearched')),
  words: partsOf(facts, 'sheet'),
})

/** What the API's document says of its fields: everywhere, or in the record's own calls. */
export const meaningsIn = (
  facts: Readonly<Record<string, ColumnFacts>>,
  where: 'meaning' | 'own',
): Meanings =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, { [where]: meaning }]) =>
      meaning === undefined ? [] : [[name, meaning]],
    ),
  )

/** Meanings of a record's fields where it is a part of another: at the end of a path. */
export const under = (path: string, meanings: Meanings): Meanings =>
  Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [`${path}.${name}`, meaning]))

/** In the order of LEIA-ME.txt. */
export type Tables = Readonly<Record<string, TableFacts>>

export const sheet = (name: string, what: string, more: Omit<Sheet, 'name' | 'what'> = {}): Sheet => ({
  name,
  what,
  ...more,
})

/** Why columns hold nothing of a client's person. */
export const REFERENCE = 'a list of the brokerage'
export const USERS = 'about a user, who is no client'
export const KEYS = 'a key, a digest or a word of Farol'

/** Why a table leaves in no sheet. */
export const SECRET = 'a secret, or of no use without one'
export const OF_THIS_DATABASE = 'of this database alone: another begins its own'
export const UNDER_WAY = 'of work that is under way here'
