/** 'Receber na mão': the camera, what was read, and the question whether to take it. docs/rules.md#hand-over */
import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCameraOff, IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { openMirror } from '../../db/open.ts'
import { receiveHanded } from '../../db/outbox/receive-handed.ts'
import { type HandedLead, readHanded } from '../../device/hand-over/read.ts'
import { FAILED, notifyFailure, notifyNotQueued, sendSoon } from '../../device/run-command-with-toast.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { joined, type Part, partOf, withPart } from '../../domain/hand-over/parts.ts'
import { fieldValue, NO_NAMES } from '../../domain/lead/field-words.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import { formatTime } from '../../domain/time/sao-paulo.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './HandOver.module.css'
import { codeReader } from './read-codes.ts'
import { type CameraState, useCamera } from './useCamera.ts'

const NOT_FAROL = 'Este código não é de um lead do Farol.'
const NO_CODE = 'Não há um código do Farol nesta foto. Aproxime, com luz, e tire outra.'

interface ReadDialogProps {
  readonly userId: number
  readonly onClose: () => void
}

export function ReadDialog({ userId, onClose }: ReadDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Receber na mão" size="lg">
      <Receiving userId={userId} onClose={onClose} />
    </Dialog>
  )
}

type Step =
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'read'; readonly lead: HandedLead }
  | { readonly kind: 'received'; readonly client: string }

function Receiving({ userId, onClose }: ReadDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'reading' })
  const [busy, setBusy] = useState(false)
  const again = () => setStep({ kind: 'reading' })
  const open = async (bytes: Uint8Array<ArrayBuffer>) => {
    const reading = await readHanded(openMirror(userId), bytes, Date.now())
    setStep(
      reading.kind === 'lead'
        ? { kind: 'read', lead: reading }
        : { kind: 'refused', message: reading.message },
    )
  }
  const receive = async (lead: HandedLead) => {
    setBusy(true)
    const db = openMirror(userId)
    try {
      const received = await receiveHanded(db, lead, Date.now())
      if (received.kind === 'queued') {
        setStep({ kind: 'received', client: lead.shown.name })
        await sendSoon(db)
      } else notifyNotQueued(FAILED, received)
    } catch (error) {
      notifyFailure(FAILED, error)
    }
    setBusy(false)
  }
  if (step.kind === 'reading')
    return (
      <Camera onRead={(bytes) => void open(bytes).catch((error: unknown) => notifyFailure(FAILED, error))} />
    )
  if (step.kind === 'refused')
    return (
      <Stack gap="md">
        <Alert color="amber" icon={<IconAlertTriangle />} role="alert">
          {step.message}
        </Alert>
        <Button onClick={again}>Ler outro código</Button>
      </Stack>
    )
  if (step.kind === 'received')
    return (
      <Stack gap="md">
        <Alert color="green" role="status" title={`${step.client} está neste aparelho`}>
          O lead vai para a corretora assim que houver internet, em nome de quem o cadastrou. Até lá ele
          espera neste aparelho: veja em Na mão ou em Sincronização.
        </Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={again}>
            Receber outro
          </Button>
          <Button onClick={onClose}>Pronto</Button>
        </Group>
      </Stack>
    )
  return (
    <Stack gap="md">
      <HandedFacts lead={step.lead} userId={userId} />
      <Group justify="flex-end">
        <Button variant="default" onClick={again} disabled={busy}>
          Não receber
        </Button>
        <Button onClick={() => void receive(step.lead)} loading={busy} data-autofocus>
          Receber
        </Button>
      </Group>
    </Stack>
  )
}

/** Who would be received, and from whom: before anything is stored on this device. */
function HandedFacts({ lead, userId }: { readonly lead: HandedLead; readonly userId: number }) {
  const names = useCatalogues(userId) ?? NO_NAMES
  const { name, phone, insuranceId } = lead.shown
  const facts = [
    ['Cliente', name],
    ['Telefone', phone === '' ? '—' : formatPhone(phone)],
    ['Seguro', fieldValue('insurance_id', insuranceId, names)],
    ['Quem entrega', lead.certificate.name],
    ['Código mostrado às', formatTime(lead.statement.handed_at)],
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        O lead entra em nome de quem o cadastrou. Você o vê no Farol se ele for dos seus canais.
      </Text>
    </>
  )
}

const CAMERA_WORDS: Readonly<Record<Exclude<CameraState, 'on'>, string>> = {
  starting: 'Abrindo a câmera…',
  denied: 'O navegador não deixa o Farol usar a câmera.',
  missing: 'Este aparelho não tem câmera que o Farol possa usar.',
}

/** What to do next. */
const STEP_WORDS: Readonly<Record<CameraState, string>> = {
  starting: 'Se o navegador perguntar, permita a câmera.',
  on: 'Aponte para o código que o outro aparelho mostra.',
  denied: 'Permita a câmera nas configurações do site, ou escolha uma foto do código.',
  missing: 'Tire ou receba uma foto do código do outro aparelho e escolha-a aqui.',
}

function stepWords(
  state: CameraState,
  { read, count }: { readonly read: number; readonly count: number },
): string {
  if (count === 1) return STEP_WORDS[state]
  const words = `Lidas ${read} de ${count} partes: `
  return `${words}${state === 'on' ? 'continue apontando.' : 'escolha uma foto de cada código que falta.'}`
}

/** `onRead` gets the bytes once all parts are there. */
function Camera({ onRead }: { readonly onRead: (bytes: Uint8Array<ArrayBuffer>) => void }) {
  const [parts, setParts] = useState<readonly Part[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const read = useRef<readonly Part[]>([])
  const take = (text: string) => {
    const part = partOf(text)
    if (part === null) return setProblem(NOT_FAROL)
    setProblem(null)
    read.current = withPart(read.current, part)
    setParts(read.current)
    const whole = joined(read.current)
    if (whole !== null) onRead(whole)
  }
  const { video, state } = useCamera(take)
  const takePhoto = async (file: File | null) => {
    if (file === null) return
    try {
      const [reader, picture] = await Promise.all([codeReader(), createImageBitmap(file)])
      const texts = await reader(picture)
      if (texts.length === 0) setProblem(NO_CODE)
      for (const text of texts) take(text)
    } catch {
      // The file is no picture that this browser reads.
      setProblem(NO_CODE)
    }
  }
  const count = parts[0]?.count ?? 1
  return (
    <Stack gap="sm">
      <div className={classes.camera}>
        <video ref={video} muted playsInline aria-label="Imagem da câmera" hidden={state !== 'on'} />
        {state === 'on' ? null : (
          <div className={classes.noCamera} role="status">
            {state === 'starting' ? null : <IconCameraOff size={32} aria-hidden />}
            <Text ta="center">{CAMERA_WORDS[state]}</Text>
          </div>
        )}
      </div>
      <Text ta="center" role="status">
        {problem ?? stepWords(state, { read: parts.length, count })}
      </Text>
      <Group justify="center">
        <FileButton accept="image/*" onChange={(file) => void takePhoto(file)}>
          {(props) => (
            <Button
              variant={state === 'on' || state === 'starting' ? 'default' : 'filled'}
              leftSection={<IconPhoto size={18} aria-hidden />}
              {...props}
            >
              Escolher uma foto
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  )
}
