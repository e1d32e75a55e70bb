/** The details of a lead in words: view, form, product of the card. docs/rules.md#details-by-line */
import { formatCep } from '../documents/masks.ts'
import { formatPhone } from '../phone/phone.ts'
import { formatReais } from '../text/formats.ts'
import { formatDay } from '../time/sao-paulo.ts'
import { DETAIL_FIELDS, type DetailInput } from './detail-fields.ts'
import type { InsuranceDetails } from './details.ts'

/** An address in one line. */
function addressWords(value: object): string {
  const parts = new Map<string, unknown>(Object.entries(value))
  const part = (name: string) => {
    const text = parts.get(name)
    return typeof text === 'string' ? text : ''
  }
  const street = [part('street'), part('number'), part('comp')].filter(Boolean).join(', ')
  const city = [part('city'), part('state')].filter(Boolean).join('/')
  return [street, part('district'), city, formatCep(part('cep'))].filter(Boolean).join(' · ')
}

function words(input: DetailInput, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return addressWords(value)
  if (typeof value === 'number') return input === 'money' ? formatReais(value / 100) : String(value)
  if (typeof value !== 'string') return ''
  if (input === 'date' && value !== '') return formatDay(value)
  return input === 'phone' ? formatPhone(value) : value
}

/** Returns each field with its value in words; '' where it is empty. What was not asked for is no empty field. */
export function detailFacts(details: InsuranceDetails): (readonly [label: string, value: string])[] {
  const values = new Map<string, unknown>(Object.entries(details))
  return DETAIL_FIELDS[details.kind]
    .filter(({ name, isHealth }) => isHealth === undefined || values.has(name))
    .map(({ name, label, input }) => [label, words(input, values.get(name))])
}

/** Returns the filled fields in one text: 'Modelo: Onix; Tipo: Usado'. */
export const detailText = (details: InsuranceDetails): string =>
  detailFacts(details)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('; ')

/** Returns the product of the lead, as a card shows it. */
export function productOf(details: InsuranceDetails): string {
  switch (details.kind) {
    case 'vehicle':
      return `${details.model} (${details.type.toLowerCase()})`
    case 'residence':
      return `Residência, ${details.type.toLowerCase()}`
    case 'portable':
      return details.product
    case 'pet': {
      const { species, quantity, breed } = details
      const animals = quantity === 1 ? species : `${species === 'Cão' ? 'Cães' : 'Gatos'}`
      return [`${quantity} ${animals.toLowerCase()}`, breed].filter(Boolean).join(', ')
    }
    case 'life': {
      const { dependents } = details
      if (dependents === 0) return 'Vida, sem dependentes'
      return `Vida, ${dependents} ${dependents === 1 ? 'dependente' : 'dependentes'}`
    }
    case 'bike':
      return `Bike ${details.brand}, ${details.purpose.toLowerCase()}`
    case 'franchise':
      return `${details.vehicle}, ${details.insurer}`
    case 'company':
      return `Responsável: ${details.responsible_name}`
  }
}
