/** '?': the keys of Farol and of the present screen, over it. docs/rules.md#help */
import { Button, Group, Kbd, Table } from '@mantine/core'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Table.layer.css'
import { Link } from '@tanstack/react-router'
import { askedFrom, HELP_PATH } from '../../domain/assistant/help-path.ts'
import { LayerModal } from '../../ui/LayerModal.tsx'

interface Key {
  readonly keys: readonly string[]
  readonly does: string
}

const EVERYWHERE: readonly Key[] = [
  { keys: ['Ctrl+K'], does: 'Busca leads, telas, configurações e ajuda' },
  { keys: ['F6', 'Shift+F6'], does: 'Próxima parte da tela ou do formulário, e a anterior' },
  { keys: ['Ctrl+Enter'], does: 'Salva o cadastro que está aberto' },
  { keys: ['Esc'], does: 'Fecha o que está por cima' },
  { keys: ['?'], does: 'Mostra estas teclas' },
]

/** By the path of the screen. */
const OF_SCREEN: Readonly<Record<string, readonly Key[]>> = {
  '/hoje': [
    { keys: ['J', 'K'], does: 'Próximo lead, e o anterior' },
    { keys: ['L'], does: 'Liga' },
    { keys: ['W'], does: 'Abre o WhatsApp' },
    { keys: ['A'], does: 'Adia' },
    { keys: ['1 … 6'], does: 'Como foi a ligação' },
    { keys: ['N'], does: 'Escreve uma nota' },
    { keys: ['Enter'], does: 'Abre o lead' },
  ],
}

function Keys({ label, keys }: { readonly label: string; readonly keys: readonly Key[] }) {
  return (
    <Table aria-label={label} captionSide="top" withRowBorders={false}>
      <Table.Caption ta="start" fw={640}>
        {label}
      </Table.Caption>
      <Table.Tbody>
        {keys.map((line) => (
          <Table.Tr key={line.does}>
            <Table.Th scope="row" w={150}>
              <Group gap={4}>
                {line.keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>
            </Table.Th>
            <Table.Td>{line.does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface KeysDialogProps {
  readonly path: string
  readonly onClose: () => void
}

export function KeysDialog({ path, onClose }: KeysDialogProps) {
  const ofScreen = OF_SCREEN[path]
  return (
    <LayerModal opened onClose={onClose} title="Teclas" size="md">
      {ofScreen === undefined ? null : <Keys label="Nesta tela" keys={ofScreen} />}
      <Keys label="Em todo o Farol" keys={EVERYWHERE} />
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          onClick={onClose}
          renderRoot={(props) => <Link to={HELP_PATH} search={askedFrom(path)} {...props} />}
        >
          Abrir a Ajuda desta tela
        </Button>
      </Group>
    </LayerModal>
  )
}
