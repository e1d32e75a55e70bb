/** Why a sign-in is impossible now, below the form: no network, no room, too many tries. */
import { Alert } from '@mantine/core'
import { IconCloudOff, IconDatabaseX } from '@tabler/icons-react'
import { NO_ROOM } from '../../store/access/storage-full.ts'
import type { StepOutcome } from './sign-in.ts'
import { WaitAlert } from './WaitAlert.tsx'

export const SERVER_FAILED = 'Houve um problema com o servidor, tente novamente mais tarde.'
const DEVICE_FAILED =
  'Este aparelho não conseguiu guardar a sessão. Recarregue a página; se continuar, avise um administrador.'

/** A problem that stays until the user acts. */
export type Obstacle = 'offline' | 'storage_full' | 'device'

export const obstacleOf = (kind: StepOutcome['kind']): Obstacle | null =>
  kind === 'offline' || kind === 'storage_full' ? kind : null

interface SignInObstacleProps {
  readonly obstacle: Obstacle | null
  /** Seconds until the next try; 0: none. */
  readonly wait: number
}

export function SignInObstacle({ obstacle, wait }: SignInObstacleProps) {
  return (
    <>
      {obstacle === 'offline' ? (
        <Alert color="gray" icon={<IconCloudOff />} role="alert">
          Sem conexão com o servidor. Para entrar é preciso estar conectado.
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
