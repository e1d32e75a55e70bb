/** What became of a sending: what was taken, what waits, what was refused and why. Nothing else is thanked for. */
import { isMemoryOnly } from './memory-only.ts'
import { isTaken, type Waiting } from './queue.ts'
import { ReceiptCodes } from './ReceiptCodes.tsx'
import { waitWords } from './wait-words.ts'

interface ThanksProps {
  readonly sent: readonly Waiting[]
  /** What waits or was refused, of this device. */
  readonly queue: readonly Waiting[]
  readonly onCorrect: (refused: Waiting) => void
  readonly onAgain: () => void
}

export function Thanks({ sent, queue, onCorrect, onAgain }: ThanksProps) {
  const mine = new Set(sent.map(({ key }) => key))
  const left = queue.filter(({ key }) => mine.has(key))
  const refused = left.filter(({ problem }) => problem !== null)
  const waiting = left.filter(({ problem }) => problem === null)
  const taken = sent.filter(({ key }) => isTaken(key))
  return (
    <section className="card thanks" role="status">
      <h2>
        {refused.length === 0
          ? 'Obrigado!'
          : taken.length + waiting.length > 0
            ? 'Recebemos uma parte'
            : 'Não recebemos a indicação'}
      </h2>
      {taken.length === 0 ? null : (
        <p>
          {taken.length === 1 && sent.length === 1
            ? 'Recebemos a indicação.'
            : taken.length === 1
              ? `Recebemos 1 indicação: ${taken[0]?.label ?? ''}.`
              : `Recebemos as ${taken.length} indicações.`}{' '}
          Um corretor entra em contato em breve.
        </p>
      )}
      {waiting.length === 0 ? null : (
        <p>
          {waiting.length === 1 ? 'Guardamos a indicação' : `Guardamos ${waiting.length} indicações`}{' '}
          {isMemoryOnly() ? 'nesta página' : 'neste aparelho'}. {waitWords(waiting)}{' '}
          {isMemoryOnly()
            ? 'Não feche a página até lá: este aparelho é protegido e não guarda o que você digita.'
            : 'Pode fechar esta página: ao abri-la de novo, o envio continua.'}
        </p>
      )}
      <ReceiptCodes sent={sent.filter(({ key }) => refused.every((each) => each.key !== key))} />
      {refused.map((each) => (
        <div key={each.key} className="refused">
          <p>
            <strong>{each.label}</strong> não foi recebida: {each.problem}
          </p>
          <button type="button" className="button plain" onClick={() => onCorrect(each)}>
            Corrigir e enviar
          </button>
        </div>
      ))}
      <button type="button" className="button plain" onClick={onAgain}>
        Fazer outra indicação
      </button>
    </section>
  )
}
