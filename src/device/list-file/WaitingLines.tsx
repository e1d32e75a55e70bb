/** The dialog with the lines of an import that wait for a person's decision. docs/rules.md#known-people */
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'

interface WaitingLinesProps<Row> {
  readonly fileName: string
  /** undefined: not read yet. */
  readonly rows: readonly Row[] | undefined
  readonly problem: string | null
  readonly onClose: () => void
  /** Draws a line. */
  readonly children: (row: Row) => ReactNode
}

export function WaitingLines<Row>({ fileName, rows, problem, onClose, children }: WaitingLinesProps<Row>) {
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
        {rows?.map(children)}
      </Stack>
    </Dialog>
  )
}
