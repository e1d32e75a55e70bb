/**
 * What a protected device's database seals: one line for each table and each `meta` name. Clear columns are readable by
 * a thief who copies the disk: docs/security.md#protected-devices. A test fails for a name that is in no list.
 */

/**
 * row    XChaCha20-Poly1305, inside the transaction that writes it
 * bulk   AES-256-GCM, so that it can be opened by WebCrypto: large records, and those of the first reading
 */
export type Cipher = 'row' | 'bulk'

export interface Sealing {
  readonly cipher: Cipher
  /** Columns that stay clear, the primary key among them. They are authenticated. */
  readonly clear: readonly string[]
  /** A clear column that is written after the sealing, such as an auto number. It is not authenticated. */
  readonly unbound?: string
  /**
   * Indexed columns that would name a person, stored as `blind` of the value. Each with how a searched value is
   * written.
   */
  readonly blind?: Readonly<Record<string, (value: string) => string>>
  /**
   * The user's own work: a record that does not open is kept, and a list leaves it out. Others can be downloaded anew.
   */
  readonly own?: true
  /** How many opened records a connection keeps as text. */
  readonly keeps?: number
  /** Its records are sealed before their transaction begins and opened after it. The layer passes them on. */
  readonly outside?: true
}

const asItIs = (value: string) => value
const SERVER_ROW = ['uid', 'version', 'generation']

/** Client and end of a lead serve the sweep, which would open every lead each hour otherwise: src/sync/sweep.ts. */
const LEAD: Sealing = { cipher: 'row', clear: ['id', 'client_uid', 'end_lead_date', ...SERVER_ROW] }
const META: Sealing = { cipher: 'row', clear: ['name'] }
const META_BULK: Sealing = { ...META, cipher: 'bulk' }
const BLOCK: Sealing = { cipher: 'bulk', clear: ['name'] }

/** The records of one table: sealed, clear, or by their name. */
export type TableSealing = Sealing | 'clear' | { readonly byName: (name: string) => Sealing | 'clear' }

/** `meta` records with numbers, uids, times and fixed sentences, and what is sealed for the server. */
export const CLEAR_META: readonly string[] = [
  'pullState',
  'clockOffset',
  'writer',
  'mirrorId',
  'onDisk',
  'syncStatus',
  'lastFileSent',
  'shownNotifications',
  'pushWanted',
  'erasedUids',
  'erasedCommands',
  'givenUp',
  'lastCalls',
  'day',
  'swept',
  'sealedPush',
  'lockedSends',
  'clearRemains',
]

/** The first reading opens them, without this room's other cipher. */
export const BULK_META: readonly string[] = ['firstRows', 'keptCatalogues', 'lastFilters']

/** The other known `meta` records. A name in no list is sealed like these. */
export const ROW_META: readonly string[] = [
  'lateClients',
  'cepAnswers',
  'pinnedReports',
  'screenSettings',
  'savedFilters',
  'lastOutcome',
  'handOverKeys',
  'handOverNews',
]

const CLEAR_BLOCKS: readonly string[] = ['head', 'manifest', 'order']

const ofMeta = (name: string): Sealing | 'clear' =>
  CLEAR_META.includes(name) ? 'clear' : BULK_META.includes(name) ? META_BULK : META

const SEALINGS: Readonly<Record<string, TableSealing>> = {
  leads: LEAD,
  bases: LEAD,
  clients: {
    cipher: 'row',
    clear: SERVER_ROW,
    blind: { cpf: asItIs, phone: asItIs, cellphone: asItIs, mail: (mail) => mail.toLowerCase() },
  },
  clientBases: { cipher: 'row', clear: SERVER_ROW },
  catalogues: { cipher: 'row', clear: ['kind', 'id', 'version', 'generation'] },
  outbox: {
    cipher: 'row',
    clear: ['seq', 'key', 'entityUid', 'clientUid', 'state', 'queuedAt', 'retryAt', 'attempts'],
    unbound: 'seq',
    own: true,
    keeps: 1000,
  },
  packs: { cipher: 'bulk', clear: ['directory', 'part'], keeps: 8 },
  packDirectories: 'clear',
  journal: 'clear',
  timelines: 'clear',
  answers: { cipher: 'bulk', clear: ['key', 'at', 'until', 'used', 'bytes', 'pinned', 'about'] },
  files: {
    cipher: 'bulk',
    clear: ['uid', 'leadUid', 'queuedAt', 'uploaded'],
    unbound: 'uploaded',
    own: true,
    outside: true,
  },
  drafts: { cipher: 'row', clear: ['name', 'savedAt'], own: true },
  blocks: { byName: (name) => (CLEAR_BLOCKS.includes(name) ? 'clear' : BLOCK) },
  meta: { byName: ofMeta },
}

/** Throws for a table without a decision. */
export function sealingOf(table: string): TableSealing {
  const found = SEALINGS[table]
  if (found === undefined) throw new Error(`Table ${table} is in no list of src/db/sealing/lists.ts.`)
  return found
}

/** Returns how a record of this table is sealed. */
export function sealingOfRecord(table: string, record: object): Sealing | 'clear' {
  const sealing = sealingOf(table)
  if (sealing === 'clear' || !('byName' in sealing)) return sealing
  return sealing.byName(String(Reflect.get(record, 'name')))
}
