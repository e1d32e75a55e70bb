/**
 * The fields of each kind of line, in the order of the form, with their labels. Both forms, the view, the history and
 * the API's sentences read this table. No schema is loaded here: the page without login has no room for one.
 */
import { MARITAL_STATUSES, PURPOSES, RESIDENCE_TYPES, SPECIES, VEHICLE_TYPES } from './choices.ts'
import type { DetailKind } from './details.ts'

export type DetailInput =
  | 'text'
  | 'long'
  | 'few'
  | 'money'
  | 'date'
  | 'choice'
  | 'phone'
  | 'mail'
  | 'chassi'
  | 'renavam'
  | 'address'

export interface DetailField {
  readonly name: string
  readonly label: string
  readonly input: DetailInput
  readonly max?: number
  readonly choices?: readonly string[]
  /** What is asked for where it is missing: 'o modelo'. Absent: it may stay empty. */
  readonly ask?: string
  /** The same, of a used vehicle alone. */
  readonly askOfUsed?: string
  readonly help?: string
  /** Data about health. Without login it is asked for under a consent of its own: docs/rules.md#health-consent */
  readonly isHealth?: true
}

const VALUE: DetailField = { name: 'value_cents', label: 'Valor', input: 'money' }
const ACQUIRED: DetailField = { name: 'acquisition_date', label: 'Data de aquisição', input: 'date' }

export const DETAIL_FIELDS: Readonly<Record<DetailKind, readonly DetailField[]>> = {
  vehicle: [
    { name: 'model', label: 'Modelo', input: 'text', max: 200, ask: 'o modelo' },
    { name: 'type', label: 'Tipo', input: 'choice', choices: VEHICLE_TYPES, ask: 'o tipo' },
    { name: 'chassi', label: 'Chassi', input: 'chassi', max: 17, askOfUsed: 'o chassi do veículo usado' },
    { name: 'renavam', label: 'Renavam', input: 'renavam', max: 11, askOfUsed: 'o renavam do veículo usado' },
    { name: 'address', label: 'Endereço do veículo', input: 'address' },
  ],
  residence: [{ name: 'type', label: 'Tipo', input: 'choice', choices: RESIDENCE_TYPES, ask: 'o tipo' }],
  portable: [
    { name: 'product', label: 'Produto', input: 'text', max: 200, ask: 'o produto' },
    VALUE,
    ACQUIRED,
  ],
  pet: [
    { name: 'species', label: 'Espécie', input: 'choice', choices: SPECIES, ask: 'a espécie' },
    { name: 'quantity', label: 'Quantidade', input: 'few', ask: 'a quantidade' },
    { name: 'breed', label: 'Raça', input: 'text', max: 100 },
  ],
  life: [
    {
      name: 'marital_status',
      label: 'Estado civil',
      input: 'choice',
      choices: MARITAL_STATUSES,
      ask: 'o estado civil',
    },
    { name: 'dependents', label: 'Dependentes', input: 'few', ask: 'o número de dependentes' },
    {
      name: 'serious_illnesses',
      label: 'Doenças graves',
      input: 'long',
      max: 500,
      help: 'Deixe em branco se não houver.',
      isHealth: true,
    },
  ],
  bike: [
    { name: 'brand', label: 'Marca', input: 'text', max: 100, ask: 'a marca' },
    VALUE,
    ACQUIRED,
    {
      name: 'purpose',
      label: 'Finalidade',
      input: 'choice',
      choices: PURPOSES,
      ask: 'a finalidade',
    },
    { name: 'storage_address', label: 'Endereço onde fica guardada', input: 'address' },
  ],
  franchise: [
    { name: 'vehicle', label: 'Veículo', input: 'text', max: 200, ask: 'o veículo' },
    {
      name: 'insurer',
      label: 'Seguradora da apólice',
      input: 'text',
      max: 100,
      ask: 'a seguradora da apólice',
    },
  ],
  company: [
    {
      name: 'responsible_name',
      label: 'Nome do responsável',
      input: 'text',
      max: 200,
      ask: 'o nome do responsável',
    },
    { name: 'responsible_email', label: 'E-mail do responsável', input: 'mail', max: 200 },
    { name: 'responsible_mobile', label: 'Celular do responsável', input: 'phone' },
    { name: 'responsible_landline', label: 'Telefone fixo do responsável', input: 'phone' },
    { name: 'observation', label: 'Observação', input: 'long', max: 2000 },
  ],
}

/** Names of the fields that ask about health. */
export const HEALTH_FIELDS: ReadonlySet<string> = new Set(
  Object.values(DETAIL_FIELDS)
    .flat()
    .filter(({ isHealth }) => isHealth)
    .map(({ name }) => name),
)

/** Returns the details, or their typed values, without those about health. */
export const withoutHealth = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !HEALTH_FIELDS.has(name)))

/** What is asked for among these values; undefined: the field may stay empty. */
export const askedOf = (
  { ask, askOfUsed }: DetailField,
  { type }: { readonly type?: unknown },
): string | undefined => ask ?? (type === 'Usado' ? askOfUsed : undefined)

/** Each name with its label. The kinds share names with the same meaning. */
export const DETAIL_LABELS: ReadonlyMap<string, string> = new Map(
  Object.values(DETAIL_FIELDS)
    .flat()
    .map(({ name, label }) => [name, label]),
)
