/** 'Sobre o Farol': version and date, what is new, and what the support asks for. docs/operations.md#releases */
import { Anchor, Code, Group, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import '@mantine/core/styles/List.layer.css'
import changelog from '../../../CHANGELOG.md?raw'
import { releasesOf } from '../../domain/release/changelog.ts'
import { CopyTextButton } from '../../ui/CopyTextButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import line from '../../ui/LineLink.module.css'

interface AboutDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

const RELEASES = releasesOf(changelog)
const PRESENT = RELEASES.find(({ version }) => version === __APP_VERSION__)
/** The dialog is no archive. */
const MOST = 12

const VERSION =
  PRESENT?.date === undefined || PRESENT.date === null
    ? __APP_VERSION__
    : `${__APP_VERSION__}, de ${PRESENT.date}`

const forSupport = () =>
  [
    `Farol ${VERSION}`,
    window.location.origin,
    navigator.userAgent,
    `Tela ${window.innerWidth} × ${window.innerHeight}`,
  ].join('\n')

/** Text with code between backticks. */
function Marked({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <Code key={`${at} ${part}`}>{part}</Code>))
}

export function AboutDialog({ opened, onClose }: AboutDialogProps) {
  const changes = (RELEASES[0]?.changes ?? []).slice(0, MOST)
  return (
    <Dialog opened={opened} onClose={onClose} title="Sobre o Farol" size="lg">
      <Stack gap="md">
        <div>
          <Text fw={640}>Versão {VERSION}</Text>
          <Text size="sm" c="dimmed">
            CRM de leads e indicações de seguros, que trabalha também sem rede
          </Text>
        </div>
        <div>
          <Text size="sm" fw={640} component="h3">
            O que há de novo
          </Text>
          <List size="sm" mt={4} spacing={4}>
            {changes.map((line) => (
              <List.Item key={line}>
                <Marked text={line} />
              </List.Item>
            ))}
          </List>
        </div>
        <Text size="sm" c="dimmed">
          Ao pedir ajuda, envie a versão e o navegador: o botão copia os dois.
        </Text>
        <Group justify="space-between">
          <CopyTextButton text={forSupport()} />
          <Anchor
            className={line.link ?? ''}
            size="sm"
            href="/THIRD-PARTY-LICENSES.txt"
            target="_blank"
            rel="noreferrer"
          >
            Licenças de terceiros
          </Anchor>
        </Group>
      </Stack>
    </Dialog>
  )
}
