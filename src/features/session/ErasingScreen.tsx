/** In place of everything while the device is erased by order: docs/rules.md#erasing-a-device */
import { Text } from '@mantine/core'
import { LogoLoader } from '../../ui/LogoLoader.tsx'

export function ErasingScreen() {
  return (
    <LogoLoader>
      <Text ta="center" role="status">
        Este aparelho está sendo apagado…
      </Text>
    </LogoLoader>
  )
}
