/** Searches without a key. The CPF has an index. A search for a lead's number reads all rows in chunks. */
import type { Client } from '../../domain/client/client.ts'
import { cleanDocument } from '../../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { rowChunks } from '../staging/drain.ts'

const CHUNK = 5000

/** Accepts CPF or CNPJ, with or without the mask. */
export async function clientByCpf(db: MirrorDb, cpf: string): Promise<Client | undefined> {
  const wanted = cleanDocument(cpf)
  if (wanted === '') return undefined
  return db.clients.where('cpf').equals(wanted).first()
}

export async function leadByNumber(db: MirrorDb, id: number): Promise<Lead | undefined> {
  for await (const leads of rowChunks(db, db.leads, CHUNK)) {
    const found = leads.find((lead) => lead.id === id)
    if (found !== undefined) return db.leads.get(found.uid)
  }
  return undefined
}
