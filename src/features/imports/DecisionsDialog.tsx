/** The lines of an import of which two clients could be meant: docs/rules.md#known-people */
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import {
  type DataImport,
  type DecideImport,
  decideImportRoute,
  importDecisionsRoute,
} from '../../contract/imports.ts'
import { MeantPeople } from '../../device/list-file/MeantPeople.tsx'
import { online } from '../../device/online.ts'
import { useDecisions } from '../../device/useDecisions.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface DecisionsDialogProps {
  readonly dataImport: DataImport
  readonly onClose: () => void
  /** Something was decided: the figures of the import changed. */
  readonly onDecided: () => void
}

export function DecisionsDialog({ dataImport: { id, file_name }, onClose, onDecided }: DecisionsDialogProps) {
  const read = useCallback(
    () => online((token) => call(importDecisionsRoute, { token, params: { id } })),
    [id],
  )
  const { rows, problem, isBusy, decide } = useDecisions({ read, what: 'decidir as linhas' })
  const say = async (decision: DecideImport['decisions'][number]) => {
    await decide(() =>
      online((token) => call(decideImportRoute, { token, params: { id }, body: { decisions: [decision] } })),
    )
    onDecided()
  }
  return (
    <Dialog opened onClose={onClose} title={`A decidir: ${file_name}`} size="lg">
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
        {rows?.map(({ line, reason, person, candidates }) => (
          <MeantPeople
            key={line}
            line={line}
            reason={reason}
            person={person}
            candidates={candidates}
            isBusy={isBusy}
            onChoose={(uid) =>
              void say({ line, decision: uid === null ? 'create' : 'join', client_uid: uid })
            }
            onDiscard={() => void say({ line, decision: 'discard', client_uid: null })}
          />
        ))}
      </Stack>
    </Dialog>
  )
}
