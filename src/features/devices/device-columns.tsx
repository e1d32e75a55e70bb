/** The columns of 'Aparelhos', on the screen and in its sheet. */
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
import { isStuck, waitingCount } from '../../domain/session/device.ts'
import type { Sheet } from '../../domain/sheet/sheet.ts'
import { ageInWords, formatDateTime } from '../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'
import type { Column } from '../../ui/table/columns.ts'

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
    { key: 'modo', label: 'Modo', cell: ({ mode }) => MODE_WORDS[mode], width: 90 },
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
    { key: 'avisos', label: 'Avisos', cell: noticesWords, width: 100 },
  ]
}

const SHEET_COLUMNS: Sheet['columns'] = [
  { label: 'Usuário', width: 28 },
  { label: 'Perfil', width: 18 },
  { label: 'Aparelho', width: 26 },
  { label: 'Aberto', width: 16 },
  { label: 'Versão', width: 10 },
  { label: 'Modo', width: 10 },
  { label: 'Último contato', width: 18 },
  { label: 'Não enviado', width: 34 },
  { label: 'Espaço', width: 20 },
  { label: 'Avisos', width: 12 },
  { label: 'Pedido de apagar', width: 40 },
]

export const devicesSheet = (devices: readonly DeviceEntry[], nowMs: number): Sheet => ({
  name: 'Aparelhos',
  columns: SHEET_COLUMNS,
  rows: devices.map((device) => [
    device.user.name,
    roleName(device),
    deviceName(device),
    openedAs(device),
    device.app_version ?? '',
    MODE_WORDS[device.mode],
    formatDateTime(device.last_contact_at),
    waitingWords(device, nowMs),
    storageWords(device),
    noticesWords(device),
    eraseWords(device, nowMs) ?? '',
  ]),
})
