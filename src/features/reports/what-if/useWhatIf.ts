/** The answer of the board's thread to 'E se?', asked anew after each change of the leads, the settings and the question. */
import { useEffect, useMemo } from 'react'
import { useBoardAnswer } from '../../../device/useBoardAnswer.ts'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import type { WhatIfAnswer, WhatIfQuestion } from '../../../domain/reports/what-if/answer.ts'
import { keptLeads } from '../../../domain/reports/what-if/kept-leads.ts'
import { endWhatIf } from '../../../workers/board-bridge.ts'

interface Asked {
  readonly question: Omit<WhatIfQuestion, 'kept'>
  /** The report's own answer; undefined: there is none yet. */
  readonly value: unknown
}

type Found = { readonly kind: 'answer'; readonly answer: WhatIfAnswer } | { readonly kind: 'failed' }

/** Returns undefined until the first answer. The last answer stays while the next one is on its way. */
export function useWhatIf(
  userId: number,
  catalogues: Catalogues | undefined,
  { question, value }: Asked,
  tries: number,
): Found | undefined {
  const { report } = question
  const kept = useMemo(() => keptLeads(report, value), [report, value])
  useEffect(() => () => endWhatIf(userId), [userId])
  const keptText = useMemo(() => JSON.stringify(kept), [kept])
  const key = JSON.stringify([question, keptText, catalogues?.settings, tries])
  return useBoardAnswer<Found>(userId, key, async (board) => {
    try {
      return { kind: 'answer', answer: await board.whatIf({ ...question, kept }) }
    } catch (error) {
      reportError(error)
      return { kind: 'failed' }
    }
  })
}
