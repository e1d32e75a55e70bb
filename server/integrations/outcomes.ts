/** How the last call of each outside service ended in this process. */
import type { IntegrationName } from '../../src/domain/settings/integrations.ts'
import { wallNow } from '../base/clock/machine.ts'

export interface Outcome {
  readonly good: boolean
  /** Epoch ms. */
  readonly at: number
}

export interface Outcomes {
  readonly last: (service: IntegrationName) => Outcome | null
  /** Returns `ask` as it is, but remembers what `isGood` says of its answer. An error that it throws is no answer. */
  readonly watched: <Args extends readonly unknown[], Answer>(
    service: IntegrationName,
    ask: (...args: Args) => Promise<Answer>,
    isGood: (answer: Answer) => boolean,
    isFailure?: (error: unknown) => boolean,
  ) => (...args: Args) => Promise<Answer>
}

export function createOutcomes(now: () => number = wallNow): Outcomes {
  const outcomes = new Map<IntegrationName, Outcome>()
  const note = (service: IntegrationName, good: boolean) => outcomes.set(service, { good, at: now() })
  return {
    last: (service) => outcomes.get(service) ?? null,
    watched:
      (service, ask, isGood, isFailure = () => false) =>
      async (...args) => {
        try {
          const answer = await ask(...args)
          note(service, isGood(answer))
          return answer
        } catch (error) {
          // A question that its user broke off says nothing about the service.
          if (isFailure(error)) note(service, false)
          throw error
        }
      },
  }
}
