/** Reads a written file as the preview and `POST /imports` do, and finds what was read wrong. */

import type { ClientFields } from '../../../../src/domain/client/changes.ts'
import { doubtfulImportFields, suggestedImportMapping } from '../../../../src/domain/imports/lists.ts'
import { NO_DEFAULTS } from '../../../../src/domain/imports/names.ts'
import { readList, readListTable } from '../../../../src/domain/imports/read-list.ts'
import type { CodePage } from '../../../../src/domain/spreadsheet/code-pages.ts'
import type { ChosenOrders, JudgedColumn } from '../../../../src/domain/spreadsheet/day-order.ts'
import type { Table } from '../../../../src/domain/spreadsheet/table.ts'
import { saoPauloDay } from '../../../../src/domain/time/sao-paulo.ts'
import { decode } from '../spreadsheet/decode.ts'
import { NAMES } from './names.ts'

export const NOW = Date.parse('2026-11-24T12:00:00-03:00')
export type ListName = 'clients' | 'leads' | 'renewals'
export type Mapping = Readonly<Record<string, number | null>>

export interface ReadRow {
  readonly values: Readonly<Partial<Record<string, string>>>
  readonly notes: readonly string[]
}
export interface Read {
  readonly good: ReadonlyMap<number, ReadRow>
  readonly refused: ReadonlyMap<number, readonly string[]>
  readonly days: readonly JudgedColumn[]
}

export const openList = (list: ListName, bytes: Uint8Array, accents: CodePage | null): Promise<Table> =>
  readListTable({ bytes, decode, sheet: null, accents, list })

export const suggested = (
  list: ListName,
  headers: readonly string[],
): { mapping: Mapping; doubtful: readonly string[] } => {
  const mapping = suggestedImportMapping(list, headers)
  return { mapping, doubtful: doubtfulImportFields(list, headers, mapping) }
}

const dayOf = (instant: string | null) => (instant === null ? '' : saoPauloDay(Date.parse(instant)))
const valuesOf = ({ name, cpf, cellphone, phone, mail, birth_date, rg, address }: ClientFields) => ({
  client_name: name,
  document: cpf,
  cellphone,
  phone,
  mail,
  birth_date: birth_date ?? '',
  rg,
  cep: address.cep,
  street: address.street,
  address_number: address.number,
  district: address.district,
  city: address.city,
  state: address.state,
})

const DEFAULTS = { ...NO_DEFAULTS, channel_id: 8 }

export function readWith(
  list: ListName,
  table: Table,
  { mapping, orders }: { mapping: Mapping; orders: ChosenOrders },
): Read {
  const read = readList(table, { list, mapping, names: NAMES, defaults: DEFAULTS, orders, nowMs: NOW })
  const refused = new Map(read.lines.refused.map(({ line, reasons }) => [line, reasons]))
  const { days } = read
  if (read.list === 'renewals')
    return {
      good: new Map(read.lines.good.map(({ line, row: { notes, ...values } }) => [line, { values, notes }])),
      refused,
      days,
    }
  if (read.list === 'clients')
    return {
      good: new Map(
        read.lines.good.map(({ line, row }) => [
          line,
          { values: { ...valuesOf(row.client), old_number: row.old_number }, notes: row.notes },
        ]),
      ),
      refused,
      days,
    }
  if (read.list !== 'leads') throw new Error('another list was read')
  return {
    good: new Map(
      read.lines.good.map(({ line, row }) => [
        line,
        {
          values: {
            ...valuesOf(row.client),
            old_number: row.old_number,
            created_at: dayOf(row.created_at),
            ended_at: dayOf(row.ended_at),
            end_of_validity: row.end_of_validity ?? '',
            insurer: row.insurer || (/Seguradora: (.*)/u.exec(row.additional_information)?.[1] ?? ''),
            sale_value: row.sale_value_cents === null ? '' : String(row.sale_value_cents / 100),
            commission: row.commission_percentage === null ? '' : String(row.commission_percentage),
          },
          notes: row.notes,
        },
      ]),
    ),
    refused,
    days,
  }
}
