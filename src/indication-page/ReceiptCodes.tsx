/** The codes by which who sent follows what was sent, also while it waits. docs/rules.md#receipt */
import { RECEIPT_PAGE, shownReceiptCode } from '../domain/indication/receipt-code.ts'
import { CopyLink } from './CopyLink.tsx'
import { isTaken, type Waiting } from './queue.ts'

export function ReceiptCodes({
  sent,
}: {
  readonly sent: readonly Pick<Waiting, 'key' | 'label' | 'receipt'>[]
}) {
  const receipts = sent.flatMap(({ key, label, receipt }) =>
    receipt === null ? [] : [{ key, label, receipt }],
  )
  if (receipts.length === 0) return null
  return (
    <div className="receipts">
      <h3>{receipts.length === 1 ? 'Seu recibo' : 'Seus recibos'}</h3>
      <p className="help">
        {receipts.length === 1
          ? 'Guarde o código: por ele você acompanha se a indicação foi recebida, atendida, cotada e fechada. Depois não há outro jeito de vê-lo.'
          : 'Guarde os códigos: por eles você acompanha se cada indicação foi recebida, atendida, cotada e fechada. Depois não há outro jeito de vê-los.'}
      </p>
      <ul>
        {receipts.map(({ key, label, receipt }) => (
          <li key={key}>
            <span>
              {label}
              <strong className="code">{shownReceiptCode(receipt)}</strong>
            </span>
            <span className="actions">
              <CopyLink code={receipt} about={label} />
              {isTaken(key) ? (
                <a
                  className="button plain"
                  href={`${RECEIPT_PAGE}#${shownReceiptCode(receipt)}`}
                  target="_blank"
                >
                  Abrir<span className="unseen"> o recibo de {label} em outra aba</span>
                </a>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
