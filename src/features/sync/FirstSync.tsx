/**
 * Until the first leads are on the device: the logo, progress in numbers, and a button to continue without waiting.
 * From the second start on, the mirror has data and nothing is shown.
 */
import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useStored } from '../../device/useStored.ts'
import { useSyncStatus } from '../../device/useSyncStatus.ts'
import { LogoLoader } from '../../ui/LogoLoader.tsx'
import { ProgressLine } from '../../ui/ProgressLine.tsx'
import { firstReadingOf } from '../../workers/first-reading-bridge.ts'
import { reportFirstScreen } from '../../workers/first-screen.ts'

interface FirstSyncProps {
  readonly userId: number
  readonly onLogout: () => void
  readonly children: ReactNode
}

/** Whether a pull ever finished here. Undefined while the mirror is being read. */
function useHasData(userId: number): boolean | undefined {
  return useStored(
    async ({ lastPullAt, openMirror }) => (await lastPullAt(openMirror(userId))) !== null,
    [userId],
    firstReadingOf(userId)?.hasData,
  )
}

export function FirstSync({ userId, onLogout, children }: FirstSyncProps) {
  const status = useSyncStatus(userId)
  const hasData = useHasData(userId)
  // Stays true: a reset of the mirror runs behind the screens.
  const [entered, setEntered] = useState(false)
  if (!entered && (hasData === true || status.lastSyncAt !== null)) setEntered(true)
  useEffect(() => {
    // There is no screen to wait for before data is fetched.
    if (hasData === false) reportFirstScreen()
  }, [hasData])
  if (entered) return children
  if (hasData === undefined) return <LogoLoader />
  const { progress, connection, problem } = status
  return (
    <LogoLoader>
      <Stack gap="md">
        {connection === 'offline' || problem !== null ? (
          <Text size="sm" c="dimmed" ta="center" role="status">
            {problem ?? 'Sem conexão. O primeiro download continua assim que a rede voltar.'}
          </Text>
        ) : progress === null || (progress.expected === null && progress.done === 0) ? (
          <Text size="sm" c="dimmed" ta="center" role="status">
            Preparando seus leads…
          </Text>
        ) : (
          <ProgressLine label="Baixando leads" {...progress} />
        )}
        {progress !== null && progress.done > 0 ? (
          <Button variant="subtle" onClick={() => setEntered(true)}>
            Continuar enquanto baixa
          </Button>
        ) : null}
        {connection === 'offline' ? (
          <Button variant="subtle" onClick={onLogout}>
            Sair
          </Button>
        ) : null}
      </Stack>
    </LogoLoader>
  )
}
