/** What administration writes of the reference data. docs/rules.md#administration */
import { z } from 'zod'
import {
  channelSchema,
  competitorBrokerSchema,
  insuranceSchema,
  insurerSchema,
  leadBrokerConfigSchema,
  messageTemplateSchema,
  partnerSchema,
  technicalTeamSchema,
} from '../../domain/catalogue/catalogue.ts'
import { partsOf } from '../../domain/record/parts.ts'
import { approvedBodyProblem, bodyProblem } from '../../domain/whatsapp/merge-fields.ts'
import {
  CHANNEL_FIELDS,
  COMPETITOR_FIELDS,
  INSURANCE_FIELDS,
  INSURER_FIELDS,
  PARTNER_FIELDS,
  RULE_FIELDS,
  TEAM_FIELDS,
  TEMPLATE_FIELDS,
} from './list-fields.ts'
import { managedList, opened, revised, type ServedList } from './managed.ts'

export const insuranceBodySchema = z.object(partsOf(INSURANCE_FIELDS, 'sent'))
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

export const partnerBodySchema = z.object(partsOf(PARTNER_FIELDS, 'sent'))
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

export const technicalTeamBodySchema = z.object(partsOf(TEAM_FIELDS, 'sent'))
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

export const leadBrokerConfigBodySchema = z.object(partsOf(RULE_FIELDS, 'sent'))
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

export const channelBodySchema = z.object(partsOf(CHANNEL_FIELDS, 'sent'))
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

export const competitorBrokerBodySchema = z.object(partsOf(COMPETITOR_FIELDS, 'sent'))
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

export const insurerBodySchema = z.object(partsOf(INSURER_FIELDS, 'sent'))
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

export const messageTemplateBodySchema = z.object(partsOf(TEMPLATE_FIELDS, 'sent'))
const templateProblems = (
  { body, meta_name }: { readonly body: string; readonly meta_name: string | null },
  context: z.RefinementCtx,
) => {
  const problem = bodyProblem(body) ?? (meta_name === null ? null : approvedBodyProblem(body))
  if (problem !== null) context.addIssue({ code: 'custom', path: ['body'], message: problem })
}
export const managedMessageTemplates = managedList({
  kind: 'message_template',
  table: 'message_templates',
  path: '/message-templates',
  tag: 'Modelos de mensagem',
  action: 'messageTemplates.manage',
  row: { article: 'o', noun: 'modelo', heading: 'modelo de mensagem' },
  body: messageTemplateBodySchema.superRefine(templateProblems),
  change: messageTemplateBodySchema.extend(revised).superRefine(templateProblems),
  answer: messageTemplateSchema,
  whole: messageTemplateSchema.extend(opened),
})

/** All of them, with what the server alone needs. It compiles only with the rows of each. */
export const MANAGED_LISTS = [
  { list: managedInsurances, documented: 'um seguro' },
  { list: managedPartners, documented: 'uma concessionária' },
  { list: managedTeams, documented: 'uma equipe técnica' },
  { list: managedRules, documented: 'uma regra de corretor' },
  { list: managedChannels, documented: 'um canal' },
  { list: managedCompetitors, documented: 'uma corretora concorrente' },
  { list: managedInsurers, documented: 'uma seguradora' },
  { list: managedMessageTemplates, documented: 'um modelo de mensagem' },
] satisfies readonly ServedList[]
export type ManagedKind = (typeof MANAGED_LISTS)[number]['list']['kind']
