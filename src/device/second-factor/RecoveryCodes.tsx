/** Ten codes, shown this once. docs/rules.md#second-factor */
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconKey } from '@tabler/icons-react'
import { recoveryCodeInGroups } from '../../domain/session/second-factor.ts'
import { useCopied } from '../../ui/useCopied.ts'
import { download } from '../download.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly login: string
  readonly onKept: () => void
}

export function RecoveryCodes({ codes, login, onKept }: RecoveryCodesProps) {
  const lines = codes.map(recoveryCodeInGroups)
  const text = lines.join('\n')
  const { isCopied, copy } = useCopied(text)
  const save = () =>
    download(
      new Blob([`Códigos de recuperação do Farol, login ${login}\nCada um vale uma vez.\n\n${text}\n`], {
        type: 'text/plain',
      }),
      'codigos-de-recuperacao-farol.txt',
    )
  return (
    <Stack gap="md">
      <Alert color="amber" icon={<IconKey />}>
        Guarde estes códigos agora, fora deste aparelho: eles não aparecem de novo. Cada um vale uma vez, se
        você perder o celular ou a chave.
      </Alert>
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="xs" p={0} m={0} aria-label="Códigos">
        {lines.map((line) => (
          <Text key={line} component="li" ff="monospace" style={{ listStyle: 'none', whiteSpace: 'nowrap' }}>
            {line}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="xs" justify="flex-end">
        <Button
          data-autofocus
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copiados' : 'Copiar'}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
          Baixar
        </Button>
        <Button onClick={onKept}>Já guardei</Button>
      </Group>
    </Stack>
  )
}
