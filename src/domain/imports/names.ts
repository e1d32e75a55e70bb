/** Finds who and what the texts of a file name: persons, dealerships, catalogue entries. docs/rules.md#any-import */
import { type Away, assignmentRefusal, isAssignableBroker } from '../lead/assignable-broker.ts'
import { cutText } from '../text/cut.ts'
import { foldText } from '../text/fold.ts'

interface Named {
  readonly id: number
  readonly name: string
}

interface UserName extends Named {
  readonly login: string
  readonly email: string
  readonly role_id: number
  readonly active: boolean
  readonly signs_in: boolean
  /** The leave that runs. */
  readonly away?: Away | null
}

/** What there is in Farol. Inactive entries are among them: a history names them. */
export interface ImportNames {
  readonly users: readonly UserName[]
  readonly partners: readonly (Named & { readonly code_wf: string | null })[]
  readonly channels: readonly Named[]
  readonly insurances: readonly Named[]
  readonly lost_reasons: readonly Named[]
  readonly teams: readonly Named[]
}

export const NO_NAMES: ImportNames = {
  users: [],
  partners: [],
  channels: [],
  insurances: [],
  lost_reasons: [],
  teams: [],
}

/** What is asked once for the whole file, and counts for lines that have none. */
export interface ImportDefaults {
  readonly channel_id: number | null
  readonly broker_id: number | null
  readonly inviter_id: number | null
  readonly partner_id: number | null
  readonly insurance_id: number | null
  readonly role_id: number | null
  /** What happens to a line whose text names no entry: it is refused, or gets the default. */
  readonly unknown: 'refuse' | 'default'
}

export const NO_DEFAULTS: ImportDefaults = {
  channel_id: null,
  broker_id: null,
  inviter_id: null,
  partner_id: null,
  insurance_id: null,
  role_id: null,
  unknown: 'refuse',
}

/** The entries that a text may mean; none for a text that names no entry. */
type Find<Entry> = (text: string) => readonly Entry[]

function finderOf<Entry extends Named>(
  entries: readonly Entry[],
  textsOf: (entry: Entry) => readonly (string | null)[],
): Find<Entry> {
  const found = new Map<string, Entry[]>()
  for (const entry of entries) {
    const keys = new Set(textsOf(entry).map((text) => foldText(text ?? '')))
    keys.delete('')
    for (const key of keys) found.set(key, [...(found.get(key) ?? []), entry])
  }
  return (text) => found.get(foldText(text)) ?? []
}

export interface NameFinder {
  readonly user: Find<UserName>
  readonly partner: Find<ImportNames['partners'][number]>
  readonly channel: Find<Named>
  readonly insurance: Find<Named>
  readonly lostReason: Find<Named>
  readonly team: Find<Named>
}

const byName = ({ name }: Named) => [name]

/** Made once for a file. */
export const nameFinder = (names: ImportNames): NameFinder => ({
  user: finderOf(names.users, ({ name, login, email }) => [name, login, email]),
  partner: finderOf(names.partners, ({ name, code_wf }) => [name, code_wf]),
  channel: finderOf(names.channels, byName),
  insurance: finderOf(names.insurances, byName),
  lostReason: finderOf(names.lost_reasons, byName),
  team: finderOf(names.teams, byName),
})

/** `id` null: the line names no entry, and there is no default. */
export type Found = { readonly id: number | null } | { readonly reason: string }

interface Question<Entry extends Named> {
  /** With a capital letter, as it begins the sentence. */
  readonly label: string
  readonly text: string
  readonly found: readonly Entry[]
  readonly fallback: number | null
  readonly unknown: ImportDefaults['unknown']
}

const LONGEST_SHOWN = 60
export const shown = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${cutText(text, LONGEST_SHOWN)}…` : text

/** The one entry that the text names, the default of a line without a text, or the reason why there is neither. */
export function chosenOne<Entry extends Named>(question: Question<Entry>): Found {
  const { label, text, found, fallback, unknown } = question
  if (text === '') return { id: fallback }
  const [first] = found
  if (first !== undefined && found.length === 1) return { id: first.id }
  if (unknown === 'default' && fallback !== null) return { id: fallback }
  return {
    reason:
      first === undefined
        ? `${label} ‘${shown(text)}’ não está no Farol`
        : `${label} ‘${shown(text)}’: há mais de um cadastro com este nome`,
  }
}

const BROKER_ROLE = 3
/** Of several users with one name, those who may attend are preferred, then those who are active. */
function likeliest(found: readonly UserName[], fits: (user: UserName) => boolean): readonly UserName[] {
  const fitting = found.filter(fits)
  const active = fitting.filter((user) => user.active)
  return active.length > 0 ? active : fitting.length > 0 ? fitting : found
}

/** A finished lead keeps the user who attended it. An open lead needs a broker who may be given leads. */
export function brokerOf(
  finder: NameFinder,
  text: string,
  { isOpen, defaults }: { readonly isOpen: boolean; readonly defaults: ImportDefaults },
): Found {
  const found = likeliest(finder.user(text), ({ role_id }) => role_id <= BROKER_ROLE)
  const able = isOpen ? found.filter((user) => isAssignableBroker(user, 'hand')) : found
  const one = chosenOne({
    label: 'Corretor',
    text,
    found: able,
    fallback: defaults.broker_id,
    unknown: defaults.unknown,
  })
  if (!('reason' in one) || found.length === 0 || able.length > 0) return one
  const away = found.find((user) => isAssignableBroker({ ...user, away: null }, 'hand'))
  return {
    reason:
      away === undefined
        ? `Corretor ‘${shown(text)}’ inativo, com outro perfil ou que nunca entrou, e o lead está aberto`
        : `Corretor ‘${shown(text)}’: ${assignmentRefusal(away, 'hand')}`,
  }
}

export const inviterOf = (finder: NameFinder, text: string, defaults: ImportDefaults): Found =>
  chosenOne({
    label: 'Indicador',
    text,
    found: likeliest(finder.user(text), () => true),
    fallback: defaults.inviter_id,
    unknown: defaults.unknown,
  })
