/** Rules of lead and broker together: what none covers, and which of them only half serve. docs/rules.md#administration */
import type { CatalogueValue, TechnicalTeam } from '../catalogue/catalogue.ts'
import { isActive } from '../session/active.ts'

type Rule = CatalogueValue<'lead_broker_config'>

/** The leads that one rule is for. */
export type RuleLeads = Pick<Rule, 'channel_id' | 'partner_id' | 'insurance_id'>

interface Named {
  readonly id: number
  readonly name: string
  readonly active: boolean
}

interface Company extends Named {
  readonly code_wf: string | null
}

/** Only channels and stock types up to these numbers have such rules. */
const LAST_CHANNEL = 1
const LAST_STOCK_TYPE = 3

export const channelsWithRules = <Row extends Named>(channels: Iterable<Row>): Row[] =>
  [...channels].filter(({ id, active }) => active && id <= LAST_CHANNEL)

export const insurancesWithRules = <Row extends Named>(insurances: Iterable<Row>): Row[] =>
  [...insurances].filter(({ id, active }) => active && id <= LAST_STOCK_TYPE)

export const hasCode = ({ code_wf }: { readonly code_wf: string | null }): boolean => Boolean(code_wf)

const isOf = (rule: RuleLeads, leads: RuleLeads): boolean =>
  rule.channel_id === leads.channel_id &&
  rule.partner_id === leads.partner_id &&
  rule.insurance_id === leads.insurance_id

/** Returns the active rule of these leads, whether it works or not: the server takes no second one. */
export const ruleInForce = (rules: readonly Rule[], leads: RuleLeads): Rule | undefined =>
  rules.find((rule) => isActive(rule) && isOf(rule, leads))

export interface Uncovered {
  readonly partner: Company
  readonly missing: readonly {
    readonly channel: Named
    readonly insurance: Named
    /** It is in force and assigns nothing; undefined: there is none. */
    readonly broken: Rule | undefined
  }[]
}

interface Coverage {
  readonly channels: Iterable<Named>
  readonly partners: Iterable<Company>
  readonly insurances: Iterable<Named>
  readonly rules: readonly Rule[]
  readonly problemOf: (rule: Rule) => string | null
}

/** Returns the dealerships of which some leads are born without a broker, each with these leads. */
export function uncovered({ channels, partners, insurances, rules, problemOf }: Coverage): Uncovered[] {
  const [withChannel, withInsurance] = [channelsWithRules(channels), insurancesWithRules(insurances)]
  return [...partners].flatMap((partner) => {
    if (!partner.active || !hasCode(partner)) return []
    const missing = withChannel.flatMap((channel) =>
      withInsurance.flatMap((insurance) => {
        const rule = ruleInForce(rules, {
          channel_id: channel.id,
          partner_id: partner.id,
          insurance_id: insurance.id,
        })
        return rule !== undefined && problemOf(rule) === null ? [] : [{ channel, insurance, broken: rule }]
      }),
    )
    return missing.length === 0 ? [] : [{ partner, missing }]
  })
}

interface TeamOf {
  readonly broker: { readonly technical_team_id: number | null } | undefined
  readonly teams: readonly TechnicalTeam[]
  readonly channels: ReadonlyMap<number, { readonly name: string }>
}

/**
 * Returns what to do where the broker's team does not work the channel: the rule assigns, and nobody of the team may take
 * over. null: it does, or nothing is known.
 */
export function ruleCaution(
  { channel_id }: Pick<Rule, 'channel_id'>,
  { broker, teams, channels }: TeamOf,
): string | null {
  const channel = channels.get(channel_id)?.name
  if (broker === undefined || channel === undefined) return null
  if (broker.technical_team_id === null)
    return 'O corretor não tem equipe técnica. Escolha uma para ele em Usuários.'
  const team = teams.find(({ id }) => id === broker.technical_team_id)
  if (team === undefined || team.channels.some(({ id }) => id === channel_id)) return null
  return `A equipe ${team.description} não atende o canal ${channel}. Inclua o canal em Equipes Técnicas, ou escolha outro corretor.`
}

/** Returns each combination of the choices once, in the order of the choices. */
export function combinations(choices: {
  readonly channels: readonly number[]
  readonly partners: readonly number[]
  readonly insurances: readonly number[]
}): RuleLeads[] {
  const { channels, partners, insurances } = choices
  return channels.flatMap((channel_id) =>
    partners.flatMap((partner_id) =>
      insurances.map((insurance_id) => ({ channel_id, partner_id, insurance_id })),
    ),
  )
}
