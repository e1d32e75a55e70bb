/** Above the form that corrects a refused command: why the server refused it. */
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { OutboxRecord } from '../db/schema/records.ts'

export function RefusedNotice({ problem }: Pick<OutboxRecord, 'problem'>) {
  return (
    <Alert color="red" icon={<IconAlertTriangle />} mb="md" title="O servidor não aceitou">
      {problem?.message ?? 'Confira os campos e envie de novo.'}
    </Alert>
  )
}
