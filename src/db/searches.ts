/** Looking for a client or a lead without its key. A CPF has its index; for a lead's number all rows are looked through, by chunks. */
import type { Table } from 'dexie'
import type { Client } from '../domain/client/client.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { MirrorDb } from './mirror.ts'

const CHUNK = 5000

/** The first rows that pass, in the order of their keys. */
async function firstOf<Row extends { uid: string }>(
  table: Table<Row, string>,
  passes: (row: Row) => boolean,
  limit: number,
): Promise<Row[]> {
  const found: Row[] = []
  for (let after = ''; ; ) {
    const rows = await table.where('uid').above(after).limit(CHUNK).toArray()
    found.push(...rows.filter(passes))
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK || found.length >= limit) return found.slice(0, limit)
    after = last.uid
  }
}

/** By CPF or CNPJ, however it is written. */
export async function clientByCpf(db: MirrorDb, cpf: string): Promise<Client | undefined> {
  const wanted = cleanDocument(cpf)
  if (wanted === '') return undefined
  return db.clients.where('cpf').equals(wanted).first()
}

export async function leadByNumber(db: MirrorDb, id: number): Promise<Lead | undefined> {
  return (await firstOf(db.leads, (lead) => lead.id === id, 1))[0]
}
