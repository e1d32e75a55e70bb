/** The leads that match a text, searched anew when it changes. A late answer is dropped. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type LeadHits, searchLeads, searchOldNumber } from './search-leads.ts'

const NONE: LeadHits = { hits: [], total: 0 }
/** The server is asked only after a pause in typing. */
const SERVER_ASKED_AFTER_MS = 400

interface LeadSearch extends LeadHits {
  /** Until the present text is answered, hits and total are of the previous text. */
  readonly isAnswered: boolean
}

export function useLeadSearch(userId: number, text: string): LeadSearch {
  const [wanted] = useDebouncedValue(text, 80)
  const [answer, setAnswer] = useState<LeadHits & { readonly text: string }>({ text: '', ...NONE })
  useEffect(() => {
    if (wanted.trim() === '') return
    let late = false
    const show = (found: LeadHits) => {
      if (!late) setAnswer({ text: wanted, ...found })
    }
    const asked = new AbortController()
    // The board worker may be gone (a closed store). The search then finds nothing, and the board reports the problem.
    const here = searchLeads(userId, wanted).catch(() => NONE)
    void here.then(show)
    const timer = setTimeout(async () => {
      const known = await here
      const more = await searchOldNumber(wanted, asked.signal)
      const others = more.filter(({ uid }) => !known.hits.some((hit) => hit.uid === uid))
      if (others.length > 0) show({ ...known, hits: [...known.hits, ...others] })
    }, SERVER_ASKED_AFTER_MS)
    return () => {
      late = true
      clearTimeout(timer)
      asked.abort()
    }
  }, [userId, wanted])
  if (text.trim() === '') return { ...NONE, isAnswered: true }
  return { hits: answer.hits, total: answer.total, isAnswered: answer.text === text }
}
