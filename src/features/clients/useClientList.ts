/** A page of the list: the server's, or without a connection the device's own clients. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { clientListRoute, type ListedClient } from '../../contract/clients.ts'
import { openMirror } from '../../db/mirror/mirror.ts'
import { clientsByUid } from '../../db/mirror/reads.ts'
import { failureWords, online } from '../../device/online.ts'
import type { ClientsSearch } from './clients-search.ts'
import { mirroredClients } from './mirrored-clients.ts'

export interface ClientList {
  /** undefined: not known yet. */
  readonly rows: readonly ListedClient[] | undefined
  readonly total: number
  /** From the mirror: only what this device has. */
  readonly isMirrored: boolean
  readonly problem: string | null
}

const UNKNOWN: ClientList = { rows: undefined, total: 0, isMirrored: false, problem: null }

export function useClientList(
  userId: number,
  search: ClientsSearch,
  { page, perPage, attempt }: { page: number; perPage: number; attempt: number },
): ClientList {
  const [list, setList] = useState<ClientList>(UNKNOWN)
  const { nome, email, ativos } = search
  useEffect(() => {
    // Another number asks again.
    void attempt
    const stopped = new AbortController()
    const { signal } = stopped
    const query = { name: nome, email, is_active: ativos === true, page, per_page: perPage }
    const read = async (): Promise<ClientList> => {
      const result = await online((token) => call(clientListRoute, { token, query, signal }))
      if (result.kind === 'ok') {
        const { data, pagination } = result.value
        return { rows: data, total: pagination.total, isMirrored: false, problem: null }
      }
      if (result.kind === 'refused')
        return { ...UNKNOWN, rows: [], problem: failureWords(result, 'ver os clientes') }
      const own = await mirroredClients(userId, { nome, email, ativos })
      const from = (page - 1) * perPage
      return { rows: own.slice(from, from + perPage), total: own.length, isMirrored: true, problem: null }
    }
    const show = async () => {
      const next = await read()
      if (!signal.aborted) setList(next)
    }
    void show()
    return () => stopped.abort()
  }, [userId, nome, email, ativos, page, perPage, attempt])
  return { ...list, rows: useOwnChanges(userId, list.rows) }
}

/** The device's row of a client has what was changed here and waits to be sent. */
function useOwnChanges(
  userId: number,
  rows: readonly ListedClient[] | undefined,
): readonly ListedClient[] | undefined {
  const own = useLiveQuery(
    async () => clientsByUid(openMirror(userId), rows?.map(({ uid }) => uid) ?? []),
    [userId, rows],
  )
  return rows?.map((row) => {
    const mine = own?.find((client) => client?.uid === row.uid)
    return mine === undefined ? row : { ...row, ...mine, id: mine.id ?? row.id }
  })
}
