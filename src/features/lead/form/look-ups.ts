/** Clients and addresses for the form: from this device first, then from the server. The form never waits for them. */
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import { clientByCpfRoute, clientByNameRoute } from '../../../contract/clients.ts'
import { clientByUid, leadsByUid } from '../../../db/mirror/reads.ts'
import { clientByCpf } from '../../../db/mirror/searches.ts'
import { openMirror } from '../../../db/open.ts'
import { readSession } from '../../../db/session/device-session.ts'
import type { Client } from '../../../domain/client/client.ts'
import { isDocument } from '../../../domain/documents/cpf-cnpj.ts'
import { foldText } from '../../../domain/text/fold.ts'
import { notify } from '../../../ui/notify.ts'
import { openBoard } from '../../../workers/board-bridge.ts'

/** Leads per request, since some clients have several. */
const PAGE = 30

/** Returns at most `limit` clients. Every mirrored client has a lead, so the leads of that name lead to it. */
async function clientsNamedHere(userId: number, name: string, limit: number): Promise<Client[]> {
  const db = openMirror(userId)
  const board = await openBoard(userId)
  const found = new Map<string, Client>()
  for (let offset = 0; found.size < limit; offset += PAGE) {
    const view = { kind: 'results', filters: { clientName: name } } as const
    const { slice } = await board.ask({ view, offset, limit: PAGE })
    const leads = (await leadsByUid(db, slice.uids)).flatMap((lead) => lead ?? [])
    const uids = [...new Set(leads.map((lead) => lead.client_uid))].filter((uid) => !found.has(uid))
    for (const client of await Promise.all(uids.map((uid) => clientByUid(db, uid))))
      if (client !== undefined) found.set(client.uid, client)
    if (offset + PAGE >= slice.total) break
  }
  return [...found.values()].slice(0, limit)
}

/** Asks the server. Returns null without a session or an answer. `limited` gets the message of a reached quota. */
async function ask<Value>(
  question: (token: string) => Promise<CallResult<Value>>,
  limited: (message: string) => void = () => undefined,
): Promise<Value | null> {
  const session = await readSession()
  if (session === undefined || session.expired || !navigator.onLine) return null
  const result = await question(session.token)
  if (result.kind === 'refused' && result.status === 429) limited(result.body.message)
  return result.kind === 'ok' ? result.value : null
}

/** Returns the client of a CPF or CNPJ, or null if it is unknown. */
export async function findClient(userId: number, cpf: string): Promise<Client | null> {
  if (!isDocument(cpf)) return null
  const mirrored = await clientByCpf(openMirror(userId), cpf)
  if (mirrored !== undefined) return mirrored
  const found = await ask((token) => call(clientByCpfRoute, { token, body: { cpf } }), notify.warning)
  return found?.data ?? null
}

/** Shorter names match too many clients. */
const SHORTEST_NAME = 3
const SHOWN = 6

export async function clientsNamed(userId: number, name: string): Promise<readonly Client[]> {
  if (name.trim().length < SHORTEST_NAME) return []
  try {
    return await clientsNamedHere(userId, name.trim(), SHOWN)
  } catch {
    // The board worker may be gone (a closed store). There are no suggestions then, and the board reports the problem.
    return []
  }
}

/** Returns the device's clients and the server's, each once. */
export async function moreClientsNamed(
  name: string,
  known: readonly Client[],
  signal: AbortSignal,
): Promise<readonly Client[]> {
  if (known.length >= SHOWN || name.trim().length < SHORTEST_NAME) return known.slice(0, SHOWN)
  const params = { name: name.trim() }
  const answer = await ask((token) => call(clientByNameRoute, { token, params, signal }))
  const found = answer?.data ?? []
  const others = found.filter((client) => !known.some(({ uid }) => uid === client.uid))
  return [...known, ...others].slice(0, SHOWN)
}

/** Returns the suggested text. Clients of one name are distinguished by document, phone, e-mail or number. */
export function suggestionWords(client: Client, others: readonly Client[]): string {
  const shared = others.some(
    (other) => other.uid !== client.uid && foldText(other.name) === foldText(client.name),
  )
  if (!shared) return client.name
  return `${client.name} · ${client.cpf || client.cellphone || client.mail || (client.id ?? client.uid)}`
}
