/** The merges that can still be undone, with who made them. */
import { Group, Stack, Text, Title } from '@mantine/core'
import { type ClientMerge, clientMergesRoute } from '../../../contract/client-merges.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { mergedWords, mergeWords } from './merge-words.ts'
import classes from './Repeated.module.css'
import { UndoButton } from './UndoButton.tsx'

const about = ({ data }: { readonly data: readonly ClientMerge[] }) =>
  data.flatMap(({ alias, survivor }) => [alias.uid, survivor.uid])

interface RecentMergesProps {
  readonly userId: number
  /** The pairs and the clients are others now. */
  readonly onUndone: () => void
}

export function RecentMerges({ userId, onUndone }: RecentMergesProps) {
  const { value, refresh } = useAnswer(
    userId,
    clientMergesRoute,
    { query: {} },
    { what: 'ver os clientes juntados', about },
  )
  const now = useCorrectedNow(userId)
  const merges = value?.data.filter(({ undone_at }) => undone_at === null) ?? []
  if (merges.length === 0) return null
  return (
    <section aria-labelledby="clientes-juntados">
      <Title order={2} size="h4" mb="xs" id="clientes-juntados">
        Juntados há pouco
      </Title>
      <Stack gap={0} component="ul" className={classes.merges ?? ''}>
        {merges.map((merge) => (
          <Group
            key={merge.id}
            component="li"
            className={classes.merge ?? ''}
            justify="space-between"
            gap="xs"
          >
            <div className={classes.mergeWords}>
              <Text size="sm">{mergeWords(merge)}</Text>
              <Text size="sm" c="dimmed">
                {mergedWords(merge, now)}
              </Text>
            </div>
            <UndoButton
              merge={merge}
              onUndone={() => {
                refresh()
                onUndone()
              }}
            />
          </Group>
        ))}
      </Stack>
    </section>
  )
}
