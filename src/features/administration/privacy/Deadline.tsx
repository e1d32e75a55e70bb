/** The bar of a term of the law, as leads have theirs. docs/rules.md#data-requests */
import { countdownInWords, type SlaProgress } from '../../../domain/sla/progress.ts'
import { formatDate } from '../../../domain/time/sao-paulo.ts'
import { DeadlineBar } from '../../../ui/DeadlineBar.tsx'

export function Deadline({ progress }: { readonly progress: SlaProgress }) {
  const { percent, colour, remainingMs, deadline } = progress
  return (
    <div style={{ maxWidth: 260 }}>
      <DeadlineBar
        // On a card of a phone both must fit. The year is left out because the deadline is within weeks.
        label={deadline === null ? '' : formatDate(deadline).slice(0, 5)}
        words={countdownInWords(remainingMs)}
        late={remainingMs < 0}
        percent={percent}
        colour={colour}
      />
    </div>
  )
}
