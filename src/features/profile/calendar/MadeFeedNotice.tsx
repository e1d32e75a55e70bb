/** An address that was just made: it is shown this once, to be copied or opened. docs/rules.md#calendar */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { MadeCalendarFeed } from '../../../contract/calendar.ts'
import { copyText } from '../../../ui/copy-text.ts'

interface MadeFeedNoticeProps {
  readonly made: MadeCalendarFeed
  readonly onDone: () => void
}

/** Calendars of the device take it as a subscription, not as a file. */
const asSubscription = (url: string) => url.replace(/^https?:/, 'webcal:')

export function MadeFeedNotice({ made: { name, url }, onDone }: MadeFeedNoticeProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(url, 'link')) setCopied(true)
  }
  return (
    <Alert color="green" role="status" title={`Endereço ‘${name}’`}>
      <Stack gap="xs">
        <Text size="sm">
          Copie agora: ele não é mostrado de novo. Quem tem o endereço lê o calendário sem senha.
        </Text>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => void copy()}
          >
            {copied ? 'Copiado' : 'Copiar endereço'}
          </Button>
          <Button
            component="a"
            href={asSubscription(url)}
            variant="default"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
          >
            Abrir no calendário
          </Button>
          <Button variant="subtle" onClick={onDone}>
            Pronto
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
