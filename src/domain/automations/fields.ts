/**
 * The names of an automation's fields, by their paths. Schemas and new values, which differ by kind, are in `definition.ts`, and what
 * only the server says is in `server/records/automations.ts`. docs/rules.md#automations
 */
import type { Act, Conditions, Definition, Trigger } from './definition.ts'

/** The fields of any kind. */
type FieldOf<Kinds> = Kinds extends Kinds ? keyof Kinds & string : never
type Field =
  | keyof Definition
  | `trigger.${FieldOf<Trigger>}`
  | `conditions.${keyof Conditions}`
  | `acts.${FieldOf<Act>}`

export const DEFINITION_NAMES = {
  trigger: 'Quando',
  'trigger.kind': 'Quando',
  'trigger.bulk': 'Importações e transferências',
  'trigger.to': 'Status',
  'trigger.days': 'Dias',
  'trigger.hours': 'Horas',
  conditions: 'Se',
  'conditions.channels': 'Canais',
  'conditions.insurances': 'Seguros',
  'conditions.partners': 'Concessionárias',
  'conditions.brokers': 'Corretores',
  'conditions.least_cents': 'Valor mínimo',
  'conditions.most_cents': 'Valor máximo',
  acts: 'Então',
  'acts.kind': 'Ação',
  'acts.to': 'Quem é avisado',
  'acts.text': 'Texto',
  'acts.days': 'Dias',
  'acts.template': 'Modelo de mensagem',
  'acts.time': 'Horário',
} as const satisfies Readonly<Record<Field, string>>
