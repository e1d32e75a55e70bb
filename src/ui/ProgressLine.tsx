/** Progress of long work in numbers: 'Baixando leads 12.400 de 50.000'. */
import { Progress, Stack, Text } from '@mantine/core'
import { type ProgressNumbers, progressWords } from './progress-words.ts'

export function ProgressLine(props: ProgressNumbers) {
  const { done, expected } = props
  const percent = expected === null || expected === 0 ? 100 : Math.min(100, (done / expected) * 100)
  return (
    <Stack gap={8} role="status">
      <Progress
        value={percent}
        animated={expected === null}
        size="sm"
        aria-label={props.label}
        transitionDuration={150}
      />
      <Text size="sm" c="dimmed" ta="center">
        {progressWords(props)}
      </Text>
    </Stack>
  )
}
