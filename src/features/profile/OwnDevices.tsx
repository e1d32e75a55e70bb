/** The user's own devices, with a way to erase a lost one: docs/rules.md#profile */
import { Button, Group, Text } from '@mantine/core'
import { type DeviceEntry, devicesRoute } from '../../contract/devices.ts'
import { deviceName, eraseWords, waitingWords } from '../../device/fleet/device-words.ts'
import { EraseDevice } from '../../device/fleet/EraseDevice.tsx'
import { useAnswer } from '../../device/useAnswer.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { ageInWords } from '../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { ServerSection } from './ServerSection.tsx'

/** An earlier version of the app reports nothing, and a new device not at once. */
const NOT_TOLD = 'Ainda não informou o que espera nele.'

export function OwnDevices({ userId }: { readonly userId: number }) {
  const { value, problem, refresh } = useAnswer(userId, devicesRoute, {}, { what: 'ver os seus aparelhos' })
  const now = useCorrectedNow(userId)
  const erasing = useDialog<DeviceEntry>()
  const own = value?.data.filter(({ user }) => user.id === userId)
  return (
    <ServerSection
      title="Aparelhos"
      text="Onde há dados seus. Perdeu um deles? Apague: os dados saem no próximo contato dele com o Farol."
      problem={problem?.words ?? null}
      isLoading={own === undefined}
      dialogs={
        erasing.subject === null ? null : (
          <EraseDevice
            device={erasing.subject}
            opened={erasing.opened}
            onClose={erasing.close}
            onOrdered={refresh}
          />
        )
      }
    >
      {own?.map((device) => (
        <Group key={device.id} justify="space-between" gap="sm" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Text fw={640}>{deviceName(device)}</Text>
              {device.current ? <SoftChip color="green">Este aparelho</SoftChip> : null}
            </Group>
            <Text size="sm" c="dimmed">
              {eraseWords(device, now) ??
                `Último contato ${ageInWords(Date.parse(device.last_contact_at), now)}. ${device.waiting_changes === null ? NOT_TOLD : `${waitingWords(device, now)}.`}`}
            </Text>
          </div>
          {device.erase === null ? (
            <Button
              variant="default"
              size="xs"
              style={{ flexShrink: 0 }}
              aria-label={`Apagar ${deviceName(device)}`}
              onClick={() => erasing.open(device)}
            >
              Apagar
            </Button>
          ) : null}
        </Group>
      ))}
    </ServerSection>
  )
}
