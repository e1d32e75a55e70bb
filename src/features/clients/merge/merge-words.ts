/** What the screens of repeated clients say: docs/rules.md#merging-clients. Pure. */
import type { ClientMerge } from '../../../contract/client-merges.ts'
import type { Client } from '../../../domain/client/client.ts'
import { REASON_WORDS, type Reason, STRENGTH_WORDS, strengthOf } from '../../../domain/client/likeness.ts'
import { MERGE_FIELDS, type MergeField, UNDO_DAYS } from '../../../domain/client/merge-fields.ts'
import { formatCep } from '../../../domain/documents/masks.ts'
import { fieldLabel, fieldValue, NO_NAMES } from '../../../domain/lead/field-words.ts'
import { withCapital } from '../../../domain/text/capital.ts'
import { joinAll } from '../../../domain/text/formats.ts'
import { comingInWords } from '../../../domain/time/near-days.ts'
import { formatDate } from '../../../domain/time/sao-paulo.ts'
import type { ChipColor } from '../../../ui/theme.ts'

/** 'Mesmo telefone e nome parecido'. */
export const reasonsWords = (reasons: readonly Reason[]): string =>
  withCapital(joinAll(reasons.map((reason) => REASON_WORDS[reason])))

const COLORS = { strong: 'green', probable: 'amber', possible: 'gray' } as const satisfies Record<
  ReturnType<typeof strengthOf>,
  ChipColor
>

/** The score in a word, with its colour. */
export function strengthWords(score: number): { readonly words: string; readonly color: ChipColor } {
  const strength = strengthOf(score)
  return { words: withCapital(STRENGTH_WORDS[strength]), color: COLORS[strength] }
}

export const leadsWords = (leads: number): string =>
  leads === 0 ? 'Nenhum lead' : leads === 1 ? '1 lead' : `${leads} leads`

/** 'cliente 12'; without a number: 'cliente sem número'. */
export const numberWords = ({ id }: Pick<Client, 'id'>): string =>
  id === null ? 'cliente sem número' : `cliente ${id}`

export const fieldName = (field: MergeField): string => fieldLabel(`client.${field}`)

function homeWords({ address }: Client): string {
  const { street, number, comp, district, city, state, cep } = address
  const place = [city, state].filter((part) => part !== '').join('/')
  return [street, number, comp, district, place, cep === '' ? '' : `CEP ${formatCep(cep)}`]
    .filter((part) => part !== '')
    .join(', ')
}

/** Returns a field's value as a person reads it; empty where there is none. */
export function valueWords(client: Client, field: MergeField): string {
  if (field === 'address') return homeWords(client)
  const value = client[field] ?? ''
  return value === '' ? '' : fieldValue(`client.${field}`, value, NO_NAMES)
}

interface Planned {
  readonly survivor: Client
  readonly alias: Client
  /** Of the alias. */
  readonly leads: number
  readonly fromAlias: readonly MergeField[]
}

/** What a merge will do, sentence by sentence. */
export function summaryWords({ survivor, alias, leads, fromAlias }: Planned): string {
  const moved =
    leads === 0
      ? `${alias.name} (${numberWords(alias)}) não tem leads`
      : leads === 1
        ? `O lead de ${alias.name} (${numberWords(alias)}) passa para ele`
        : `Os ${leads} leads de ${alias.name} (${numberWords(alias)}) passam para ele`
  const taken = MERGE_FIELDS.filter((field) => fromAlias.includes(field)).map(fieldName)
  const fields =
    taken.length === 0
      ? 'Os dados ficam como estão'
      : `${joinAll(taken)} ${taken.length === 1 ? 'vem' : 'vêm'} do ${numberWords(alias)}`
  return `Fica ${survivor.name} (${numberWords(survivor)}). ${moved}. ${fields}; o que não for escolhido continua no histórico. Pode ser desfeito por ${UNDO_DAYS} dias.`
}

/** 'Ana (cliente 3) passou a ser Ana Souza (cliente 1)'. */
export const mergeWords = ({ alias, survivor }: ClientMerge): string =>
  `${alias.name} (${numberWords(alias)}) agora é ${survivor.name} (${numberWords(survivor)})`

/** Who merged, when, and until when it can be undone. */
export function mergedWords(
  { merged_at, merged_by, undo_until, undone_at, leads }: ClientMerge,
  nowMs: number,
): string {
  const by = merged_by === null ? '' : ` por ${merged_by.name}`
  const moved = leads === 0 ? '' : leads === 1 ? ', com 1 lead' : `, com ${leads} leads`
  const end =
    undone_at === null
      ? `Pode ser desfeito até ${comingInWords(Date.parse(undo_until), nowMs)}.`
      : `Desfeito em ${formatDate(undone_at)}.`
  return `Juntado em ${formatDate(merged_at)}${by}${moved}. ${end}`
}

/** After an undo: what was typed after the merge stays with the survivor. */
export function undoneWords(revived: string, kept: readonly MergeField[]): string {
  const back = `Desfeito: ${revived} voltou`
  if (kept.length === 0) return back
  return `${back}. ${joinAll(kept.map(fieldName))} ${kept.length === 1 ? 'ficou como foi digitado' : 'ficaram como foram digitados'} depois`
}
