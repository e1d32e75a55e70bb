/**
 * The fields of the lists that administration manages, each declared once, in the order of the wire: docs/rules.md#administration.
 * The bodies of their calls, their names, and which columns have text follow. As devices mirror them: `src/domain/catalogue/catalogue.ts`;
 * what only the server says of them: `server/records/lists.ts`.
 */
import { z } from 'zod'
import { partsOf } from '../../domain/record/parts.ts'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { LONGEST_TEMPLATE, PURPOSES } from '../../domain/whatsapp/templates.ts'

const line = (most: number) =>
  z.string({ error: REQUIRED_FIELD }).overwrite(withoutInvisible).trim().min(1, REQUIRED_FIELD).max(most)
const blankAsNull = (most: number) =>
  z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .max(most)
    .nullable()
    .default(null)
    .transform((text) => (text === '' ? null : text))
const chosen = z
  .number({ error: REQUIRED_FIELD })
  .int()
  .positive(REQUIRED_FIELD)
  .max(2 ** 31 - 1)

/** `sent`: as a call brings it. `isText`: its column has text or JSON, about no person; the first of a list names a row. */
const name = { sent: line(120), isText: true } as const
const active = { sent: z.boolean().default(true) } as const

export const INSURANCE_FIELDS = {
  name,
  type: { sent: z.union([z.literal(1), z.literal(2)]) },
  active,
  /** Left out by an earlier version of the app: it stays as it is. */
  persons: { sent: z.boolean().optional(), label: 'Seguro de pessoas' },
} as const

export const PARTNER_FIELDS = {
  name,
  code_wf: { sent: blankAsNull(40), isText: true, label: 'Código da concessionária' },
  release_quote: { sent: z.boolean().default(false), label: 'Libera cotação' },
  quote_link_template: {
    sent: blankAsNull(2000).refine(
      (link) => link === null || /^https?:\/\/[^\s/]+/i.test(link),
      'O link deve começar com http:// ou https://',
    ),
    isText: true,
    label: 'Modelo do link de cotação',
  },
  active,
  /** Its users work on shared tablets. Administrators alone change it. Left out, it stays as it is. */
  shared_tablet: { sent: z.boolean().optional(), label: 'Tablet compartilhado' },
} as const

export const TEAM_FIELDS = {
  description: { sent: line(500), isText: true },
  channels: { sent: z.array(chosen).max(500).default([]) },
  active,
} as const

export const RULE_FIELDS = {
  channel_id: { sent: chosen },
  partner_id: { sent: chosen },
  insurance_id: { sent: chosen },
  broker_id: { sent: chosen },
  status: { sent: z.union([z.literal(0), z.literal(1)]).default(1) },
} as const

const FLOW = 'O fluxo começa em Origem, termina em Finalizado e tem cada status uma vez'

export const CHANNEL_FIELDS = {
  name,
  parent_id: { sent: chosen.nullable().default(null), label: 'Canal principal' },
  /** Made by this installation. */
  custom: { label: 'Personalizado' },
  status_flow: {
    sent: z
      .array(z.number().int().min(1).max(6))
      .refine((flow) => flow[0] === 1 && flow.at(-1) === 6 && new Set(flow).size === flow.length, FLOW),
    isText: true,
    label: 'Fluxo de status',
  },
  active,
  renewal: { sent: z.boolean().default(false), label: 'Canal de renovação' },
} as const

export const COMPETITOR_FIELDS = { name, active } as const

const LONGEST_SPELLING = 100
const spelling = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .max(LONGEST_SPELLING, `Use até ${LONGEST_SPELLING} letras em cada grafia`)

export const INSURER_FIELDS = {
  name: { ...name, sent: line(120).max(LONGEST_SPELLING) },
  /** FIP code of the superintendence. */
  susep: {
    sent: blankAsNull(10).refine(
      (code) => code === null || /^\d{4,6}$/u.test(code),
      'O código tem só números, como 05886',
    ),
    isText: true,
    label: 'Código SUSEP',
  },
  aliases: {
    sent: z
      .array(spelling)
      .max(100, 'Grafias demais')
      .default([])
      .transform((all) => [...new Set(all)].filter((each) => each !== '')),
    isText: true,
    label: 'Outras grafias',
  },
  active,
} as const

export const TEMPLATE_FIELDS = {
  name,
  purpose: { sent: z.enum(PURPOSES), isText: true, label: 'Uso' },
  body: {
    sent: z
      .string({ error: REQUIRED_FIELD })
      .overwrite((text) => text.replaceAll('\r\n', '\n'))
      .trim()
      .min(1, REQUIRED_FIELD)
      .max(LONGEST_TEMPLATE, `Use até ${LONGEST_TEMPLATE} caracteres`),
    isText: true,
    label: 'Texto',
  },
  meta_name: {
    sent: blankAsNull(512).refine(
      (one) => one === null || /^[a-z0-9_]+$/u.test(one),
      'O nome na Meta tem só letras minúsculas, números e _',
    ),
    isText: true,
    label: 'Nome na Meta',
  },
  meta_language: {
    sent: blankAsNull(10).refine(
      (one) => one === null || /^[a-z]{2,3}(_[A-Z]{2})?$/u.test(one),
      'Use um código como pt_BR',
    ),
    isText: true,
    label: 'Idioma na Meta',
  },
  position: {
    sent: z.number({ error: REQUIRED_FIELD }).int().min(0).max(999).default(0),
    label: 'Ordem na lista',
  },
  active,
} as const

/** By the list's table. */
export const LIST_FIELDS = {
  insurances: INSURANCE_FIELDS,
  partners: PARTNER_FIELDS,
  technical_teams: TEAM_FIELDS,
  lead_broker_config: RULE_FIELDS,
  channels: CHANNEL_FIELDS,
  competitor_brokers: COMPETITOR_FIELDS,
  insurers: INSURER_FIELDS,
  message_templates: TEMPLATE_FIELDS,
} as const
export type ListTable = keyof typeof LIST_FIELDS

/** Returns the list's columns of text or JSON, of which the first names a row. They are about no person. */
export const textsOf = (table: ListTable): readonly string[] => {
  const fields: Readonly<Record<string, object>> = LIST_FIELDS[table]
  return Object.keys(partsOf(fields, 'isText'))
}
