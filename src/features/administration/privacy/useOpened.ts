/** Opens the form that the address names, once: a draft in 'Sincronização' leads here. */
import { useEffect, useEffectEvent, useRef } from 'react'
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
  /** Counts the questions, and the end: only the last one opens its form. */
  const asked = useRef(0)
  const open = useEffectEvent(async (wanted: number | 'novo') => {
    asked.current += 1
    const mine = asked.current
    // Before the answer: afterwards another screen may be open, whose address it would take.
    const { abrir: _opened, responder: _form, ...rest } = search
    onSearch(rest)
    if (wanted === 'novo') return onNew()
    const result = await online((token) => ask(token, wanted))
    if (asked.current !== mine) return
    if (result.kind === 'ok') onFound(result.value)
    else notify.error(failureWords(result, what) ?? '')
  })
  useEffect(() => {
    if (abrir !== undefined) void open(abrir)
  }, [abrir])
  useEffect(
    () => () => {
      asked.current += 1
    },
    [],
  )
}
