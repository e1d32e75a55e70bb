/** The leads that match the text, searched anew when it changes. A late answer is dropped. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type LeadHit, searchLeads } from './search-leads.ts'

const NONE: readonly LeadHit[] = []

export function useLeadSearch(userId: number, text: string): readonly LeadHit[] {
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
  return text.trim() === '' ? NONE : answer.hits
}
