/** Looking for a client or a lead without its key. But for the CPF there is no index: all rows are looked through, by chunks. */
import type { Table } from 'dexie'
import { foldText } from '../domain/board/fold.ts'
import type { Client } from '../domain/client/client.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { MirrorDb } from './mirror.ts'
import { rowChunks } from './packs/unpack.ts'

const CHUNK = 5000

/** Rows that pass, each as it was read last. */
async function someOf<Row extends { uid: string }>(
  db: MirrorDb,
  table: Table<Row, string>,
  passes: (row: Row) => boolean,
  limit: number,
): Promise<Row[]> {
  const found = new Map<string, Row>()
  for await (const rows of rowChunks(db, table, CHUNK)) {
    for (const row of rows) if (passes(row)) found.set(row.uid, row)
    if (found.size >= limit) break
  }
  return [...found.values()].slice(0, limit)
}

/** By CPF or CNPJ, however it is written. */
export async function clientByCpf(db: MirrorDb, cpf: string): Promise<Client | undefined> {
  const wanted = cleanDocument(cpf)
  if (wanted === '') return undefined
  return db.clients.where('cpf').equals(wanted).first()
}

/** Whose name holds the text, without regard to case and accents. */
export async function clientsByName(db: MirrorDb, text: string, limit: number): Promise<Client[]> {
  const wanted = foldText(text)
  if (wanted === '') return []
  return someOf(db, db.clients, (client) => foldText(client.name).includes(wanted), limit)
}

export async function leadByNumber(db: MirrorDb, id: number): Promise<Lead | undefined> {
  return (await someOf(db, db.leads, (lead) => lead.id === id, 1))[0]
}
