/** A page of the list: the server's, or without a connection the device's own clients. */
import { useWindowEvent } from '@mantine/hooks'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { clientListRoute, type ListedClient } from '../../contract/clients.ts'
import { openMirror } from '../../db/mirror/mirror.ts'
import { clientsByUid } from '../../db/mirror/reads.ts'
import { withWaitingEdits } from '../../db/outbox/client-edits.ts'
import { failureWords, online } from '../../device/online.ts'
import type { ClientsSearch } from './clients-search.ts'
import { mirroredClients } from './mirrored-clients.ts'

interface Read {
  /** undefined: not known yet. */
  readonly rows: readonly ListedClient[] | undefined
  readonly total: number
  /** From the mirror: only what this device has. */
  readonly isMirrored: boolean
  readonly problem: string | null
}

export interface ClientList extends Read {
  /** An answer is on its way; the rows are those of the last one. */
  readonly refreshing: boolean
  /** Reads the list anew. */
  readonly renew: () => void
}

const UNKNOWN: Read = { rows: undefined, total: 0, isMirrored: false, problem: null }

export function useClientList(
  userId: number,
  search: ClientsSearch,
  { page, perPage }: { page: number; perPage: number },
): ClientList {
  const [list, setList] = useState<Read>(UNKNOWN)
  const [refreshing, setRefreshing] = useState(true)
  /** Counts what makes the rows old: the network is back, an edit was sent. */
  const [renewals, setRenewals] = useState(0)
  const renew = () => setRenewals((count) => count + 1)
  const { nome, email, ativos } = search
  useWindowEvent('online', renew)
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    const query = { name: nome, email, is_active: ativos === true, page, per_page: perPage }
    const read = async (): Promise<Partial<Read>> => {
      const result = await online((token) => call(clientListRoute, { token, query, signal }))
      if (result.kind === 'ok') {
        const { data, pagination } = result.value
        return { rows: data, total: pagination.total, isMirrored: false, problem: null }
      }
      // The rows before stay.
      if (result.kind === 'refused') return { problem: failureWords(result, 'ver os clientes') }
      if (signal.aborted) return {}
      const own = await mirroredClients(userId, { nome, email, ativos })
      const from = (page - 1) * perPage
      return { rows: own.slice(from, from + perPage), total: own.length, isMirrored: true, problem: null }
    }
    const show = async () => {
      setRefreshing(true)
      const next = await read()
      if (signal.aborted) return
      setList((known) => ({ ...known, rows: known.rows ?? [], ...next }))
      setRefreshing(false)
    }
    void show()
    return () => stopped.abort()
  }, [userId, nome, email, ativos, page, perPage, renewals])
  return { ...list, refreshing, renew, rows: useOwnChanges(userId, list.rows, renew) }
}

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
  return waiting?.rows ?? rows
}
