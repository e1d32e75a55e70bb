/** The page of an inviter's link: who invited, what happens next, the form, what waits, and thanks. */
import { useEffect, useState } from 'react'
import { keptIndication } from '../domain/indication/kept-typed.ts'
import { RECEIPT_PAGE } from '../domain/indication/receipt-code.ts'
import { INVITER_MISSING, invitationSteps } from '../domain/indication/words.ts'
import { IndicationForm } from './IndicationForm.tsx'
import { hasTypedInMemory } from './kept-form.ts'
import { warnOfLoss } from './memory-only.ts'
import { hasUnstored, keepSending, readQueue, type Waiting, watchQueue } from './queue.ts'
import { keptReceipts } from './receipt/kept-receipts.ts'
import { type Invitation, type Opened, openInvitation } from './server-calls.ts'
import { Thanks } from './Thanks.tsx'
import { WaitingList } from './WaitingList.tsx'

const hasReceipts = () => keptReceipts(Date.now()).length > 0

/** How often a page without an answer asks again. */
const AGAIN_MS = 5000

/** Null: not yet answered. */
function useInvitation(code: string): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const answer = await openInvitation(code)
      if (!current) return
      setOpened(answer)
      if (answer.kind === 'unreachable') timer = setTimeout(() => void ask(), AGAIN_MS)
    }
    void ask()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [code])
  return opened
}

function useQueue(): readonly Waiting[] {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  useEffect(() => {
    const read = () => void readQueue().then(setWaiting)
    read()
    const stopWatching = watchQueue(read)
    const stopSending = keepSending()
    return () => {
      stopWatching()
      stopSending()
    }
  }, [])
  return waiting
}

export function IndicationPage({ code }: { code: string }) {
  const opened = useInvitation(code)
  const waiting = useQueue()
  useEffect(() => warnOfLoss(() => hasTypedInMemory() || hasUnstored()), [])
  const [sent, setSent] = useState<readonly Waiting[]>([])
  const [correcting, setCorrecting] = useState<Waiting | null>(null)
  const typed = correcting === null ? null : keptIndication({ values: correcting.typed })
  const invitation = opened?.kind === 'open' ? opened.invitation : null
  const begin = (refused: Waiting | null) => {
    setCorrecting(refused)
    setSent([])
    window.scrollTo(0, 0)
  }
  const mine = new Set(sent.map(({ key }) => key))
  return (
    <main className="page">
      <Welcome invitation={invitation} withSteps={sent.length === 0 && correcting === null} />
      <WaitingList
        waiting={waiting.filter(
          ({ key, problem }) => (problem === null || !mine.has(key)) && key !== correcting?.key,
        )}
        present={invitation === null ? null : { code, stamp: invitation.stamp }}
        onCorrect={begin}
      />
      {hasReceipts() ? (
        <p className="help">
          <a href={RECEIPT_PAGE}>Acompanhar as indicações enviadas deste aparelho</a>
        </p>
      ) : null}
      {opened === null ? (
        <p className="card" role="status">
          Abrindo…
        </p>
      ) : null}
      {opened?.kind === 'missing' ? (
        <p className="card" role="alert">
          {INVITER_MISSING}
        </p>
      ) : null}
      {opened?.kind === 'unreachable' ? (
        <p className="card" role="alert">
          Sem conexão. A página abre assim que a internet voltar.
        </p>
      ) : null}
      {invitation === null ? null : sent.length > 0 ? (
        <Thanks sent={sent} queue={waiting} onCorrect={begin} onAgain={() => begin(null)} />
      ) : (
        <IndicationForm
          key={correcting?.key ?? 'new'}
          code={code}
          invitation={invitation}
          refused={
            correcting === null || typed === null
              ? undefined
              : { key: correcting.key, typed: typed.values, problem: correcting.problem ?? '' }
          }
          onSent={(all) => {
            setCorrecting(null)
            setSent(all)
          }}
        />
      )}
    </main>
  )
}

interface WelcomeProps {
  /** null: not answered yet, or the link has no inviter. */
  readonly invitation: Pick<Invitation, 'name' | 'brokerage'> | null
  /** Only before the form is sent. */
  readonly withSteps: boolean
}

/** The top of the page, for a friend of the inviter: the brokerage, who invited, what happens next. */
function Welcome({ invitation, withSteps }: WelcomeProps) {
  const { name, logo } = invitation?.brokerage ?? { name: null, logo: null }
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
      <h1>Indicação externa</h1>
      {invitation === null ? null : <p className="by">Indicado por {invitation.name}</p>}
      {invitation === null || !withSteps ? null : (
        <ol className="steps" aria-label="Como funciona">
          {invitationSteps(name).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </header>
  )
}
