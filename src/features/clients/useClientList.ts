/** A page of the list: the kept one at once, then the server's; without a connection the device's own clients. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clientListRoute, type ListedClient } from '../../contract/clients.ts'
import { answerKey } from '../../db/mirror/answers.ts'
import { clientsByUid } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { withWaitingEdits } from '../../db/outbox/client-edits.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { ClientsSearch } from './clients-search.ts'
import { mirroredClients } from './mirrored-clients.ts'

interface Read {
  /** undefined: not known yet. */
  readonly rows: readonly ListedClient[] | undefined
  readonly total: number
  /** From the mirror: only what this device has. */
  readonly isMirrored: boolean
}

export interface ClientList extends Read {
  readonly problem: string | null
  /** An answer is on its way. Until it comes, `rows` are the rows of the last answer. */
  readonly refreshing: boolean
  /** Reads the list anew. */
  readonly renew: () => void
}

const UNKNOWN: Read = { rows: undefined, total: 0, isMirrored: false }
const NO_CLIENTS: readonly ListedClient[] = []

/** What is deleted with a client or a lead that leaves the device, or was erased. */
const about = ({ data }: { readonly data: readonly ListedClient[] }) =>
  data.flatMap(({ uid, leads }) => [uid, ...leads.map((lead) => lead.uid)])

export function useClientList(
  userId: number,
  search: ClientsSearch,
  { page, perPage }: { page: number; perPage: number },
): ClientList {
  const { nome, email, ativos } = search
  const input = {
    query: { name: nome, email, is_active: ativos === true, page, per_page: perPage },
  }
  const key = answerKey(clientListRoute, input)
  const filtered = nome !== undefined || email !== undefined || ativos !== undefined
  const { value, at, state, problem, refresh } = useAnswer(userId, clientListRoute, input, {
    what: 'ver os clientes',
    about,
    // Keeps only the list that opens with the screen. A kept search would displace other kept answers.
    keeps: !filtered && page === 1,
  })
  const [renewedAt, setRenewedAt] = useState(0)
  const renew = () => {
    setRenewedAt(Date.now())
    refresh()
  }
  const isOffline = problem?.isOffline === true
  const own = useLiveQuery(
    async () =>
      isOffline
        ? { key, ...(await mirroredClients(userId, { nome, email, ativos }, { page, perPage })) }
        : null,
    [userId, key, isOffline],
  )
  const mirrored = isOffline && own?.key === key ? own : undefined
  const read = useMemo((): Read | null => {
    if (mirrored !== undefined) return { rows: mirrored.rows, total: mirrored.total, isMirrored: true }
    return value === undefined ? null : { rows: value.data, total: value.pagination.total, isMirrored: false }
  }, [mirrored, value])
  // The rows before stay until the new page is known.
  const [last, setLast] = useState<Read>(UNKNOWN)
  if (read !== null && read !== last) setLast(read)
  const shown = read ?? last
  const refused = problem !== null && !isOffline ? problem.words : null
  const rows = shown.rows ?? (refused === null ? undefined : NO_CLIENTS)
  return {
    ...shown,
    problem: refused,
    refreshing: !shown.isMirrored && (state !== 'fresh' || (at ?? 0) < renewedAt),
    renew,
    rows: useOwnChanges(userId, rows, renew),
  }
}

const isOfSame = (some: readonly ListedClient[], others: readonly ListedClient[]) =>
  some.length === others.length && some.every(({ uid }, place) => uid === others[place]?.uid)

/**
 * The rows with what was changed here and waits to be sent, or reached the mirror since. Once an edit was sent, its row
 * stays edited until the list is read anew.
 */
function useOwnChanges(
  userId: number,
  rows: readonly ListedClient[] | undefined,
  onSent: () => void,
): readonly ListedClient[] | undefined {
  const waiting = useLiveQuery(async () => {
    const db = openMirror(userId)
    const mirrored = await clientsByUid(db, rows?.map(({ uid }) => uid) ?? [])
    const newest = (rows ?? []).map((row) => {
      const mine = mirrored.find((client) => client?.uid === row.uid)
      return mine === undefined || mine.version <= row.version ? row : { ...row, ...mine }
    })
    const edited = await withWaitingEdits(db, newest)
    return { count: edited.size, rows: newest.map((row) => ({ ...row, ...edited.get(row.uid) })) }
  }, [userId, rows])
  const before = useRef(0)
  const count = waiting?.count
  useEffect(() => {
    if (count === undefined) return
    if (count < before.current) onSent()
    before.current = count
  }, [count, onSent])
  // Until a newer page of the same clients is looked up, the edits stay on it.
  return rows !== undefined && waiting !== undefined && isOfSame(waiting.rows, rows) ? waiting.rows : rows
}
