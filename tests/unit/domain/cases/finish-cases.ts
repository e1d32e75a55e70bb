/** What stops an end: the eight checks in their order, and what a loss has to say. For the rules and for the server. */

import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../src/domain/time/durations.ts'

export interface FinishCase {
  readonly name: string
  /** Changes to a lead that may end as sold. */
  readonly lead: Partial<Lead>
  readonly inviterRole?: number
  readonly statusFlow?: readonly number[]
  /** The first sentence; null: it ends. */
  readonly says: string | null
  readonly check?: number
}

/** Of a sold lead that may end at `nowMs`. */
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

/** `format` writes the lower bound as the message does. */
export function finishCases(nowMs: number, format: (ms: number) => string): readonly FinishCase[] {
  const at = (hours: number) => new Date(nowMs - hours * HOUR_MS).toISOString()
  const closed = (hours: number): Lead['lead_scheduling'] => ({
    scheduling_date: at(hours),
    description: 'Retornar',
    status: 1,
  })
  const bound = Math.floor((nowMs - 4.5 * HOUR_MS) / MINUTE_MS) * MINUTE_MS
  const second = (seconds: number) => new Date(bound + HOUR_MS + seconds * 1000).toISOString()
  const lost: Partial<Lead> = { sold: 0, lost_sale: 1, sale_value_cents: null, commission_percentage: null }
  return [
    { name: 'a sale with everything', lead: {}, says: null },
    { name: 'a loss with everything', lead: lost, says: null },
    {
      name: 'contact, quote and sale in one minute, of which the form shows no seconds',
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
    { name: 'channel 7 has no order of dates', lead: { channel_id: 7, contact_date: at(3.5) }, says: null },
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
      says: `Data de cotação deve ser maior que ${format(Math.floor((nowMs - 3.5 * HOUR_MS) / MINUTE_MS) * MINUTE_MS)}`,
    },
    {
      name: 'a sale before the closed scheduling',
      lead: { lead_scheduling: closed(2), contact_date: null, quoted: 0, quoted_date: null },
      check: 3,
      says: `Data de venda deve ser maior que ${format(Math.floor((nowMs - 2 * HOUR_MS) / MINUTE_MS) * MINUTE_MS)}`,
    },
    {
      name: 'an open scheduling bounds nothing',
      lead: { lead_scheduling: { scheduling_date: at(1), description: '', status: 0 } },
      says: null,
    },
    {
      name: 'one that was closed before its time bounds nothing',
      lead: { lead_scheduling: closed(-24) },
      says: null,
    },
    {
      name: 'the record that a capture leaves bounds nothing: a contact in its minute, one before it',
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
      name: 'no word of BackUp car',
      lead: { backup_car: null },
      check: 5,
      says: 'Informe se foi oferecido o BackUp car',
    },
    {
      name: 'no word of Pague Menos',
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
      name: 'no quote asks for nothing',
      lead: { quoted: 0, quoted_type: null, quoted_date: null },
      says: null,
    },
    { name: 'a sale of no insurance', lead: { insurance_id: null }, check: 8, says: 'Informe a seguradora' },
    {
      name: 'a sale without its value',
      lead: { sale_value_cents: null },
      check: 8,
      says: 'Informe o valor da venda',
    },
    { name: 'a sale of nothing', lead: { sale_value_cents: 0 }, check: 8, says: 'Informe o valor da venda' },
    {
      name: 'a sale without its commission',
      lead: { commission_percentage: null },
      check: 8,
      says: 'Informe a porcentagem da comissão',
    },
    {
      name: 'an answer without its form',
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
  /** The end marks it. */
  readonly quoted?: 1
  readonly says: string | null
}

const UNMARKED = 'Este lead tem forma e data de cotação, mas não está marcado como cotado.'

/** A quote in the form that was never marked; of a lead that may end otherwise. */
export const QUOTE_CASES: readonly QuoteCase[] = [
  { name: 'form and date of a quote that is not marked', lead: { quoted: 0 }, says: UNMARKED },
  { name: 'marked with the end', lead: { quoted: 0 }, quoted: 1, says: null },
  { name: 'the form alone is no quote', lead: { quoted: 0, quoted_date: null }, says: null },
  { name: 'the date alone is no quote', lead: { quoted: 0, quoted_type: null }, says: null },
  {
    name: 'marked with the end, without its form',
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

/** Lost to another broker: reason 5. */
export const LOSS_CASES: readonly LossCase[] = [
  { name: 'another reason says nothing of it', lead: { sold: 0, lost_sale: 1 }, fields: [] },
  { name: 'a sale neither', lead: { sold: 1, lost_sale: null }, fields: [] },
  {
    name: 'nothing said',
    lead: { sold: 0, lost_sale: 5 },
    fields: ['competitor_broker', 'endorsement_date'],
  },
  {
    name: 'the broker alone',
    lead: { sold: 0, lost_sale: 5, competitor_broker: 1 },
    fields: ['endorsement_date'],
  },
  {
    name: 'the date could not be had',
    lead: { sold: 0, lost_sale: 5, competitor_broker: 1, date_fail: true },
    fields: [],
  },
  {
    name: 'both',
    lead: { sold: 0, lost_sale: 5, competitor_broker: 1, endorsement_date: '2027-05-01' },
    fields: [],
  },
]
