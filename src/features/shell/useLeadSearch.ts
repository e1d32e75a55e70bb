/** The leads that the text finds, asked anew as it changes; an answer that comes late is dropped. */
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
    const tell = (hits: readonly LeadHit[]) => {
      if (!late) setAnswer({ text: wanted, hits })
    }
    // The board worker may be gone (a closed store): nothing found, and the board itself says what is wrong.
    searchLeads(userId, wanted).then(tell, () => tell(NONE))
    return () => {
      late = true
    }
  }, [userId, wanted])
  return text.trim() === '' ? NONE : answer.hits
}
