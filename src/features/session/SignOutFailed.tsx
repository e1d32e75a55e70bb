/** Shown when a sign-out could not wipe the device. The sync has stopped: the page must be reloaded. */
import { Button, Stack, Text } from '@mantine/core'
import { LogoLoader } from '../../ui/LogoLoader.tsx'

export function SignOutFailed() {
  return (
    <LogoLoader>
      <Stack gap="md">
        <Text ta="center" role="alert">
          A saída não terminou: não foi possível apagar os seus dados deste aparelho. Recarregue a página,
          entre de novo se for pedido, e saia outra vez.
        </Text>
        <Button onClick={() => window.location.reload()}>Recarregar</Button>
      </Stack>
    </LogoLoader>
  )
}
