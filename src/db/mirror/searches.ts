/** Searches without a key. Documents, phones and mails have an index. A search for a lead's number reads all rows in chunks. */
import type { Client } from '../../domain/client/client.ts'
import type { AskedContact } from '../../domain/client/typed-contact.ts'
import { cleanDocument } from '../../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { columnChunks } from '../staging/drain.ts'
import { readWithoutStaging } from '../staging/middleware.ts'

const CHUNK = 5000

/** Accepts CPF or CNPJ, with or without the mask. */
export async function clientByCpf(db: MirrorDb, cpf: string): Promise<Client | undefined> {
  const wanted = cleanDocument(cpf)
  if (wanted === '') return undefined
  return db.clients.where('cpf').equals(wanted).first()
}

const LENGTH_OF_MOBILE = 11

/** Returns the texts by which a number may be stored: as it is, as earlier versions did, and as mobiles were without a 9. */
function storedForms(phone: string): string[] {
  const older = phone.length === LENGTH_OF_MOBILE ? [phone.slice(0, 2) + phone.slice(3)] : []
  return [phone, ...older].flatMap((number) => [number, `55${number}`, `0${number}`])
}

/** The most clients that are read for one value: a brokerage's own mail may stand in thousands. */
const CONTACTS = 10

/**
 * Returns the clients that have one of the phones, as mobile or landline, or the mail. Reads indexes alone: rows that a
 * first sync has staged and not drained yet have none, and reading all of them would stop the typing.
 */
export function clientsWithContact(db: MirrorDb, { phones, mail }: AskedContact): Promise<Client[]> {
  return db.transaction('r', db.clients, async () => {
    readWithoutStaging()
    const stored = phones.flatMap(storedForms)
    const lists = await Promise.all([
      ...stored.flatMap((phone) =>
        (['cellphone', 'phone'] as const).map((field) =>
          db.clients.where(field).equals(phone).limit(CONTACTS).toArray(),
        ),
      ),
      mail === '' ? [] : withMail(db, mail).limit(CONTACTS).toArray(),
    ])
    return [...new Map(lists.flat().map((client) => [client.uid, client])).values()]
  })
}

/** A protected device's index has the mails in small letters, and blinded: src/db/sealing/lists.ts. */
const withMail = (db: MirrorDb, mail: string) => {
  const mails = db.clients.where('mail')
  return db.sealer === null ? mails.equalsIgnoreCase(mail) : mails.equals(mail.toLowerCase())
}

/** Clients whose mails a beginning may be. A brokerage's own mail may stand in thousands. */
const MOST_MAILED = 200

/**
 * Returns the uids of the clients whose mail begins so, each with whether it is the whole mail. A protected device finds whole
 * mails alone: its index has them blinded.
 */
export function clientsWithMail(db: MirrorDb, mail: string): Promise<Map<string, boolean>> {
  return db.transaction('r', db.clients, async () => {
    readWithoutStaging()
    if (db.sealer !== null) {
      const keys = await withMail(db, mail).limit(MOST_MAILED).primaryKeys()
      return new Map(keys.map((uid) => [uid, true]))
    }
    const clients = await db.clients.where('mail').startsWithIgnoreCase(mail).limit(MOST_MAILED).toArray()
    return new Map(clients.map((client) => [client.uid, client.mail.trim().toLowerCase() === mail]))
  })
}

export async function leadByNumber(db: MirrorDb, id: number): Promise<Lead | undefined> {
  for await (const leads of columnChunks(db, db.leads, CHUNK)) {
    const found = leads.find((lead) => lead.id === id)
    if (found !== undefined) return db.leads.get(found.uid)
  }
  return undefined
}
