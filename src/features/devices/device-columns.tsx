/** The columns of 'Aparelhos', on the screen and in its sheet: docs/rules.md#sheets-of-lists */
import { Stack, Text } from '@mantine/core'
import type { DeviceEntry } from '../../contract/devices.ts'
import {
  deviceName,
  eraseWords,
  MODE_WORDS,
  noticesWords,
  openedAs,
  storageWords,
  waitingWords,
} from '../../device/fleet/device-words.ts'
import { ROLE_NAMES } from '../../domain/permissions/role-names.ts'
import { partsOf } from '../../domain/record/parts.ts'
import { DEVICE_REPORT_FIELDS, isStuck, waitingCount } from '../../domain/session/device.ts'
import type { ListColumn } from '../../domain/sheet/list-sheet.ts'
import { ageInWords, formatDateTime } from '../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'
import type { Column } from '../../ui/table/columns.ts'

const LABELS = partsOf(DEVICE_REPORT_FIELDS, 'label')

const roleName = ({ user }: DeviceEntry) => ROLE_NAMES.find(({ id }) => id === user.role_id)?.name ?? ''
const lastContact = ({ last_contact_at }: DeviceEntry) => Date.parse(last_contact_at)

function Waiting({ device, nowMs }: { readonly device: DeviceEntry; readonly nowMs: number }) {
  const erased = eraseWords(device, nowMs)
  if (erased !== null)
    return (
      <SoftChip wraps color={device.erase?.confirmed_at === null ? 'amber' : 'gray'}>
        {erased}
      </SoftChip>
    )
  const words = waitingWords(device, nowMs)
  if (!isStuck(device, nowMs)) return <Text size="sm">{words}</Text>
  return (
    <SoftChip wraps color="red">
      {words}
    </SoftChip>
  )
}

export function deviceColumns(nowMs: number): readonly Column<DeviceEntry>[] {
  return [
    {
      key: 'usuario',
      label: 'Usuário',
      isTitle: true,
      sortBy: ({ user }) => user.name,
      cell: (device) => (
        <Stack gap={0}>
          <Text size="sm">{device.user.name}</Text>
          <Text size="xs" c="dimmed">
            {roleName(device)}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'aparelho',
      label: 'Aparelho',
      sortBy: deviceName,
      cell: (device) => (
        <Stack gap={0}>
          <Text size="sm">{deviceName(device)}</Text>
          <Text size="xs" c="dimmed">
            {device.current ? 'Este aparelho' : openedAs(device)}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'versao',
      label: 'Versão',
      sortBy: ({ app_version }) => app_version,
      cell: ({ app_version }) => app_version ?? 'Não informa',
      width: 90,
    },
    { key: 'modo', label: LABELS.mode, cell: ({ mode }) => MODE_WORDS[mode], width: 90 },
    {
      key: 'contato',
      label: 'Último contato',
      sortBy: lastContact,
      cell: (device) => (
        <span title={formatDateTime(device.last_contact_at)}>{ageInWords(lastContact(device), nowMs)}</span>
      ),
      width: 130,
    },
    {
      key: 'espera',
      label: 'Não enviado',
      sortBy: (device) => waitingCount(device),
      cell: (device) => <Waiting device={device} nowMs={nowMs} />,
    },
    {
      key: 'espaco',
      label: 'Espaço',
      sortBy: ({ storage_used }) => storage_used,
      cell: storageWords,
      isOptional: true,
    },
    { key: 'avisos', label: LABELS.notices, cell: noticesWords, width: 100 },
  ]
}

/** The sheet's. Ages are those of the moment above the columns. */
export const deviceSheetColumns = (nowMs: number): readonly ListColumn<DeviceEntry>[] => [
  { label: 'Usuário', format: 'text', value: ({ user }) => user.name },
  { label: 'Perfil', format: 'text', value: roleName },
  { label: 'Aparelho', format: 'text', value: deviceName },
  { label: 'Aberto', format: 'text', value: openedAs },
  { label: 'Versão', format: 'text', value: ({ app_version }) => app_version },
  { label: LABELS.mode, format: 'text', value: ({ mode }) => MODE_WORDS[mode] },
  { label: 'Último contato', format: 'moment', value: (device) => device.last_contact_at },
  { label: 'Não enviado', format: 'text', value: (device) => waitingWords(device, nowMs) },
  { label: LABELS.waiting_since, format: 'moment', value: (device) => device.waiting_since },
  { label: 'Espaço', format: 'text', value: storageWords },
  { label: LABELS.notices, format: 'text', value: noticesWords },
  { label: 'Pedido de apagar', format: 'text', value: (device) => eraseWords(device, nowMs) },
  { label: 'Pedido em', format: 'moment', value: ({ erase }) => erase?.requested_at ?? null },
]
