/** Cases of the end of a lead: the eight finish checks in order, and losses. The unit and API tests share them. */

import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../src/domain/time/durations.ts'

export interface FinishCase {
  readonly name: string
  /** Changes to `soldLead`. */
  readonly lead: Partial<Lead>
  readonly inviterRole?: number
  readonly statusFlow?: readonly number[]
  /** The first message; null: the lead ends. */
  readonly says: string | null
  readonly check?: number
}

/** Returns the fields of a sold lead that may end at `nowMs` (epoch ms). */
export function soldLead(nowMs: number): Partial<Lead> {
  const ago = (hours: number) => new Date(nowMs - hours * HOUR_MS).toISOString()
  return {
    state: 2,
    status: 4,
    contact_type: 1,
    contact_date: ago(5),
    quoted: 1,
    quoted_type: 2,
    quoted_date: ago(4),
    sold: 1,
    sold_type: 3,
    sold_date: ago(3),
    sale_value_cents: 123_456,
    commission_percentage: 15,
    insurance_id: 1,
    backup_car: 0,
    pague_menos: 1,
  }
}

/** Returns the cases at `nowMs` (epoch ms). `format` formats the lower bound as in the message. */
export function finishCases(nowMs: number, format: (ms: number) => string): readonly FinishCase[] {
  const at = (hours: number) => new Date(nowMs - hours * HOUR_MS).toISOString()
  const closed = (hours: number): Lead['lead_scheduling'] => ({
    scheduling_date: at(hours),
    description: 'Retornar',
    status: 1,
  })
  const minute = (ms: number) => format(Math.floor(ms / MINUTE_MS) * MINUTE_MS)
  const bound = Math.floor((nowMs - 4.5 * HOUR_MS) / MINUTE_MS) * MINUTE_MS
  const second = (seconds: number) => new Date(bound + HOUR_MS + seconds * 1000).toISOString()
  const lost: Partial<Lead> = { sold: 0, lost_sale: 1, sale_value_cents: null, commission_percentage: null }
  return [
    { name: 'a complete sale', lead: {}, says: null },
    { name: 'a complete loss', lead: lost, says: null },
    {
      name: 'contact, quote and sale in one minute, in any order of their seconds',
      lead: { contact_date: second(50), quoted_date: second(40), sold_date: second(0) },
      says: null,
    },
    {
      name: 'no contact type before a pending sale',
      lead: { status: 3, contact_type: null, sold: null },
      check: 1,
      says: 'Você não tem permissão para finalizar essa lead devido a mudança no tipo de contato!',
    },
    {
      name: 'no contact type once the next status is 5',
      lead: { status: 4, contact_type: null },
      says: null,
    },
    {
      name: 'a contact after the quote',
      lead: { contact_date: at(3.5) },
      check: 2,
      says: 'Data de contato deve ser menor que a data de cotação',
    },
    {
      name: 'a quote after the contact where the flow quotes first',
      lead: {},
      statusFlow: [1, 2, 4, 3, 5, 6],
      check: 2,
      says: 'Data de cotação deve ser menor do que a data de contato',
    },
    {
      name: 'channel 7 does not check the order of dates',
      lead: { channel_id: 7, contact_date: at(3.5) },
      says: null,
    },
    {
      name: 'a contact before the closed scheduling',
      lead: { lead_scheduling: closed(4.5) },
      check: 3,
      says: `Data de contato deve ser maior que ${format(bound)}`,
    },
    {
      name: 'a quote before the closed scheduling',
      lead: { lead_scheduling: closed(3.5), contact_date: null, sold_date: null },
      check: 3,
      says: `Data de cotação deve ser maior que ${minute(nowMs - 3.5 * HOUR_MS)}`,
    },
    {
      name: 'a sale before the closed scheduling',
      lead: { lead_scheduling: closed(2), contact_date: null, quoted: 0, quoted_date: null },
      check: 3,
      says: `Data de venda deve ser maior que ${minute(nowMs - 2 * HOUR_MS)}`,
    },
    {
      name: 'an open scheduling sets no lower bound',
      lead: { lead_scheduling: { scheduling_date: at(1), description: '', status: 0 } },
      says: null,
    },
    {
      name: 'a scheduling closed before its time sets no lower bound',
      lead: { lead_scheduling: closed(-24) },
      says: null,
    },
    {
      name: 'the scheduling record of a capture sets no lower bound',
      lead: { lead_scheduling: { scheduling_date: at(3), description: '.', status: 1 } },
      says: null,
    },
    { name: 'channel 7 has no lower bound', lead: { channel_id: 7, lead_scheduling: closed(1) }, says: null },
    {
      name: 'a sale before the quote',
      lead: { sold_date: at(4.5) },
      check: 4,
      says: 'Data de venda/não venda deve ser maior do que a data de cotação/contato',
    },
    {
      name: 'a sale before the contact',
      lead: { sold_date: at(6), quoted: 0, quoted_date: null },
      check: 4,
      says: 'Data de venda/não venda deve ser maior do que a data de cotação/contato',
    },
    { name: 'no outcome', lead: { sold: null }, check: 5, says: 'Informe o Status da venda' },
    {
      name: 'a loss without its reason',
      lead: { ...lost, lost_sale: null },
      check: 5,
      says: 'Informe o Motivo da não venda',
    },
    {
      name: 'no answer about BackUp car',
      lead: { backup_car: null },
      check: 5,
      says: 'Informe se foi oferecido o BackUp car',
    },
    {
      name: 'no answer about Pague Menos',
      lead: { pague_menos: null },
      check: 5,
      says: 'Informe se foi oferecido o Pague Menos',
    },
    {
      name: 'the special inviter skips the sale checks',
      lead: { sold: null, backup_car: null, pague_menos: null, sold_type: null, sold_date: null },
      inviterRole: 6,
      says: null,
    },
    { name: 'no contact', lead: { contact_date: null }, check: 6, says: 'Informe a data do contato' },
    {
      name: 'a quote without its form',
      lead: { quoted_type: null },
      check: 7,
      says: 'Informe a forma que apresentou a proposta',
    },
    {
      name: 'a quote without its date',
      lead: { quoted_date: null },
      check: 7,
      says: 'Informe a data da cotação',
    },
    {
      name: 'a lead without a quote needs no quote fields',
      lead: { quoted: 0, quoted_type: null, quoted_date: null },
      says: null,
    },
    {
      name: 'a sale without an insurance',
      lead: { insurance_id: null },
      check: 8,
      says: 'Informe a seguradora',
    },
    {
      name: 'a sale without its value',
      lead: { sale_value_cents: null },
      check: 8,
      says: 'Informe o valor da venda',
    },
    {
      name: 'a sale with the value 0',
      lead: { sale_value_cents: 0 },
      check: 8,
      says: 'Informe o valor da venda',
    },
    {
      name: 'a sale without its commission',
      lead: { commission_percentage: null },
      check: 8,
      says: 'Informe a porcentagem da comissão',
    },
    {
      name: 'an outcome without its form',
      lead: { sold_type: null },
      check: 8,
      says: 'Informe a forma que recebeu a resposta da venda/não venda',
    },
    {
      name: 'a loss without its date',
      lead: { ...lost, sold_date: null },
      check: 8,
      says: 'Informe a data da venda/não venda',
    },
  ]
}

