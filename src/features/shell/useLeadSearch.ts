/** The leads that match a text, searched anew when it changes. A late answer is dropped. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type LeadHit, searchLeads } from './search-leads.ts'

const NONE: readonly LeadHit[] = []

interface LeadSearch {
  /** Until the present text is answered, those of the text before. */
  readonly hits: readonly LeadHit[]
  readonly isAnswered: boolean
}

export function useLeadSearch(userId: number, text: string): LeadSearch {
  const [wanted] = useDebouncedValue(text, 80)
  const [answer, setAnswer] = useState<{ text: string; hits: readonly LeadHit[] }>({ text: '', hits: NONE })
  useEffect(() => {
    if (wanted.trim() === '') return
    let late = false
    const show = (hits: readonly LeadHit[]) => {
      if (!late) setAnswer({ text: wanted, hits })
    }
    // The board worker may be gone (a closed store). The search then finds nothing, and the board reports the problem.
    searchLeads(userId, wanted).then(show, () => show(NONE))
    return () => {
      late = true
    }
  }, [userId, wanted])
  if (text.trim() === '') return { hits: NONE, isAnswered: true }
  return { hits: answer.hits, isAnswered: answer.text === text }
}
