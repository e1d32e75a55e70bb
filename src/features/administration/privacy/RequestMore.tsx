/** Below a request: what it says, how it was answered, and what is done with it. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconEraser, IconFileExport, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DataRequest } from '../../../contract/administration/data-requests.ts'
import { ERASED_NAME } from '../../../domain/client/erasure.ts'
import { REQUEST_WAY_WORDS, requestAct } from '../../../domain/privacy/data-requests.ts'
import { REQUEST_FIELDS } from '../../../domain/privacy/request-fields.ts'
import { FieldLines } from '../../../ui/FieldLines.tsx'
import { REQUEST_WORDS } from './request-form.ts'

export interface RequestActs {
  readonly onErase: (request: DataRequest) => void
  readonly onEdit: (request: DataRequest) => void
  readonly onReopen: (request: DataRequest) => void
  readonly onRemove: (request: DataRequest) => void
}

/** An erasure of its client, or of a person that its texts name, has blanked it. */
const isErased = ({ client, name }: DataRequest) => client?.erased === true || name === ERASED_NAME

function linesOf(request: DataRequest) {
  const { client, contact, came_by, details, created_by, answered_by, answer } = request
  const lines = [
    ['cliente', 'Cliente no Farol', client === null ? '' : `${client.name} (nº ${client.id})`],
    ['contato', REQUEST_FIELDS.contact.label, contact],
    ['meio', REQUEST_WORDS.came_by, REQUEST_WAY_WORDS[came_by]],
    ['palavras', 'O pedido', details],
    ['registrado', 'Registrado por', created_by?.name ?? ''],
    ['respondido', 'Respondido por', answered_by?.name ?? ''],
    ['resposta', REQUEST_WORDS.answer, answer],
  ] as const
  return lines.flatMap(([key, label, words]) => (words === '' ? [] : [{ key, label, words }]))
}

export function RequestMore({ request, ...acts }: RequestActs & { readonly request: DataRequest }) {
  const { client, kind, answered_on, id } = request
  const act = client === null || client.erased ? null : requestAct(kind)
  return (
    <Stack gap="sm" p="md">
      <FieldLines lines={linesOf(request)} />
      {client === null && !isErased(request) && requestAct(kind) !== null ? (
        <Text size="sm" c="dimmed">
          Para exportar ou apagar os dados daqui, escolha o cliente em Editar.
        </Text>
      ) : null}
      <Group gap="xs">
        {act === 'export' ? (
          <Button
            renderRoot={(props) => (
              <Link to="/clients/dados-pessoais" search={{ cliente: client?.id, pedido: id }} {...props} />
            )}
            size="sm"
            variant="default"
            leftSection={<IconFileExport size={16} />}
          >
            Exportar dados
          </Button>
        ) : null}
        {act === 'erase' ? (
          <Button
            size="sm"
            variant="outline"
            color="red"
            leftSection={<IconEraser size={16} />}
            onClick={() => acts.onErase(request)}
          >
            Apagar dados pessoais
          </Button>
        ) : null}
        {isErased(request) ? null : (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPencil size={16} />}
            onClick={() => acts.onEdit(request)}
          >
            Editar
          </Button>
        )}
        {answered_on === null ? null : (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => acts.onReopen(request)}
          >
            Reabrir
          </Button>
        )}
        <Button
          size="sm"
          variant="light"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => acts.onRemove(request)}
        >
          Excluir pedido
        </Button>
      </Group>
    </Stack>
  )
}
