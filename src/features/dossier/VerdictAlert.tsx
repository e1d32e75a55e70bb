/** What the check of a file came to, before anything else. */
import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import type { Verdict } from '../../domain/signed/signature.ts'

const LOOKS = {
  holds: { color: 'green', Icon: IconCircleCheck },
  unproven: { color: 'yellow', Icon: IconHelpCircle },
  broken: { color: 'red', Icon: IconAlertTriangle },
} as const

interface VerdictAlertProps {
  readonly verdict: Verdict
  readonly words: Readonly<Record<Verdict, { readonly title: string; readonly sentence: string }>>
  /** What is wrong, by a key of each. */
  readonly problems: readonly { readonly key: string; readonly sentence: string }[]
}

export function VerdictAlert({ verdict, words, problems }: VerdictAlertProps) {
  const { color, Icon } = LOOKS[verdict]
  const { title, sentence } = words[verdict]
  return (
    <Alert color={color} role="status" icon={<Icon size={20} />} title={title}>
      <Stack gap={4}>
        <span>{sentence}</span>
        {problems.map((problem) => (
          <span key={problem.key}>{problem.sentence}</span>
        ))}
      </Stack>
    </Alert>
  )
}
