/** The lines of an import of which two clients could be meant: docs/rules.md#known-people */
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import {
  type DataImport,
  type DecideImport,
  decideImportRoute,
  importDecisionsRoute,
} from '../../contract/imports.ts'
import { MeantPeople } from '../../device/list-file/MeantPeople.tsx'
import { WaitingLines } from '../../device/list-file/WaitingLines.tsx'
import { online } from '../../device/online.ts'

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
  const send = (decision: DecideImport['decisions'][number]) =>
    online((token) => call(decideImportRoute, { token, params: { id }, body: { decisions: [decision] } }))
  const dialog = { fileName: file_name, read, send, what: 'decidir as linhas', onClose, onDecided }
  return (
    <WaitingLines {...dialog}>
      {({ line, reason, person, candidates }, isBusy, onDecide) => (
        <MeantPeople
          key={line}
          line={line}
          reason={reason}
          person={person}
          candidates={candidates}
          isBusy={isBusy}
          onChoose={(uid) => onDecide({ line, decision: uid === null ? 'create' : 'join', client_uid: uid })}
          onDiscard={() => onDecide({ line, decision: 'discard', client_uid: null })}
        />
      )}
    </WaitingLines>
  )
}
