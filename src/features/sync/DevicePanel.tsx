/** This device: used storage, whether the browser persists it, and the queue as a file. */
import { Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { openMirror } from '../../db/open.ts'
import { exportQueue } from '../../db/outbox/resolve-outbox.ts'
import { readStorage, type StorageState, storageSize } from '../../device/storage-state.ts'
import { notify } from '../../ui/notify.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'

/** Used and available storage of this device, and whether the browser persists it. */
function useStorage(): { storage: StorageState | null; askPersistence: () => Promise<void> } {
  const [storage, setStorage] = useState<StorageState | null>(null)
  useEffect(() => {
    let gone = false
    const refresh = () =>
      void readStorage().then((state) => {
        if (!gone) setStorage(state)
      })
    refresh()
    const timer = setInterval(refresh, 10_000)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [])
  const askPersistence = async () => {
    await navigator.storage.persist()
    setStorage(await readStorage())
  }
  return { storage, askPersistence }
}

/** Downloads the text as a file. */
function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

export function DevicePanel({ userId, queued }: { userId: number; queued: number }) {
  const { storage, askPersistence } = useStorage()
  const saveQueue = async () => {
    try {
      download(
        await exportQueue(openMirror(userId)),
        `farol-fila-${new Date().toISOString().slice(0, 10)}.json`,
      )
    } catch {
      notify.error('Não foi possível ler a fila deste aparelho. Tente de novo.')
    }
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="this-device">
      <Stack gap="md">
        <Title order={2} size="h3" id="this-device">
          Este aparelho
        </Title>
        {storage === null ? (
          <Skeleton height={148} />
        ) : storage.used === null || storage.quota === null ? (
          <Text c="dimmed">O navegador não informa o espaço usado.</Text>
        ) : (
          <div>
            <Text mb={6}>
              {storageSize(storage.used)} usados de {storageSize(storage.quota)}
            </Text>
            <Progress
              value={Math.max(1, (storage.used / storage.quota) * 100)}
              aria-label="Armazenamento usado"
              size="sm"
            />
          </div>
        )}
        {storage?.persisted === true ? (
          <div>
            <SoftChip color="green" icon={<IconCheck />}>
              Armazenamento permanente
            </SoftChip>
            <Text size="sm" c="dimmed" mt={4}>
              O navegador não apaga estes dados por conta própria.
            </Text>
          </div>
        ) : storage?.persisted === false ? (
          <div>
            <SoftChip color="amber" icon={<IconInfoCircle />}>
              Armazenamento não garantido
            </SoftChip>
            <Text size="sm" c="dimmed" mt={4} mb="xs">
              Com pouco espaço o navegador pode apagar os dados. Instalar o aplicativo costuma garantir que
              fiquem.
            </Text>
            <Button variant="default" onClick={() => void askPersistence()}>
              Pedir armazenamento permanente
            </Button>
          </div>
        ) : null}
        <Group>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={queued === 0}
            onClick={() => void saveQueue()}
          >
            Exportar a fila
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
