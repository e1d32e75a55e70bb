/** Names and sentences of the rules of lead and broker. docs/rules.md#administration */
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { CatalogueValue, Insurance } from '../../../domain/catalogue/catalogue.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { brokerChoices, ruleProblem } from '../../../domain/lead/assignable-broker.ts'
import {
  channelsWithRules,
  hasCode,
  insurancesWithRules,
  type RuleLeads,
  ruleCaution,
} from '../../../domain/lead/broker-rules.ts'
import { namedInOrder } from '../../../domain/text/name-order.ts'

export type Rule = CatalogueValue<'lead_broker_config'>

export const RULE_WORDS = listWords('lead_broker_config')

/** By number; empty until they are read. */
export const ruleNames = {
  channel: (catalogues: Catalogues | undefined, id: number) => catalogues?.channels.get(id)?.name ?? '',
  partner: (catalogues: Catalogues | undefined, id: number) => catalogues?.partners.get(id) ?? '',
  insurance: (catalogues: Catalogues | undefined, id: number) => catalogues?.insurances.get(id) ?? '',
  broker: (catalogues: Catalogues | undefined, id: number) => catalogues?.users.get(id)?.name ?? '',
}

export function problemOf(
  rule: Rule,
  catalogues: Catalogues | undefined,
  rules: readonly Rule[],
): string | null {
  // Nothing is known of people and companies yet.
  if (catalogues === undefined) return null
  const [broker, partner] = [
    catalogues.users.get(rule.broker_id),
    catalogues.partnerRows.get(rule.partner_id),
  ]
  return ruleProblem(rule, { broker, partner, rules })
}

export function cautionOf(
  rule: Pick<Rule, 'channel_id' | 'broker_id'>,
  catalogues: Catalogues | undefined,
): string | null {
  if (catalogues === undefined) return null
  const { users, teams, channels } = catalogues
  return ruleCaution(rule, { broker: users.get(rule.broker_id), teams, channels })
}

/** 'Concessionária Sul · Veículo novo'; the channel only where there are several. */
export function leadsWords(leads: RuleLeads, catalogues: Catalogues): string {
  const { channel_id, partner_id, insurance_id } = leads
  return [
    ruleNames.partner(catalogues, partner_id),
    ruleNames.insurance(catalogues, insurance_id),
    ...(channelsWithRules(catalogues.channels.values()).length > 1
      ? [ruleNames.channel(catalogues, channel_id)]
      : []),
  ].join(' · ')
}

const NAMED = 3

function withoutCodeWords(catalogues: Catalogues): string | null {
  const without = namedInOrder(
    [...catalogues.partnerRows.values()].filter((partner) => partner.active && !hasCode(partner)),
  )
  if (without.length === 0) return null
  const [first] = without
  if (first !== undefined && without.length === 1) return `${first.name} não tem Code_WF`
  return without.length <= NAMED
    ? `${without.map(({ name }) => name).join(', ')} não têm Code_WF`
    : `${without.length} empresas não têm Code_WF`
}

interface Choices {
  /** Of the row that is edited: what it has stays a choice. */
  readonly current: Rule | null
}

/** Returns what each field offers, and for a field why it offers nothing or less than one looks for. */
export function ruleChoices(catalogues: Catalogues, { current }: Choices) {
  const { channels, partnerRows, insuranceRows, users } = catalogues
  const kept = <Row extends { readonly id: number }>(rows: readonly Row[], row: Row | undefined): Row[] =>
    row === undefined || rows.some(({ id }) => id === row.id) ? [...rows] : [...rows, row]
  const partners = [...partnerRows.values()].filter((partner) => partner.active && hasCode(partner))
  const insurances: Insurance[] = insurancesWithRules(insuranceRows)
  const brokers = brokerChoices(users.values(), { today: null, current: current?.broker_id ?? null })
  const without = withoutCodeWords(catalogues)
  return {
    channels: kept(
      channelsWithRules(channels.values()),
      current === null ? undefined : channels.get(current.channel_id),
    ),
    partners: kept(partners, current === null ? undefined : partnerRows.get(current.partner_id)),
    insurances: kept(
      insurances,
      insuranceRows.find(({ id }) => id === current?.insurance_id),
    ),
    brokers,
    hints: {
      partner:
        partners.length === 0
          ? 'Uma empresa precisa de Code_WF, e nenhuma ativa tem. Preencha-o primeiro em Parceiros.'
          : without === null
            ? undefined
            : `Uma empresa precisa de Code_WF: ${without}. Preencha-o em Parceiros.`,
      insurance:
        insurances.length === 0
          ? 'Nenhum seguro de veículo está ativo. Ative-o primeiro em Seguros.'
          : undefined,
      broker: brokers.every(({ disabled }) => disabled)
        ? 'Nenhum corretor ativo entrou no Farol ainda. Convide um primeiro em Usuários.'
        : undefined,
    },
  }
}
