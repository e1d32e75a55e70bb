/** The page of a receipt: the line of life of one indication, or a field for the code. docs/rules.md#receipt */
import { useEffect, useState } from 'react'
import { readReceiptCode, shownReceiptCode } from '../../domain/indication/receipt-code.ts'
import { hasEnded, NO_RECEIPT, STEPS_TO_COME } from '../../domain/indication/receipt-steps.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { CopyLink } from '../CopyLink.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { Receipt } from './receipt-call.ts'
import { type ShownReceipt, useReceipt } from './useReceipt.ts'

/** Behind '#'; '' where that is no text: a link that was cut, or typed by hand. */
function typedCode(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1))
  } catch {
    return ''
  }
}

function useTypedCode(): string {
  const [typed, setTyped] = useState(typedCode)
  useEffect(() => {
    const read = () => setTyped(typedCode())
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return typed
}

export function ReceiptPage() {
  const typed = useTypedCode()
  const code = readReceiptCode(typed)
  return (
    <main className="page">
      {code === null ? (
        <>
          <Top brokerage={null} />
          {typed === '' ? null : (
            <p className="card" role="alert">
              {NO_RECEIPT}
            </p>
          )}
          <CodeForm typed={typed} />
        </>
      ) : (
        <ReceiptOf key={code} code={code} />
      )}
    </main>
  )
}

function Top({ brokerage }: { readonly brokerage: Receipt['brokerage'] | null }) {
  const { name, logo } = brokerage ?? { name: null, logo: null }
  return (
    <header className="head">
      {logo === null ? (
        <p className="brokerage">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          {name}
        </p>
      ) : (
        <img className="logo" src={logo} alt={name ?? ''} height="56" />
      )}
      <h1>Recibo da indicação</h1>
    </header>
  )
}

function ReceiptOf({ code }: { readonly code: string }) {
  const shown = useReceipt(code)
  const { receipt, last, isWaiting } = shown
  return (
    <>
      <Top brokerage={receipt?.brokerage ?? null} />
      {receipt === null ? (
        <p className="card" role={last === null ? 'status' : 'alert'}>
          {withoutReceipt(shown)}
        </p>
      ) : (
        <section className="card" aria-labelledby="indicado">
          <h2 id="indicado">{receipt.name}</h2>
          <LifeLine steps={receipt.steps} />
          <p className="help" role="status">
            {asOfWords(shown, receipt)}
          </p>
        </section>
      )}
      {receipt === null && !isWaiting ? null : (
        <section className="card own-code" aria-label="Código do recibo">
          <p>
            Código: <strong className="code">{shownReceiptCode(code)}</strong>
          </p>
          <CopyLink code={code} about="este recibo" />
          <p className="help">
            Quem tem este código vê só o que está acima: o nome que você escreveu e o andamento. Ele vale até
            90 dias depois do fim do atendimento, e termina antes se a pessoa retirar a autorização.
          </p>
        </section>
      )}
      {last?.kind === 'none' && !isWaiting ? <CodeForm typed={shownReceiptCode(code)} /> : null}
    </>
  )
}

/** The steps that an indication reached, and those that are still to come. */
function LifeLine({ steps }: Pick<Receipt, 'steps'>) {
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

function withoutReceipt({ last, isWaiting }: ShownReceipt): string {
  if (last === null) return 'Abrindo…'
  if (isWaiting)
    return 'A indicação ainda espera neste aparelho para ser enviada. Depois o andamento aparece aqui.'
  switch (last.kind) {
    case 'limited':
      return `Foram feitas consultas demais desta rede. Tente de novo em ${last.minutes} min.`
    case 'unreachable':
      return 'Sem conexão. O andamento aparece assim que a internet voltar.'
    default:
      return NO_RECEIPT
  }
}

function asOfWords({ last }: ShownReceipt, { as_of: asOf }: Receipt): string {
  const known = formatDateTime(asOf)
  if (last === null) return `Como estava em ${known}. Atualizando…`
  if (last.kind === 'read') return `Como está agora, ${known}.`
  const why = last.kind === 'limited' ? 'Consultas demais desta rede' : 'Sem conexão'
  return `${why}: mostramos como estava em ${known}.`
}
