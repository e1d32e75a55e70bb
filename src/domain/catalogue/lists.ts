/**
 * The lists that administration keeps, each declared once, its fields in the order of the wire: docs/rules.md#administration. What
 * devices mirror, its columns and what the sync reads of them, the calls, the words of the dialogs and its name in the audit follow.
 * What only the server says of a list: `server/records/lists.ts`.
 */
import { z } from 'zod'
import { type AskedWords, askedWords } from '../record/asked-words.ts'
import { keysOf, type Parts, partsOf } from '../record/parts.ts'
import { withoutInvisible } from '../text/invisible.ts'
import { REQUIRED_FIELD } from '../text/required.ts'
import { LONGEST_TEMPLATE, PURPOSES } from '../whatsapp/templates.ts'

interface DeclaredField {
  /** As a call brings it. */
  readonly sent?: z.ZodType
  /** As devices mirror it. */
  readonly stored?: z.ZodType
  /** As its form reads it, of a column that devices do not mirror. */
  readonly unmirrored?: z.ZodType
  /** It is no column of the table. */
  readonly apart?: true
  /** Its column has text or JSON, about no person; the first of a list names a row. */
  readonly isText?: true
  /** Its name, unless another record has it. */
  readonly label?: string
  /** Its word in the form, where that is another one or there is no label. */
  readonly asked?: string
}

export interface DeclaredList {
  readonly kind: string
  readonly path: `/${string}`
  /** Chapter of the API's documentation. */
  readonly tag: string
  /**
   * Who may change it; others read. An action of `src/domain/permissions`, whose types depend on this file: with another word
   * `src/contract/administration/catalogues.ts` does not compile.
   */
  readonly action: string
  /** Whose devices mirror it; all where it is left out. */
  readonly seenBy?: 'administration' | 'staff'
  /** A row in sentences. `heading`: in titles of dialogs, by default the noun. `audited`: in the audit, by default the heading. */
  readonly row: {
    readonly article: 'o' | 'a'
    readonly noun: string
    readonly heading?: string
    readonly audited?: string
  }
  readonly fields: Readonly<Record<string, DeclaredField>>
}

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
const id = z.number().int()
const oneOrTwo = z.union([z.literal(1), z.literal(2)])
const textOrNull = z.string().nullable()
const yes = z.boolean().default(true)
const no = z.boolean().default(false)

export const namedSchema = z.object({ id, name: z.string() })

const name = { sent: line(120), stored: z.string(), isText: true, asked: 'Nome' } as const
/** An inactive entry is no choice for new leads and stays on old ones. Rows of an earlier version lack the field. */
const active = { sent: yes, stored: yes, asked: 'Ativo' } as const

const FLOW = 'O fluxo começa em Origem, termina em Finalizado e tem cada status uma vez'

const LONGEST_SPELLING = 100
const spelling = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .max(LONGEST_SPELLING, `Use até ${LONGEST_SPELLING} letras em cada grafia`)

