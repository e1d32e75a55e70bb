/** Above the form that corrects a refused command: why the server refused it. */
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { OutboxRecord } from '../db/schema/records.ts'

interface RefusedNoticeProps extends Pick<OutboxRecord, 'problem'> {
  /** Sentences that the form's list of problems says: the notice does not repeat them. */
  readonly listed?: readonly string[]
}

export function RefusedNotice({ problem, listed = [] }: RefusedNoticeProps) {
  const reason = problem === null || listed.includes(problem.message) ? null : problem.message
  return (
    <Alert color="red" icon={<IconAlertTriangle />} mb="md" title="O servidor não aceitou">
      {reason ?? 'Confira os campos e envie de novo.'}
    </Alert>
  )
}
