/** The lines that an external indication offers, to whom: docs/rules.md#external-indication. No schema is loaded here. */

import { cleanDocument } from '../documents/cpf-cnpj.ts'
import { foldText } from '../text/fold.ts'
import type { DetailKind } from './details.ts'

export type Holder = 'person' | 'company'

interface Line {
  readonly insurances: readonly number[]
  readonly kind: DetailKind
  readonly holder: Holder
}

const person = (kind: DetailKind, ...insurances: number[]): Line => ({ insurances, kind, holder: 'person' })

const LINES: readonly Line[] = [
  person('vehicle', 1, 2, 3),
  person('residence', 4),
  person('portable', 6),
  person('pet', 7),
  person('life', 9),
  person('bike', 10),
  person('franchise', 29),
  { insurances: [11, 12, 13, 14, 15, 16, 17, 18, 19], kind: 'company', holder: 'company' },
]

/** All insurances of the form. */
export const EXTERNAL_INSURANCES: readonly number[] = LINES.flatMap(({ insurances }) => insurances)

const lineOf = (insuranceId: number) => LINES.find(({ insurances }) => insurances.includes(insuranceId))

/** Returns what the line asks for; null for a line that no external indication names. */
export const kindOf = (insuranceId: number): DetailKind | null => lineOf(insuranceId)?.kind ?? null
export const holderOf = (insuranceId: number): Holder | null => lineOf(insuranceId)?.holder ?? null

const CPF_LENGTH = 11
const CNPJ_LENGTH = 14

/** Person or company by a whole document; null while it is incomplete. A CNPJ may have letters. */
export function holderOfDocument(document: string): Holder | null {
  const clean = cleanDocument(document)
  if (clean.length === CPF_LENGTH && /^\d+$/.test(clean)) return 'person'
  return clean.length === CNPJ_LENGTH ? 'company' : null
}

/** A tab of the form: a line, or the vehicles together. */
export interface IndicationTab {
  readonly key: string
  readonly label: string
  readonly kind: DetailKind
  /** Of the vehicles the type decides: 1 Novo, 2 Usado. */
  readonly insurances: readonly number[]
}

/** Labels of a person's tabs. A company's tabs are labelled with the names of their insurances. */
const TAB_LABELS: Readonly<Partial<Record<DetailKind, string>>> = {
  vehicle: 'Automóvel',
  residence: 'Residencial',
  portable: 'Portáteis',
  pet: 'Pet',
  life: 'Vida',
  bike: 'Bike',
  franchise: 'Franquia',
}

/** Returns the key of the tab that has the insurance: 'vehicle', 'company-11'. */
export function tabKeyOf(insuranceId: number): string {
  const kind = kindOf(insuranceId)
  return kind === null || kind === 'company' ? `company-${insuranceId}` : kind
}

/** Returns the tabs of a person or a company among the insurances that the brokerage offers. */
export function tabsFor(
  holder: Holder,
  offered: readonly { readonly id: number; readonly name: string }[],
): readonly IndicationTab[] {
  const names = new Map(offered.map(({ id, name }) => [id, name]))
  return LINES.filter((line) => line.holder === holder).flatMap(({ insurances, kind }): IndicationTab[] => {
    const active = insurances.filter((id) => names.has(id))
    if (kind !== 'company') {
      const label = TAB_LABELS[kind] ?? ''
      return active.length === 0 ? [] : [{ key: kind, label, kind, insurances: active }]
    }
    return active.map((id) => ({ key: tabKeyOf(id), label: names.get(id) ?? '', kind, insurances: [id] }))
  })
}

/** Returns the insurance of a filled tab: a used vehicle is 2, another one 1 or what is offered. */
export function insuranceOfTab(tab: IndicationTab, details: Readonly<Record<string, unknown>>): number {
  const wanted = details.type === 'Usado' ? 2 : 1
  const [first = 0] = tab.insurances
  return tab.kind === 'vehicle' && tab.insurances.includes(wanted) ? wanted : first
}

const PET_CITIES: ReadonlySet<string> = new Set(['belo horizonte', 'rio de janeiro', 'sao paulo'])

/** The cities in which a pet can be insured. */
export const hasPetInsurance = (city: string): boolean => PET_CITIES.has(foldText(city).trim())
