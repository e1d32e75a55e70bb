/** Asks before a link or Back leaves a page with typed text. Once, beside the screens. */
import { useEffect, useSyncExternalStore } from 'react'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { onQuestion, presentQuestion, questionsAreShown } from './layers.ts'

export function LeaveDialog() {
  useEffect(questionsAreShown, [])
  const question = useSyncExternalStore(onQuestion, presentQuestion)
  return question === null ? null : <DiscardQuestion onDiscard={question.leave} onStay={question.stay} />
}
