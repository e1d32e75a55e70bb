/** The steps that an indication reached, and those that are still to come. */
import { hasEnded, STEPS_TO_COME } from '../../domain/indication/receipt-steps.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import type { Receipt } from './receipt-call.ts'

export function LifeLine({ steps }: Pick<Receipt, 'steps'>) {
  const toCome = hasEnded(steps)
    ? []
    : STEPS_TO_COME.filter((each) => steps.every(({ step }) => step !== each.step))
  return (
    <ol className="life" aria-label="Andamento">
      {steps.map(({ step, at, text }) => (
        <li key={step} data-step={step}>
          <strong>{text}</strong>
          {at === null ? null : <time dateTime={at}>{formatDateTime(at)}</time>}
        </li>
      ))}
      {toCome.map(({ step, text }) => (
        <li key={step} data-to-come>
          <span>
            {text}
            <span className="unseen">: ainda não</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