/** By the list's table. */
export const MANAGED_LISTS = {
  insurances: {
    kind: 'insurance',
    path: '/insurances',
    tag: 'Seguros',
    action: 'catalogues.manage',
    row: { article: 'o', noun: 'seguro' },
    fields: {
      name,
      /** 1 individual, 2 company. */
      type: { sent: oneOrTwo, stored: oneOrTwo, asked: 'Linha' },
      active,
      /**
       * It insures persons: docs/rules.md#legal-keep. Left out by an earlier version of the app it stays as it is; rows of one lack
       * the field.
       */
      persons: { sent: z.boolean().optional(), stored: no, label: 'Seguro de pessoas' },
    },
  },
  partners: {
    kind: 'partner',
    path: '/partners',
    tag: 'Parceiros',
    action: 'catalogues.manage',
    row: { article: 'a', noun: 'concessionária' },
    fields: {
      name,
      code_wf: {
        sent: blankAsNull(40),
        stored: textOrNull,
        isText: true,
        label: 'Código da concessionária',
        asked: 'Code_WF',
      },
      release_quote: { sent: no, stored: z.boolean(), label: 'Libera cotação' },
      quote_link_template: {
        sent: blankAsNull(2000).refine(
          (link) => link === null || /^https?:\/\/[^\s/]+/i.test(link),
          'O link deve começar com http:// ou https://',
        ),
        unmirrored: textOrNull,
        isText: true,
        label: 'Modelo do link de cotação',
        asked: 'Link de cotação',
      },
      active,
      /** Its users work on shared tablets. Administrators alone change it. Left out, it stays as it is. */
      shared_tablet: { sent: z.boolean().optional(), unmirrored: no, label: 'Tablet compartilhado' },
    },
  },
  technical_teams: {
    kind: 'technical_team',
    path: '/technical-team',
    tag: 'Equipes técnicas',
    action: 'catalogues.manage',
    row: { article: 'a', noun: 'equipe', heading: 'equipe técnica' },
    fields: {
      description: { sent: line(500), stored: z.string(), isText: true, asked: 'Descrição' },
      channels: {
        sent: z.array(chosen).max(500).default([]),
        stored: z.array(namedSchema),
        apart: true,
        asked: 'Canais',
      },
      active,
    },
  },
  /** Which broker gets a dealership's leads of a channel and an insurance. `status` 1: in force. */
  lead_broker_config: {
    kind: 'lead_broker_config',
    path: '/lead-broker-config',
    tag: 'Lead Corretor Config',
    action: 'catalogues.manage',
    seenBy: 'staff',
    row: { article: 'a', noun: 'regra', audited: 'Lead Corretor Config' },
    fields: {
      channel_id: { sent: chosen, stored: id, asked: 'Canal' },
      partner_id: { sent: chosen, stored: id, asked: 'Empresa' },
      insurance_id: { sent: chosen, stored: id, asked: 'Tipo de Estoque' },
      broker_id: { sent: chosen, stored: id, asked: 'Corretor' },
      status: {
        sent: z.union([z.literal(0), z.literal(1)]).default(1),
        stored: z.union([z.literal(0), z.literal(1)]),
        asked: 'Ativo',
      },
    },
  },
  channels: {
    kind: 'channel',
    path: '/channels',
    tag: 'Canais',
    action: 'channels.manage',
    row: { article: 'o', noun: 'canal' },
    fields: {
      name,
      parent_id: { sent: chosen.nullable().default(null), stored: id.nullable(), label: 'Canal principal' },
      /** Made by this installation. */
      custom: { stored: z.boolean(), label: 'Personalizado' },
      /** `status_flow` as devices mirror it. */
      attendance_flow: { stored: z.object({ status_flow: z.array(id) }), apart: true },
      status_flow: {
        sent: z
          .array(z.number().int().min(1).max(6))
          .refine((flow) => flow[0] === 1 && flow.at(-1) === 6 && new Set(flow).size === flow.length, FLOW),
        isText: true,
        label: 'Fluxo de status',
        asked: 'Fluxo de atendimento',
      },
      active,
      /** Its leads renew a policy: docs/rules.md#channels. Rows of an earlier version lack the field. */
      renewal: { sent: no, stored: no, label: 'Canal de renovação' },
    },
  },
  competitor_brokers: {
    kind: 'competitor_broker',
    path: '/competitor-brokers',
    tag: 'Concorrentes',
    action: 'competitorBrokers.manage',
    row: { article: 'o', noun: 'concorrente' },
    fields: { name, active },
  },
  /** With every spelling by which files name it: docs/rules.md#insurers */
  insurers: {
    kind: 'insurer',
    path: '/insurers',
    tag: 'Seguradoras',
    action: 'insurers.manage',
    seenBy: 'administration',
    row: { article: 'a', noun: 'seguradora' },
    fields: {
      name: { ...name, sent: line(120).max(LONGEST_SPELLING) },
      /** FIP code of the superintendence. */
      susep: {
        sent: blankAsNull(10).refine(
          (code) => code === null || /^\d{4,6}$/u.test(code),
          'O código tem só números, como 05886',
        ),
        stored: textOrNull,
        isText: true,
        label: 'Código SUSEP',
      },
      aliases: {
        sent: z
          .array(spelling)
          .max(100, 'Grafias demais')
          .default([])
          .transform((all) => [...new Set(all)].filter((each) => each !== '')),
        stored: z.array(z.string()),
        isText: true,
        label: 'Outras grafias',
      },
      active: { ...active, asked: 'Ativa' },
    },
  },
  /** Texts of WhatsApp messages: docs/rules.md#message-templates */
  message_templates: {
    kind: 'message_template',
    path: '/message-templates',
    tag: 'Modelos de mensagem',
    action: 'messageTemplates.manage',
    seenBy: 'staff',
    row: { article: 'o', noun: 'modelo', heading: 'modelo de mensagem' },
    fields: {
      name,
      purpose: { sent: z.enum(PURPOSES), stored: z.enum(PURPOSES), isText: true, label: 'Uso' },
      /** With fields in braces: src/domain/whatsapp/template-fields.ts */
      body: {
        sent: z
          .string({ error: REQUIRED_FIELD })
          .overwrite((text) => text.replaceAll('\r\n', '\n'))
          .trim()
          .min(1, REQUIRED_FIELD)
          .max(LONGEST_TEMPLATE, `Use até ${LONGEST_TEMPLATE} caracteres`),
        stored: z.string(),
        isText: true,
        label: 'Texto',
      },
      /** Its name and language where Meta approved it; null: it is opened by link alone. */
      meta_name: {
        sent: blankAsNull(512).refine(
          (one) => one === null || /^[a-z0-9_]+$/u.test(one),
          'O nome na Meta tem só letras minúsculas, números e _',
        ),
        stored: textOrNull,
        isText: true,
        label: 'Nome na Meta',
        asked: 'Nome do modelo aprovado na Meta',
      },
      meta_language: {
        sent: blankAsNull(10).refine(
          (one) => one === null || /^[a-z]{2,3}(_[A-Z]{2})?$/u.test(one),
          'Use um código como pt_BR',
        ),
        stored: textOrNull,
        isText: true,
        label: 'Idioma na Meta',
      },
      position: {
        sent: z.number({ error: REQUIRED_FIELD }).int().min(0).max(999).default(0),
        stored: id,
        label: 'Ordem na lista',
      },
      active,
    },
  },
} as const satisfies Readonly<Record<string, DeclaredList>>

