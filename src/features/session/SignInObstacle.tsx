/** Why a sign-in is impossible now, below the form: no network, no room, too many tries. */
import { Alert } from '@mantine/core'
import { IconCloudOff, IconDatabaseX } from '@tabler/icons-react'
import { NO_ROOM } from '../../db/access/storage-full.ts'
import type { StepOutcome } from './sign-in.ts'
import { WaitAlert } from './WaitAlert.tsx'

export const SERVER_FAILED = 'Houve um problema com o servidor, tente novamente mais tarde.'
const DEVICE_FAILED =
  'Este aparelho não conseguiu guardar a sessão. Recarregue a página; se continuar, avise um administrador.'

/** What the password is given for. */
export interface SignInTask {
  /** Names the button. */
  readonly button: string
  /** Completes 'Para … é preciso estar conectado.' */
  readonly purpose: string
}

export const SIGN_IN_TASK: SignInTask = { button: 'Entrar', purpose: 'entrar' }

export const offlineWords = ({ purpose }: SignInTask): string =>
  `Sem conexão com o servidor. Para ${purpose} é preciso estar conectado.`

/** A problem that stays until the user acts. */
export type Obstacle = 'offline' | 'storage_full' | 'device'

export const obstacleOf = (kind: StepOutcome['kind']): Obstacle | null =>
  kind === 'offline' || kind === 'storage_full' ? kind : null

interface SignInObstacleProps {
  readonly obstacle: Obstacle | null
  /** Seconds until the next try; 0: none. */
  readonly wait: number
  readonly task?: SignInTask
}

export function SignInObstacle({ obstacle, wait, task = SIGN_IN_TASK }: SignInObstacleProps) {
  return (
    <>
      {obstacle === 'offline' ? (
        <Alert color="gray" icon={<IconCloudOff />} role="alert">
          {offlineWords(task)}
        </Alert>
      ) : null}
      {obstacle === 'storage_full' || obstacle === 'device' ? (
        <Alert color="red" icon={<IconDatabaseX />} role="alert">
          {obstacle === 'device' ? DEVICE_FAILED : NO_ROOM}
        </Alert>
      ) : null}
      {wait > 0 ? <WaitAlert reason="Muitas tentativas." seconds={wait} /> : null}
    </>
  )
}
