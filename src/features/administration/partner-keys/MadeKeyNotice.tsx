/** A key that was just made, with the button that copies it. docs/rules.md#keys-of-dealerships */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { copyText } from '../../../ui/copy-text.ts'
import type { ShownKey } from './usePartnerKeys.ts'

interface MadeKeyNoticeProps {
  readonly made: ShownKey
  readonly onCopied: () => void
}

export function MadeKeyNotice({ made, onCopied }: MadeKeyNoticeProps) {
  const copy = async () => {
    if (await copyText(made.key, 'key')) onCopied()
  }
  return (
    <Alert color="green" role="status" title={`Chave ${made.name}`}>
      <Stack gap="xs">
        <Text size="sm">Copie agora: ela não é mostrada de novo.</Text>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {made.key}
        </Text>
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          leftSection={made.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {made.copied ? 'Copiada' : 'Copiar chave'}
        </Button>
      </Stack>
    </Alert>
  )
}
