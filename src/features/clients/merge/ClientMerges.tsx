/** Under the leads of a client: who else it was, and a merge with another client. docs/rules.md#merging-clients */
import { Button, Group, Text } from '@mantine/core'
import { IconArrowsJoin2 } from '@tabler/icons-react'
import { useState } from 'react'
import { clientMergesRoute } from '../../../contract/client-merges.ts'
import type { ListedClient } from '../../../contract/clients.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { MergeWithDialog } from './MergeWithDialog.tsx'
import { mergedWords, numberWords } from './merge-words.ts'
import { UndoButton } from './UndoButton.tsx'

interface ClientMergesProps {
  readonly userId: number
  readonly client: ListedClient
  /** A merge was undone. */
  readonly onUndone: () => void
}

export function ClientMerges({ userId, client, onUndone }: ClientMergesProps) {
  const { value, refresh } = useAnswer(
    userId,
    clientMergesRoute,
    { query: { client_uid: client.uid } },
    { what: 'ver os clientes juntados', keeps: false },
  )
  const [merging, setMerging] = useState(false)
  const now = useCorrectedNow(userId)
  const merges = value?.data.filter(({ undone_at }) => undone_at === null) ?? []
  return (
    <>
      {merges.map((merge) => (
        <Group key={merge.id} gap="xs" px="md" pb="xs">
          <Text size="sm" style={{ flex: '1 1 240px' }}>
            Também conhecido como {merge.alias.name} ({numberWords(merge.alias)}).{' '}
            <Text span size="sm" c="dimmed">
              {mergedWords(merge, now)}
            </Text>
          </Text>
          {Date.parse(merge.undo_until) < now ? null : (
            <UndoButton
              merge={merge}
              onUndone={() => {
                refresh()
                onUndone()
              }}
            />
          )}
        </Group>
      ))}
      <Group px="md" pb="md">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsJoin2 size={16} />}
          onClick={() => setMerging(true)}
        >
          Juntar com outro cliente…
        </Button>
      </Group>
      {merging ? <MergeWithDialog client={client} onClose={() => setMerging(false)} /> : null}
    </>
  )
}
