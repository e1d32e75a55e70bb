/** What waits to be sent, and what the server refused. */
import { drop, retry, type Waiting } from './queue.ts'

export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
  if (waiting.length === 0) return null
  return (
    <section className="card waiting" aria-label="Indicações que esperam">
      <h2>
        {waiting.length === 1
          ? '1 indicação espera neste aparelho'
          : `${waiting.length} indicações esperam neste aparelho`}
      </h2>
      <ul>
        {waiting.map((each) => (
          <li key={each.key}>
            <span>
              <strong>{each.label}</strong>
              <br />
              {each.problem ?? 'Será enviada quando a internet voltar.'}
            </span>
            {each.problem === null ? null : (
              <span className="actions">
                <button type="button" className="button plain" onClick={() => void retry(each)}>
                  Tentar de novo
                </button>
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
