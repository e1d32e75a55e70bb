/** 'Este aparelho': whether its store is protected, and the ways to unlock it. docs/rules.md#protected-devices */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { heldKeys } from '../../../db/sealing/held-keys.ts'
import { protectionObstacle } from '../../../device/keyring/protection-obstacle.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'

const UnlockWays = lazy(async () => ({ default: (await import('./UnlockWays.tsx')).UnlockWays }))

const PERSONAL =
  'Os dados do Farol ficam neste aparelho sem senha própria: quem os protege é a criptografia e o bloqueio de tela do seu aparelho. Use a proteção em aparelhos que outras pessoas também usam.'
const PROTECTED =
  'Os dados deste aparelho estão cifrados. O Farol pede a senha quando o navegador reabre e depois de alguns minutos sem uso.'

interface DeviceProtectionProps {
  readonly user: SessionUser
  readonly onProtect: () => void
}

export function DeviceProtection({ user, onProtect }: DeviceProtectionProps) {
  const [isProtected] = useState(() => heldKeys(user.id) !== null)
  const obstacle = protectionObstacle()
  return (
    <Paper component="section" withBorder p="lg" aria-label="Proteção deste aparelho">
      <Stack gap="md" align="flex-start">
        <Group gap="sm">
          <Title order={2} size="h4">
            Proteção deste aparelho
          </Title>
          {isProtected ? <SoftChip color="green">Protegido</SoftChip> : null}
        </Group>
        <Text size="sm" c="dimmed" maw={640}>
          {isProtected ? PROTECTED : PERSONAL}
        </Text>
        {isProtected ? (
          <Suspense>
            <UnlockWays user={user} />
          </Suspense>
        ) : obstacle === null ? (
          <Button variant="default" onClick={onProtect}>
            Proteger este aparelho
          </Button>
        ) : (
          <Text c="dimmed">Este navegador não consegue proteger os dados neste endereço.</Text>
        )}
      </Stack>
    </Paper>
  )
}
