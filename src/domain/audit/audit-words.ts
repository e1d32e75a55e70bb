/** An entry of the audit in words: who, what, about whom, and what changed. docs/rules.md#audit */
import { rowWords } from '../client/personal-tables.ts'
import { ROUTES } from '../permissions/routes.ts'
import { ownValue } from '../record/own-value.ts'
import { ACTION_WORDS, type AuditAction, ENTITY_WORDS } from './audit-kinds.ts'
import { type AuditNames, type AuditWords, fieldWords, isRow, NOTHING, OTHER } from './audit-values.ts'

interface AuditChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Fields that are not listed as changes: they mean nothing to a reader, or the audit shows them in a column of their
 * own.
 */
const SILENT: ReadonlySet<string> = new Set([
  'id',
  'uid',
  'device_id',
  'revision',
  'order',
  'row',
  'page',
  'per_page',
  'paginate',
])

const plainName = (field: string) => field.replace(/\[\]$/, '')

/** The fields that differ; of a row that was made or removed those that hold something. */
function auditChanges(before: unknown, after: unknown): AuditChange[] {
  const [one, other] = [isRow(before) ? before : {}, isRow(after) ? after : {}]
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return fields
    .filter((field) => !SILENT.has(plainName(field)))
    .map((field) => ({ field, before: one[field] ?? null, after: other[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

export interface AuditLine {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

interface EntryOfRows {
  readonly entity: string
  readonly before?: unknown
  readonly after?: unknown
}

/** What an entry changed, in words; a line for each field. */
export function auditLines({ entity, before, after }: EntryOfRows, words: AuditWords): AuditLine[] {
  return auditChanges(before, after).map(({ field, before: one, after: other }) => {
    const name = plainName(field)
    return {
      field,
      label: words.nameOf(`${entity}.${name}`) ?? rowWords(name)?.[0] ?? OTHER,
      before: fieldWords(name, one, words, entity),
      after: fieldWords(name, other, words, entity),
    }
  })
}

interface Entry extends EntryOfRows {
  readonly action: AuditAction
  readonly entity_id: string | null
  /** The row's name as it is now, where the table has names. */
  readonly subject?: string | null
  readonly user: { readonly name: string } | null
}

/** By action and table: what an entry without fields says. */
const WITHOUT_FIELDS: Readonly<Record<string, string>> = {
  'set_password users': 'Senha nova. Nenhuma senha fica registrada.',
  'disown users': 'Todas as sessões foram encerradas, e a senha deixou de valer',
  'invite users': 'Convite para confirmar o e-mail e definir a senha',
  'copy_link users': 'Link de acesso, que vale uma vez',
  'sign_in sessions': 'Navegador desconhecido',
  'request whole_exports': 'Planilhas e arquivos de toda a casa',
  'download whole_exports': 'O arquivo com as planilhas e os arquivos de toda a casa',
  'import whole_exports': 'Um Farol exportado foi importado neste, que estava vazio',
  'export audit_log': 'Sem filtro: todos os registros',
  'export clients': 'Sem filtro: toda a lista de clientes',
  'export reports': 'Sem filtro: todos os leads do relatório',
}

/** 'Funilaria Sul · Auto · Bruna': a rule of lead and broker has no name of its own. */
function ruleName(row: unknown, names: AuditNames): string | null {
  if (!isRow(row)) return null
  const parts = [
    ['partner_id', row.partner_id],
    ['insurance_id', row.insurance_id],
    ['broker_id', row.broker_id],
  ] as const
  const words = { names, nameOf: () => null }
  return parts.map(([field, id]) => fieldWords(field, id, words)).join(' · ')
}

const textOf = (row: unknown, fields: readonly string[]): string | null => {
  if (!isRow(row)) return null
  const found = fields.map((field) => row[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : null
}

const NAMES = ['name', 'description', 'file_name', 'proposal']
/** Their rows have no name, or one that is typed about a person: they go by their number. */
const BY_NUMBER: readonly string[] = [
  'data_requests',
  'security_incidents',
  'legal_records',
  'sessions',
  'devices',
]

/** Whom or what an entry is about, by name; null where nothing has a name. */
function subjectOf(entry: Entry, { names, nameOf }: AuditWords): string | null {
  const { entity, entity_id: id, before, after, subject = null } = entry
  if (entity === 'settings') return id === null ? null : nameOf(id)
  if (entity === 'reports') return ROUTES.find(({ path }) => path === id)?.label ?? null
  if (entity === 'lead_broker_config') return ruleName(after ?? before, names)
  if (subject !== null || BY_NUMBER.includes(entity)) return subject
  // The name in it is a filter of the list.
  if (entry.action === 'export' && entity === 'clients') return null
  return textOf(after, NAMES) ?? textOf(before, NAMES)
}

export interface AuditSaid {
  readonly who: string
  readonly action: string
  /** The kind of record: 'Usuário'. */
  readonly record: string
  /** Whom it is about; null where nothing has a name. */
  readonly subject: string | null
  /** The record's number; null if it has none that users see. */
  readonly number: string | null
  readonly lines: readonly AuditLine[]
  /** Where no field changed: what happened. */
  readonly note: string
}

/** All that screen and sheet say of an entry: both show the same. */
export function auditSaid(entry: Entry, words: AuditWords): AuditSaid {
  const { action, entity, entity_id, user } = entry
  const device = entity === 'sessions' ? (entry.subject ?? null) : null
  const own = auditLines(entry, words)
  const lines =
    device === null || own.some(({ field }) => field === 'device_name')
      ? own
      : [
          {
            field: 'device_name',
            label: words.nameOf('device_name') ?? OTHER,
            before: NOTHING,
            after: device,
          },
        ]
  return {
    who: user?.name ?? 'Farol, sozinho',
    action: ACTION_WORDS[action],
    record: ownValue(ENTITY_WORDS, entity) ?? OTHER,
    subject: entity === 'sessions' ? null : subjectOf(entry, words),
    number: entity_id !== null && /^\d+$/.test(entity_id) ? entity_id : null,
    lines,
    note: WITHOUT_FIELDS[`${action} ${entity}`] ?? (action === 'update' ? 'Salvou sem mudar nada' : NOTHING),
  }
}
