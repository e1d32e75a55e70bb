/** What waits to be sent, and what the server refused. */
import { shownReceiptCode } from '../domain/indication/receipt-code.ts'
import { isMemoryOnly } from './memory-only.ts'
import { drop, retry, type Waiting } from './queue.ts'
import { waitWords } from './wait-words.ts'

interface WaitingListProps {
  readonly waiting: readonly Waiting[]
  /** The link that is open; null: it is not. */
  readonly present: { readonly code: string; readonly stamp: string } | null
  /** Without typed values, from an earlier version of the page, there is nothing to correct. */
  readonly onCorrect: (refused: Waiting) => void
}

export function WaitingList({ waiting, present, onCorrect }: WaitingListProps) {
  if (waiting.length === 0) return null
  return (
    <section className="card waiting" aria-label="Indicações que esperam">
      <h2>
        {waiting.length === 1 ? '1 indicação espera' : `${waiting.length} indicações esperam`}{' '}
        {isMemoryOnly() ? 'nesta página' : 'neste aparelho'}
      </h2>
      <ul>
        {waiting.map((each) => (
          <li key={each.key}>
            <span>
              <strong>{each.label}</strong>
              <br />
              {each.problem ?? waitWords([each])}
              {each.problem !== null || each.receipt === null ? null : (
                <>
                  <br />
                  Recibo: <strong className="code">{shownReceiptCode(each.receipt)}</strong>
                </>
              )}
            </span>
            {each.problem === null ? null : (
              <span className="actions">
                {present === null ? null : (
                  <>
                    {each.typed === null ? null : (
                      <button type="button" className="button plain" onClick={() => onCorrect(each)}>
                        Corrigir
                      </button>
                    )}
                    <button type="button" className="button plain" onClick={() => void retry(each, present)}>
                      Tentar de novo
                    </button>
                  </>
                )}
                <button type="button" className="button plain" onClick={() => void drop(each.key)}>
                  Descartar
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
