/**
 * The clients that have a typed phone or mail: the ones on this device, then the ones on the server.
 * docs/rules.md#known-contacts
 */
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { knownContactRoute } from '../contract/client-merges.ts'
import { clientsWithContact } from '../db/mirror/searches.ts'
import { openMirror } from '../db/open.ts'
import type { Client } from '../domain/client/client.ts'
import {
  type AskedContact,
  askedContact,
  asksNothing,
  type ContactField,
  sharedFields,
  type TypedContact,
} from '../domain/client/typed-contact.ts'
import { online } from './online.ts'
import { suggestClients } from './suggest-clients.ts'

export interface KnownContact {
  readonly client: Client
  /** The typed fields that it shares. */
  readonly fields: readonly ContactField[]
}

async function here(userId: number, asked: AskedContact): Promise<readonly Client[]> {
  try {
    return await clientsWithContact(openMirror(userId), asked)
  } catch {
    // A closed store: the screen reports it. The warning is no reason to stop the typing.
    return []
  }
}

/**
 * Returns the known clients and the server's, each once. Without an answer, or at a limit, it returns the known ones.
 */
async function more(
  { phones, mail }: AskedContact,
  known: readonly Client[],
  signal: AbortSignal,
): Promise<readonly Client[]> {
  const [first, ...rest] = phones
  const queries = [{ phone: first, mail: mail || undefined }, ...rest.map((phone) => ({ phone }))]
  const answers = await Promise.all(
    queries.map((query) => online((token) => call(knownContactRoute, { token, query, signal }))),
  )
  const found = answers.flatMap((answer) => (answer.kind === 'ok' ? answer.value.data : []))
  const others = found.map(({ client }) => client).filter(({ uid }) => !known.some((one) => one.uid === uid))
  return [...known, ...others]
}

const NOBODY: readonly Client[] = []

/**
 * `stored`: the values that the client has already. Only clients that share a value with the present typing are
 * returned, so that a late answer to an earlier value shows nothing.
 */
export function useKnownContacts(
  userId: number,
  typed: TypedContact,
  stored: TypedContact | null,
): readonly KnownContact[] {
  const [clients, setClients] = useState(NOBODY)
  const asked = askedContact(typed, stored)
  const phones = asked.phones.join(' ')
  const { mail } = asked
  useEffect(() => {
    const question = { phones: phones.split(' ').filter((phone) => phone !== ''), mail }
    if (asksNothing(question)) return
    const sources = {
      here: () => here(userId, question),
      more: (known: readonly Client[], signal: AbortSignal) => more(question, known, signal),
    }
    return suggestClients(sources, setClients)
  }, [userId, phones, mail])
  return clients.flatMap((client) => {
    const fields = sharedFields(typed, stored, client)
    return fields.length === 0 ? [] : [{ client, fields }]
  })
}
