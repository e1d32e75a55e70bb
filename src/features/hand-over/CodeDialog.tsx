/** 'Entregar na mão': the codes of a waiting creation, for the camera of another device. docs/rules.md#hand-over */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { openMirror } from '../../db/open.ts'
import { handable } from '../../db/outbox/handable.ts'
import { type Given, giveLead } from '../../device/hand-over/give.ts'
import { FAILED, notifyFailure } from '../../device/run-command-with-toast.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { QrPicture } from '../../ui/QrPicture.tsx'
import { useNow } from '../../ui/useNow.ts'
import classes from './HandOver.module.css'

const SECOND_MS = 1000
/** One of several codes is shown for so long: a camera that looks six times a second has it. */
const CODE_MS = 700

interface CodeDialogProps {
  readonly userId: number
  readonly leadUid: string
  readonly onClose: () => void
}

export function CodeDialog({ userId, leadUid, onClose }: CodeDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Entregar na mão"
      fullScreen
      classNames={{ content: classes.bright ?? '', header: classes.bright ?? '' }}
    >
      <Codes userId={userId} leadUid={leadUid} onClose={onClose} />
    </Dialog>
  )
}

function Codes({ userId, leadUid, onClose }: CodeDialogProps) {
  const [given, setGiven] = useState<Given | null>(null)
  const [asked, setAsked] = useState(0)
  const waiting = useLiveQuery(async () => handable(openMirror(userId), leadUid), [userId, leadUid])
  useEffect(() => {
    let current = true
    giveLead(openMirror(userId), leadUid, Date.now())
      .then((made) => {
        if (current) setGiven(made)
      })
      .catch((error: unknown) => notifyFailure(FAILED, error))
    return () => {
      current = false
    }
  }, [userId, leadUid, asked])
  if (given === null || waiting === undefined) return <Text ta="center">Preparando o código…</Text>
  if (waiting === null && given.kind === 'codes')
    return <Ended words="Este lead já foi enviado. Não precisa mais entregar." onClose={onClose} />
  if (given.kind === 'impossible') return <Ended words={given.message} onClose={onClose} />
  return (
    <Shown
      key={given.endsAt}
      given={given}
      client={waiting?.subject.clientName ?? ''}
      onAgain={() => setAsked((times) => times + 1)}
    />
  )
}

function Ended({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
  return (
    <Stack align="center" gap="md" className={classes.narrow ?? ''}>
      <Alert color="petrol" role="status">
        {words}
      </Alert>
      <Button onClick={onClose}>Pronto</Button>
    </Stack>
  )
}

interface ShownProps {
  readonly given: Extract<Given, { kind: 'codes' }>
  readonly client: string
  readonly onAgain: () => void
}

function Shown({ given: { codes, endsAt }, client, onAgain }: ShownProps) {
  const left = Math.ceil((endsAt - useNow(SECOND_MS)) / SECOND_MS)
  const place = Math.floor(useNow(codes.length > 1 ? CODE_MS : SECOND_MS) / CODE_MS) % codes.length
  const isOver = left <= 0
  useAwake(!isOver)
  if (isOver)
    return (
      <Stack align="center" gap="md" className={classes.narrow ?? ''}>
        <Text ta="center" role="status">
          O código venceu.
        </Text>
        <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={onAgain}>
          Mostrar outro código
        </Button>
      </Stack>
    )
  return (
    <Stack align="center" gap="sm">
      <Text ta="center" fw={640} size="lg">
        {client}
      </Text>
      <QrPicture
        text={codes[place] ?? ''}
        label={`Código de ${client} para outro aparelho`}
        className={classes.code}
        ecc="L"
      />
      <Text ta="center">
        No outro aparelho, abra <strong>Na mão</strong> e toque em <strong>Receber</strong>.
      </Text>
      {codes.length > 1 ? (
        <Text ta="center" size="sm">
          {/* Read out once: the number changes all the time. */}
          São {codes.length} códigos que se alternam. Segure a câmera até ela ler todos.
        </Text>
      ) : null}
      <Text ta="center" size="sm" role="timer" aria-live="off" className={classes.count ?? ''}>
        Vale por {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </Text>
      <Text ta="center" size="sm" className={classes.narrow ?? ''}>
        O lead continua na fila deste aparelho. Quem tiver internet primeiro envia, e o outro é avisado.
      </Text>
    </Stack>
  )
}

/** Keeps the screen on while it shows a code. A browser that can't do so leaves it to the device. */
function useAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    const ending = new AbortController()
    const { signal } = ending
    const keep = async () => {
      const lock = await navigator.wakeLock.request('screen')
      if (signal.aborted) await lock.release()
      else signal.addEventListener('abort', () => void lock.release())
    }
    const safely = () => {
      // A hidden page gives the lock back, and an empty battery refuses it.
      if (document.visibilityState === 'visible') keep().catch(() => undefined)
    }
    safely()
    document.addEventListener('visibilitychange', safely, { signal })
    return () => ending.abort()
  }, [isWanted])
}
