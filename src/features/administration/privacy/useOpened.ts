/** Opens the form that the address names, once: a draft in 'Sincronização' leads here. */
import { useEffect, useEffectEvent } from 'react'
import type { CallResult } from '../../../api/call-result.ts'
import { failureWords, online } from '../../../device/online.ts'
import { notify } from '../../../ui/notify.ts'
import type { PrivacySearch } from './privacy-search.ts'

interface Opening<Row> {
  /** For a failure: 'abrir o pedido'. */
  readonly what: string
  readonly ask: (token: string, id: number) => Promise<CallResult<Row>>
  readonly onNew: () => void
  readonly onFound: (row: Row) => void
}

export function useOpened<Row>(
  search: PrivacySearch,
  onSearch: (search: PrivacySearch) => void,
  { what, ask, onNew, onFound }: Opening<Row>,
): void {
  const { abrir } = search
  const open = useEffectEvent(async (wanted: number | 'novo') => {
    if (wanted === 'novo') onNew()
    else {
      const result = await online((token) => ask(token, wanted))
      if (result.kind === 'ok') onFound(result.value)
      else notify.error(failureWords(result, what) ?? '')
    }
    const { abrir: _opened, responder: _form, ...rest } = search
    onSearch(rest)
  })
  useEffect(() => {
    if (abrir !== undefined) void open(abrir)
  }, [abrir])
}
