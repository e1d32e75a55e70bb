/** The lists that administration keeps, each with a row to create and the same row changed. */
import type { z } from 'zod'
import { type CatalogueKind, catalogueValueSchemas } from '../../../src/domain/catalogue/catalogue.ts'
import { BRUNA } from '../support/people.ts'

export interface List {
  readonly path: string
  readonly kind: CatalogueKind
  readonly table: string
  readonly schema: z.ZodObject
  /** Roles besides 1 that may write it. */
  readonly manager: boolean
  readonly body: object
  readonly changed: object
  /** The row as devices mirror it, without its number. */
  readonly shown: object
  readonly shownChanged: object
  readonly required: string
}

/** The partner with a workflow code: rules of lead and broker name no other. */
export const WORKFLOW_PARTNER = 26
export const RULE = { channel_id: 1, partner_id: WORKFLOW_PARTNER, insurance_id: 1, broker_id: BRUNA }

const channel = (id: number) => ({ id, name: `Canal ${id}` })

export const LISTS: readonly List[] = [
  {
    path: '/insurances',
    kind: 'insurance',
    table: 'insurances',
    schema: catalogueValueSchemas.insurance,
    manager: true,
    body: { name: '  Seguro rural ', type: 1 },
    changed: { name: 'Seguro do campo', type: 2, active: false, persons: true },
    shown: { name: 'Seguro rural', type: 1, active: true, persons: false },
    shownChanged: { name: 'Seguro do campo', type: 2, active: false, persons: true },
    required: 'name',
  },
  {
    path: '/partners',
    kind: 'partner',
    table: 'partners',
    schema: catalogueValueSchemas.partner,
    manager: true,
    body: {
      name: 'Nova',
      code_wf: 'WF9',
      release_quote: true,
      quote_link_template: 'https://cota.br/{name}',
    },
    changed: { name: 'Nova loja', code_wf: ' ', active: false },
    shown: { name: 'Nova', code_wf: 'WF9', release_quote: true, active: true },
    shownChanged: { name: 'Nova loja', code_wf: null, release_quote: false, active: false },
    required: 'name',
  },
  {
    path: '/technical-team',
    kind: 'technical_team',
    table: 'technical_teams',
    schema: catalogueValueSchemas.technical_team,
    manager: true,
    body: { description: 'Equipe B', channels: [8, 8] },
    changed: { description: 'Equipe C', channels: [29, 7], active: false },
    shown: { description: 'Equipe B', channels: [channel(8)], active: true },
    shownChanged: { description: 'Equipe C', channels: [channel(7), channel(29)], active: false },
    required: 'description',
  },
  {
    path: '/lead-broker-config',
    kind: 'lead_broker_config',
    table: 'lead_broker_config',
    schema: catalogueValueSchemas.lead_broker_config,
    manager: true,
    body: RULE,
    changed: { ...RULE, insurance_id: 3, status: 0 },
    shown: { ...RULE, status: 1 },
    shownChanged: { ...RULE, insurance_id: 3, status: 0 },
    required: 'broker_id',
  },
  {
    path: '/channels',
    kind: 'channel',
    table: 'channels',
    schema: catalogueValueSchemas.channel,
    manager: false,
    body: { name: 'Feira', status_flow: [1, 2, 4, 3, 5, 6], renewal: true },
    changed: { name: 'Feiras', parent_id: 8, status_flow: [1, 6], active: false },
    shown: {
      name: 'Feira',
      parent_id: null,
      custom: true,
      attendance_flow: { status_flow: [1, 2, 4, 3, 5, 6] },
      active: true,
      renewal: true,
    },
    shownChanged: {
      name: 'Feiras',
      parent_id: 8,
      custom: true,
      attendance_flow: { status_flow: [1, 6] },
      active: false,
      renewal: false,
    },
    required: 'name',
  },
  {
    path: '/competitor-brokers',
    kind: 'competitor_broker',
    table: 'competitor_brokers',
    schema: catalogueValueSchemas.competitor_broker,
    manager: false,
    body: { name: 'Corretora Z' },
    changed: { name: 'Corretora Y', active: false },
    shown: { name: 'Corretora Z', active: true },
    shownChanged: { name: 'Corretora Y', active: false },
    required: 'name',
  },
  {
    path: '/message-templates',
    kind: 'message_template',
    table: 'message_templates',
    schema: catalogueValueSchemas.message_template,
    manager: false,
    body: { name: ' Aniversário ', purpose: 'other', body: 'Parabéns, {primeiro_nome}!' },
    changed: {
      name: 'Aniversário do cliente',
      purpose: 'return',
      body: 'Olá, {nome}, parabéns!',
      meta_name: 'aniversario',
      meta_language: 'pt_BR',
      position: 4,
      active: false,
    },
    shown: {
      name: 'Aniversário',
      purpose: 'other',
      body: 'Parabéns, {primeiro_nome}!',
      meta_name: null,
      meta_language: null,
      position: 0,
      active: true,
    },
    shownChanged: {
      name: 'Aniversário do cliente',
      purpose: 'return',
      body: 'Olá, {nome}, parabéns!',
      meta_name: 'aniversario',
      meta_language: 'pt_BR',
      position: 4,
      active: false,
    },
    required: 'body',
  },
  {
    path: '/insurers',
    kind: 'insurer',
    table: 'insurers',
    schema: catalogueValueSchemas.insurer,
    manager: false,
    body: { name: 'Seguradora Z', susep: '01234', aliases: ['Zeta', ' '] },
    changed: { name: 'Seguradora Y', aliases: ['Ípsilon'], active: false },
    shown: { name: 'Seguradora Z', susep: '01234', aliases: ['Zeta'], active: true },
    shownChanged: { name: 'Seguradora Y', susep: null, aliases: ['Ípsilon'], active: false },
    required: 'name',
  },
]
