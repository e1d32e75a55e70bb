/** What administration writes of the reference data. docs/rules.md#administration */
import { z } from 'zod'
import {
  channelSchema,
  competitorBrokerSchema,
  insuranceSchema,
  insurerSchema,
  leadBrokerConfigSchema,
  partnerSchema,
  technicalTeamSchema,
} from '../../domain/catalogue/catalogue.ts'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../session.ts'
import { managedList, opened, revised, type ServedList } from './managed.ts'

const name = z
  .string({ error: REQUIRED_FIELD })
  .overwrite(withoutInvisible)
  .trim()
  .min(1, REQUIRED_FIELD)
  .max(120)
const active = z.boolean().default(true)
const chosen = z
  .number({ error: REQUIRED_FIELD })
  .int()
  .positive(REQUIRED_FIELD)
  .max(2 ** 31 - 1)

export const insuranceBodySchema = z.object({
  name,
  type: z.union([z.literal(1), z.literal(2)]),
  active,
  /** Left out by an earlier version of the app: it stays as it is. */
  persons: z.boolean().optional(),
})
export const managedInsurances = managedList({
  kind: 'insurance',
  table: 'insurances',
  path: '/insurances',
  tag: 'Seguros',
  action: 'catalogues.manage',
  row: { article: 'o', noun: 'seguro' },
  body: insuranceBodySchema,
  change: insuranceBodySchema.extend(revised),
  answer: insuranceSchema,
  whole: insuranceSchema.extend(opened),
})

const blankAsNull = (most: number) =>
  z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .max(most)
    .nullable()
    .default(null)
    .transform((text) => (text === '' ? null : text))

export const partnerBodySchema = z.object({
  name,
  code_wf: blankAsNull(40),
  release_quote: z.boolean().default(false),
  quote_link_template: blankAsNull(2000).refine(
    (link) => link === null || /^https?:\/\/[^\s/]+/i.test(link),
    'O link deve começar com http:// ou https://',
  ),
  active,
  /** Its users work on shared tablets. Administrators alone change it. Left out, it stays as it is. */
  shared_tablet: z.boolean().optional(),
})
/** The partner with what devices do not mirror. */
export const wholePartnerSchema = partnerSchema.extend({
  quote_link_template: z.string().nullable(),
  shared_tablet: z.boolean().default(false),
  ...opened,
})
export const managedPartners = managedList({
  kind: 'partner',
  table: 'partners',
  path: '/partners',
  tag: 'Parceiros',
  action: 'catalogues.manage',
  row: { article: 'a', noun: 'concessionária' },
  body: partnerBodySchema,
  change: partnerBodySchema.extend(revised),
  answer: partnerSchema,
  whole: wholePartnerSchema,
})
export const technicalTeamBodySchema = z.object({
  description: z
    .string({ error: REQUIRED_FIELD })
    .overwrite(withoutInvisible)
    .trim()
    .min(1, REQUIRED_FIELD)
    .max(500),
  channels: z.array(chosen).max(500).default([]),
  active,
})
export const managedTeams = managedList({
  kind: 'technical_team',
  table: 'technical_teams',
  path: '/technical-team',
  tag: 'Equipes técnicas',
  action: 'catalogues.manage',
  row: { article: 'a', noun: 'equipe', heading: 'equipe técnica' },
  body: technicalTeamBodySchema,
  change: technicalTeamBodySchema.extend(revised),
  answer: technicalTeamSchema,
  whole: technicalTeamSchema.extend(opened),
})

export const leadBrokerConfigBodySchema = z.object({
  channel_id: chosen,
  partner_id: chosen,
  insurance_id: chosen,
  broker_id: chosen,
  status: z.union([z.literal(0), z.literal(1)]).default(1),
})
export const managedRules = managedList({
  kind: 'lead_broker_config',
  table: 'lead_broker_config',
  path: '/lead-broker-config',
  tag: 'Lead Corretor Config',
  action: 'catalogues.manage',
  row: { article: 'a', noun: 'regra' },
  body: leadBrokerConfigBodySchema,
  change: leadBrokerConfigBodySchema.extend(revised),
  answer: leadBrokerConfigSchema,
  whole: leadBrokerConfigSchema.extend(opened),
})

const FLOW = 'O fluxo começa em Origem, termina em Finalizado e tem cada status uma vez'

export const channelBodySchema = z.object({
  name,
  parent_id: chosen.nullable().default(null),
  status_flow: z
    .array(z.number().int().min(1).max(6))
    .refine((flow) => flow[0] === 1 && flow.at(-1) === 6 && new Set(flow).size === flow.length, FLOW),
  active,
  renewal: z.boolean().default(false),
})
export const managedChannels = managedList({
  kind: 'channel',
  table: 'channels',
  path: '/channels',
  tag: 'Canais',
  action: 'channels.manage',
  row: { article: 'o', noun: 'canal' },
  body: channelBodySchema,
  change: channelBodySchema.extend(revised),
  answer: channelSchema,
  whole: channelSchema.extend(opened),
})

export const competitorBrokerBodySchema = z.object({ name, active })
export const managedCompetitors = managedList({
  kind: 'competitor_broker',
  table: 'competitor_brokers',
  path: '/competitor-brokers',
  tag: 'Concorrentes',
  action: 'competitorBrokers.manage',
  row: { article: 'o', noun: 'concorrente' },
  body: competitorBrokerBodySchema,
  change: competitorBrokerBodySchema.extend(revised),
  answer: competitorBrokerSchema,
  whole: competitorBrokerSchema.extend(opened),
})

export const LONGEST_SPELLING = 100
const spelling = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .max(LONGEST_SPELLING, `Use até ${LONGEST_SPELLING} letras em cada grafia`)

export const insurerBodySchema = z.object({
  name: name.max(LONGEST_SPELLING),
  /** FIP code of the superintendence. */
  susep: blankAsNull(10).refine(
    (code) => code === null || /^\d{4,6}$/u.test(code),
    'O código tem só números, como 05886',
  ),
  aliases: z
    .array(spelling)
    .max(100, 'Grafias demais')
    .default([])
    .transform((all) => [...new Set(all)].filter((each) => each !== '')),
  active,
})
export const managedInsurers = managedList({
  kind: 'insurer',
  table: 'insurers',
  path: '/insurers',
  tag: 'Seguradoras',
  action: 'insurers.manage',
  row: { article: 'a', noun: 'seguradora' },
  body: insurerBodySchema,
  change: insurerBodySchema.extend(revised),
  answer: insurerSchema,
  whole: insurerSchema.extend(opened),
})

/** All of them, with what the server alone needs. It compiles only with the rows of each. */
export const MANAGED_LISTS = [
  { list: managedInsurances, documented: 'um seguro', texts: ['name'] },
  {
    list: managedPartners,
    documented: 'uma concessionária',
    texts: ['name', 'code_wf', 'quote_link_template'],
  },
  { list: managedTeams, documented: 'uma equipe técnica', texts: ['description'] },
  { list: managedRules, documented: 'uma regra de corretor', texts: [] },
  { list: managedChannels, documented: 'um canal', texts: ['name', 'status_flow'] },
  { list: managedCompetitors, documented: 'uma corretora concorrente', texts: ['name'] },
  { list: managedInsurers, documented: 'uma seguradora', texts: ['name', 'susep', 'aliases'] },
] satisfies readonly ServedList[]
export type ManagedKind = (typeof MANAGED_LISTS)[number]['list']['kind']
