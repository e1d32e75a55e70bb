/** 'Indicação externa': who indicated, the form, what waits, and thanks. */
import { useEffect, useState } from 'react'
import { INVITER_MISSING } from '../domain/indication/words.ts'
import { IndicationForm } from './IndicationForm.tsx'
import { keepSending, readQueue, type Waiting, watchQueue } from './queue.ts'
import { type Opened, openInvitation } from './server-calls.ts'
import { WaitingList } from './WaitingList.tsx'

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
  const [thanked, setThanked] = useState(0)
  const left = waiting.filter(({ problem }) => problem === null).length
  const again = () => {
    setThanked(0)
    window.scrollTo(0, 0)
  }
  return (
    <main className="page">
      <header className="head">
        <img src="/favicon.svg" alt="" width="40" height="40" />
        <div>
          <h1>Indicação externa</h1>
          {opened?.kind === 'open' ? <p className="by">Indicado por {opened.invitation.name}</p> : null}
        </div>
      </header>
      <WaitingList waiting={waiting} />
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
      {opened?.kind === 'open' ? (
        thanked > 0 ? (
          <Thanks sent={thanked} waits={left > 0} onAgain={again} />
        ) : (
          <IndicationForm code={code} invitation={opened.invitation} onSent={setThanked} />
        )
      ) : null}
    </main>
  )
}

interface ThanksProps {
  readonly sent: number
  readonly waits: boolean
  readonly onAgain: () => void
}

function Thanks({ sent, waits, onAgain }: ThanksProps) {
  return (
    <section className="card thanks" role="status">
      <h2>Obrigado!</h2>
      <p>
        {waits
          ? 'Guardamos a indicação neste aparelho. Ela é enviada assim que a internet voltar, mesmo que você feche e abra esta página de novo.'
          : sent === 1
            ? 'Recebemos a indicação. Um corretor entra em contato em breve.'
            : `Recebemos as ${sent} indicações. Um corretor entra em contato em breve.`}
      </p>
      <button type="button" className="button plain" onClick={onAgain}>
        Fazer outra indicação
      </button>
    </section>
  )
}