type Lists = typeof MANAGED_LISTS
export type ListTable = keyof Lists
export type ListField<Table extends ListTable> = keyof Lists[Table]['fields'] & string
export type ManagedKind<Table extends ListTable = ListTable> = Lists[Table]['kind']
export const LIST_TABLES = keysOf(MANAGED_LISTS)

/** It is no column of the list's table. */
export type ApartField<Table extends ListTable> = keyof Parts<Lists[Table]['fields'], 'apart'>

/** A list's schemas of one part, as the shape of an object. */
export type ListShape<Table extends ListTable, Part extends 'sent' | 'stored' | 'unmirrored'> = {
  readonly [Field in keyof Parts<Lists[Table]['fields'], Part>]: Extract<
    Parts<Lists[Table]['fields'], Part>[Field],
    z.ZodType
  >
}
export type RowSchema<Table extends ListTable> = z.ZodObject<{ id: typeof id } & ListShape<Table, 'stored'>>

/** Returns the list without its exact types. */
export const listOf = (table: ListTable): DeclaredList => MANAGED_LISTS[table]

/** Returns the words of the list's fields in its form. */
export const listWords = <Table extends ListTable>(table: Table): AskedWords<Lists[Table]['fields']> =>
  askedWords<Lists[Table]['fields']>(MANAGED_LISTS[table].fields)

/** Returns a value for each list, by its table. */
export function byTable<Value>(of: (table: ListTable) => Value): Readonly<Record<ListTable, Value>>
export function byTable(of: (table: ListTable) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(LIST_TABLES.map((table) => [table, of(table)]))
}

/** Returns a value for each list, by its kind. */
export function byKind<Value>(of: (table: ListTable) => Value): Readonly<Record<ManagedKind, Value>>
export function byKind(of: (table: ListTable) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(LIST_TABLES.map((table) => [MANAGED_LISTS[table].kind, of(table)]))
}

function rowSchemas(): { readonly [Table in ListTable as ManagedKind<Table>]: RowSchema<Table> }
function rowSchemas(): Readonly<Record<string, z.ZodType>> {
  return byKind((table) => z.object({ id, ...partsOf(listOf(table).fields, 'stored') }))
}
/** The rows as devices mirror them, by their kind. */
export const ROW_SCHEMAS = rowSchemas()

/** Returns the list's columns of text or JSON, of which the first names a row. They are about no person. */
export const textsOf = (table: ListTable): readonly string[] =>
  keysOf(partsOf(listOf(table).fields, 'isText'))
