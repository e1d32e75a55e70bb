/** The dialog with the lines of an import that wait for a person's decision. docs/rules.md#known-people */
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallResult } from '../../api/call-result.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useDecisions } from '../useDecisions.ts'

interface WaitingLinesProps<Row, Decision> {
  readonly fileName: string
  /** The same function at each drawing: another one reads anew. */
  readonly read: () => Promise<CallResult<{ readonly data: readonly Row[] }>>
  readonly send: (decision: Decision) => Promise<CallResult<unknown>>
  /** What needs the network: 'decidir as renovações'. */
  readonly what: string
  readonly onClose: () => void
  /** Something was decided: the figures of the import changed. */
  readonly onDecided: () => void
  /** Draws a line. */
  readonly children: (row: Row, isBusy: boolean, onDecide: (decision: Decision) => void) => ReactNode
}

export function WaitingLines<Row, Decision>(props: WaitingLinesProps<Row, Decision>) {
  const { fileName, read, send, what, onClose, onDecided, children } = props
  const { rows, problem, isBusy, decide } = useDecisions({ read, what })
  const say = async (decision: Decision) => {
    await decide(() => send(decision))
    onDecided()
  }
  return (
    <Dialog opened onClose={onClose} title={`A decidir: ${fileName}`} size="lg">
      <Stack gap="md">
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {rows === undefined && problem === null ? (
          <Skeleton height={160} role="status" aria-label="Lendo as linhas" aria-busy="true" />
        ) : null}
        {rows?.length === 0 ? <Text>Nenhuma linha espera uma decisão.</Text> : null}
        {rows?.map((row) => children(row, isBusy, (decision) => void say(decision)))}
      </Stack>
    </Dialog>
  )
}
