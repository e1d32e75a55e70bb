/** The two steps of the form. The browser's Back leads from the second to the first. docs/rules.md#external-indication */
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

export type Step = 1 | 2

const FIRST = { step: 1 }
const SECOND = { step: 2 }

const stepIn = (state: unknown): Step =>
  typeof state === 'object' && state !== null && 'step' in state && state.step === 2 ? 2 : 1

interface Steps {
  readonly step: Step
  /** The step is on the page when this returns. */
  readonly go: (step: Step) => void
  /** It is sent: what comes after is no step of it. */
  readonly end: () => void
}

/** `isReady`: whether the first step is filled, so that a page that is opened again may begin with the second. */
export function useSteps(isReady: () => boolean): Steps {
  const [step, setStep] = useState<Step>(() => (stepIn(window.history.state) === 2 && isReady() ? 2 : 1))
  const onBack = useEffectEvent((state: unknown) => setStep(stepIn(state) === 2 && isReady() ? 2 : 1))
  useEffect(() => {
    const follow = (event: PopStateEvent) => onBack(event.state)
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const go = (next: Step) => {
    if (next === step) return
    flushSync(() => setStep(next))
    if (next === 2) window.history.pushState(SECOND, '')
    else window.history.replaceState(FIRST, '')
  }
  return { step, go, end: () => window.history.replaceState(FIRST, '') }
}
