/** The mentions of a person in other rows: searched when the dialog opens, blanked one by one or all. docs/rules.md#mentions */
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  blankMentionsRoute,
  type Mention,
  type Mentions,
  MOST_BLANKED,
  mentionsRoute,
} from '../../../contract/mentions.ts'
import { failureWords, online } from '../../../device/online.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'

export interface FoundMentions {
  readonly mentions: readonly Mention[]
  readonly searching: boolean
  readonly blanking: boolean
  /** Whether everything was read. */
  readonly complete: boolean
  /** The time limit of one search, once it is known. */
  readonly seconds: number | null
  readonly problem: string | null
  /** Goes on where the search stopped, or begins again after a failure. */
  readonly goOn: () => void
  readonly blank: (mentions: readonly Mention[]) => Promise<void>
}

const SEARCH = 'procurar trechos em outros registros'
const BLANK = 'apagar trechos'

/** What was found before, and the new places that were not among it. */
const together = (before: readonly Mention[], found: readonly Mention[]): Mention[] => {
  const keys = new Set(before.map(({ key }) => key))
  return [...before, ...found.filter(({ key }) => !keys.has(key))]
}

/** Searches as soon as `isAsked`. */
export function useMentions(clientId: number, isAsked: boolean): FoundMentions {
  const [mentions, setMentions] = useState<readonly Mention[]>([])
  const [last, setLast] = useState<Pick<Mentions, 'next' | 'seconds'> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [searching, setSearching] = useState(true)
  const [blanking, setBlanking] = useState(false)
  /** From where each search begins. Another object searches again. */
  const [asked, setAsked] = useState<{ readonly from: string | undefined }>({ from: undefined })
  useEffect(() => {
    if (!isAsked) return
    const stopped = new AbortController()
    const { signal } = stopped
    const { from } = asked
    const input = { params: { id: clientId }, query: from === undefined ? {} : { from }, signal }
    void online((token) => call(mentionsRoute, { token, ...input })).then((result) => {
      if (signal.aborted) return
      setSearching(false)
      setProblem(failureWords(result, SEARCH))
      if (result.kind !== 'ok') return
      const { mentions: found, next, seconds } = result.value
      setMentions((before) => together(before, found))
      setLast({ next, seconds })
    })
    return () => stopped.abort()
  }, [clientId, isAsked, asked])
  const blank = async (chosen: readonly Mention[]) => {
    setBlanking(true)
    setProblem(null)
    for (let from = 0; from < chosen.length; from += MOST_BLANKED) {
      const keys = chosen.slice(from, from + MOST_BLANKED).map(({ key }) => key)
      const input = { params: { id: clientId }, body: { keys } }
      const result = await online((token) => call(blankMentionsRoute, { token, ...input }))
      setProblem(failureWords(result, BLANK, 'os trechos foram apagados'))
      if (result.kind !== 'ok') break
      setMentions((before) => before.filter(({ key }) => !keys.includes(key)))
      nudgeSync()
    }
    setBlanking(false)
  }
  return {
    mentions,
    searching,
    blanking,
    complete: last !== null && last.next === null,
    seconds: last?.seconds ?? null,
    problem,
    goOn: () => {
      setSearching(true)
      setProblem(null)
      setAsked({ from: last?.next ?? undefined })
    },
    blank,
  }
}
