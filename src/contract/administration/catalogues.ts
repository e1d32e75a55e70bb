/** What administration writes of the reference data. docs/rules.md#administration */
import { z } from 'zod'
import {
  channelSchema,
  competitorBrokerSchema,
  insuranceSchema,
  leadBrokerConfigSchema,
  partnerSchema,
  technicalTeamSchema,
} from '../../domain/catalogue/catalogue.ts'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../session.ts'
import { managedRoutes, opened, revised } from './managed.ts'

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
export const insuranceRoutes = managedRoutes({
  path: '/insurances',
  tag: 'Seguros',
  action: 'catalogues.manage',
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
})
/** The partner with what devices do not mirror. */
export const wholePartnerSchema = partnerSchema.extend({
  quote_link_template: z.string().nullable(),
  ...opened,
})
export const partnerRoutes = managedRoutes({
  path: '/partners',
  tag: 'Parceiros',
  action: 'catalogues.manage',
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
export const technicalTeamRoutes = managedRoutes({
  path: '/technical-team',
  tag: 'Equipes técnicas',
  action: 'catalogues.manage',
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
export const leadBrokerConfigRoutes = managedRoutes({
  path: '/lead-broker-config',
  tag: 'Lead Corretor Config',
  action: 'catalogues.manage',
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
export const channelRoutes = managedRoutes({
  path: '/channels',
  tag: 'Canais',
  action: 'channels.manage',
  body: channelBodySchema,
  change: channelBodySchema.extend(revised),
  answer: channelSchema,
  whole: channelSchema.extend(opened),
})

export const competitorBrokerBodySchema = z.object({ name, active })
export const competitorBrokerRoutes = managedRoutes({
  path: '/competitor-brokers',
  tag: 'Concorrentes',
  action: 'competitorBrokers.manage',
  body: competitorBrokerBodySchema,
  change: competitorBrokerBodySchema.extend(revised),
  answer: competitorBrokerSchema,
  whole: competitorBrokerSchema.extend(opened),
})
