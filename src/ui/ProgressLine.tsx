/** Progress with numbers for long work: 'Baixando leads 12.400 de 50.000'. */
import { Progress, Stack, Text } from '@mantine/core'

interface ProgressLineProps {
  /** What goes on, in words: 'Baixando leads'. */
  readonly label: string
  readonly done: number
  /** Null while nobody knows how many there will be. */
  readonly expected: number | null
}

const number = new Intl.NumberFormat('pt-BR')

/** 'Baixando leads 12.400 de 50.000', or without the end while it is unknown. */
export function progressWords({ label, done, expected }: ProgressLineProps): string {
  const all = expected === null ? '' : ` de ${number.format(Math.max(expected, done))}`
  return `${label} ${number.format(done)}${all}`
}

export function ProgressLine(props: ProgressLineProps) {
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