export interface QuoteCase {
  readonly name: string
  readonly lead: Partial<Lead>
  /** 1: the finish command marks the lead as quoted. */
  readonly quoted?: 1
  readonly says: string | null
}

const UNMARKED = 'Este lead tem forma e data de cotação, mas não está marcado como cotado.'

/** Quotes of a lead that may end otherwise. */
export const QUOTE_CASES: readonly QuoteCase[] = [
  { name: 'a quote with form and date that is not marked', lead: { quoted: 0 }, says: UNMARKED },
  { name: 'a quote marked with the end', lead: { quoted: 0 }, quoted: 1, says: null },
  { name: 'the form alone is no quote', lead: { quoted: 0, quoted_date: null }, says: null },
  { name: 'the date alone is no quote', lead: { quoted: 0, quoted_type: null }, says: null },
  {
    name: 'a quote marked with the end without its form',
    lead: { quoted: 0, quoted_type: null },
    quoted: 1,
    says: 'Informe a forma que apresentou a proposta',
  },
]

export interface LossCase {
  readonly name: string
  readonly lead: Partial<Lead>
  readonly fields: readonly string[]
}

/** Losses to another broker (reason 5). */
export const LOSS_CASES: readonly LossCase[] = [
  { name: 'another reason', lead: { sold: 0, lost_sale: 1 }, fields: [] },
  { name: 'a sale', lead: { sold: 1, lost_sale: null }, fields: [] },
  {
    name: 'neither broker nor date',
    lead: { sold: 0, lost_sale: 5 },
    fields: ['competitor_broker', 'endorsement_date'],
  },
  {
    name: 'only the broker',
    lead: { sold: 0, lost_sale: 5, competitor_broker: 1 },
    fields: ['endorsement_date'],
  },
  {
    name: 'the broker, with an unknown date',
    lead: { sold: 0, lost_sale: 5, competitor_broker: 1, date_fail: true },
    fields: [],
  },
  {
    name: 'broker and date',
    lead: { sold: 0, lost_sale: 5, competitor_broker: 1, endorsement_date: '2027-05-01' },
    fields: [],
  },
]
