/** Asks for a code, and lists the receipts that this device has read. */
import { useEffect, useState } from 'react'
import { readReceiptCode, shownReceiptCode } from '../../domain/indication/receipt-code.ts'
import { dropReceipt, type KeptReceipt, keptReceipts } from './kept-receipts.ts'
import { readReceipt } from './receipt-call.ts'

const NO_CODE = 'O código tem 16 letras e números, em quatro grupos de quatro'

export function CodeForm({ typed }: { readonly typed: string }) {
  const [value, setValue] = useState(typed)
  const [problem, setProblem] = useState('')
  const { kept, forget } = useKeptReceipts()
  const open = () => {
    const code = readReceiptCode(value)
    setProblem(code === null ? NO_CODE : '')
    if (code === null) document.getElementById('codigo')?.focus()
    else window.location.hash = shownReceiptCode(code)
  }
  return (
    <>
      <form
        noValidate
        className="card code-form"
        aria-label="Código do recibo"
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <div className="field">
          <label htmlFor="codigo">Código do recibo</label>
          <input
            id="codigo"
            value={value}
            placeholder="ABCD-EFGH-JKMN-PQRS"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem !== ''}
            aria-describedby={problem === '' ? undefined : 'codigo-problema'}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          {problem === '' ? null : (
            <p className="error" id="codigo-problema" role="alert">
              {problem}
            </p>
          )}
        </div>
        <button type="submit" className="button">
          Ver o andamento
        </button>
      </form>
      {kept.length === 0 ? null : (
        <section className="card waiting" aria-label="Recibos deste aparelho">
          <h2>Deste aparelho</h2>
          <ul>
            {kept.map(({ code, receipt }) => (
              <li key={code}>
                <a className="receipt-link" href={`#${shownReceiptCode(code)}`}>
                  {receipt.name}
                </a>
                <button type="button" className="button plain" onClick={() => forget(code)}>
                  Esquecer<span className="unseen"> {receipt.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const nowMs = () => Date.now()

interface KeptList {
  readonly kept: readonly KeptReceipt[]
  readonly forget: (code: string) => void
}

/** Returns what is left. */
function without(code: string): readonly KeptReceipt[] {
  dropReceipt(code)
  return keptReceipts(nowMs())
}

/** The receipts that this device has read. What ended since goes as the list is looked at. docs/rules.md#receipt */
function useKeptReceipts(): KeptList {
  const [kept, setKept] = useState(() => keptReceipts(nowMs()))
  useEffect(() => {
    let current = true
    const look = async () => {
      // One after the other, the last read one last: it is the likeliest to go on, and a limit may stop the rest.
      for (const { code } of keptReceipts(nowMs()).toReversed()) {
        const { kind } = await readReceipt(code)
        if (!current || kind === 'limited' || kind === 'unreachable') return
        if (kind === 'none') setKept(without(code))
      }
    }
    const again = () => void look()
    again()
    window.addEventListener('online', again)
    return () => {
      current = false
      window.removeEventListener('online', again)
    }
  }, [])
  return { kept, forget: (code) => setKept(without(code)) }
}
