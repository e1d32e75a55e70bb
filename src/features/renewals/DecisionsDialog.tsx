/**
 * The lines of an import whose policy may be in Farol already: the line and the policies that it may be, side by side.
 * docs/rules.md#same-policy
 */
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import type { RenewalImport } from '../../contract/renewal-imports.ts'
import { decideRenewalsRoute, type RenewalDecision, renewalDecisionsRoute } from '../../contract/renewals.ts'
import { JudgedLine } from '../../device/list-file/JudgedLine.tsx'
import { MeantPeople } from '../../device/list-file/MeantPeople.tsx'
import { WaitingLines } from '../../device/list-file/WaitingLines.tsx'
import { online } from '../../device/online.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'
import { PolicySide } from './PolicySide.tsx'

type Decision = z.input<typeof decideRenewalsRoute.body>['decisions'][number]

interface DecisionsDialogProps {
  readonly renewalImport: RenewalImport
  readonly onClose: () => void
  /** Something was decided: the figures of the import changed. */
  readonly onDecided: () => void
}

export function DecisionsDialog({
  renewalImport: { id, file_name },
  onClose,
  onDecided,
}: DecisionsDialogProps) {
  const read = useCallback(
    () => online((token) => call(renewalDecisionsRoute, { token, params: { id } })),
    [id],
  )
  const send = (decision: Decision) =>
    online((token) => call(decideRenewalsRoute, { token, params: { id }, body: { decisions: [decision] } }))
  const dialog = { fileName: file_name, read, send, what: 'decidir as renovações', onClose, onDecided }
  return (
    <WaitingLines {...dialog}>
      {(each, isBusy, onDecide) => (
        <Line key={each.line} decision={each} isBusy={isBusy} onDecide={onDecide} />
      )}
    </WaitingLines>
  )
}

interface LineProps {
  readonly decision: RenewalDecision
  readonly isBusy: boolean
  readonly onDecide: (decision: Decision) => void
}

function Line({ decision, isBusy, onDecide }: LineProps) {
  const { line, reason, row, candidates, people } = decision
  const judged = {
    line,
    reason,
    isBusy,
    onDiscard: () => onDecide({ line, decision: 'discard', temp_id: null }),
  }
  if (people.length > 0)
    return (
      <MeantPeople
        {...judged}
        person={{ ...row, name: row.client_name }}
        candidates={people}
        onChoose={(client_uid) => onDecide({ line, decision: 'create', temp_id: null, client_uid })}
      />
    )
  return (
    <JudgedLine
      {...judged}
      other="É outra apólice"
      onOther={() => onDecide({ line, decision: 'create', temp_id: null })}
    >
      <PolicySide title={`Linha ${line} do arquivo`} policy={row} />
      {candidates.map((candidate) => (
        <PolicySide
          key={candidate.id}
          title={candidate.lead_id === null ? 'Já importada, sem renovador' : `Lead ${candidate.lead_id}`}
          policy={candidate}
        >
          {candidate.document === row.document ? (
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              onClick={() => onDecide({ line, decision: 'update', temp_id: candidate.id })}
            >
              É esta apólice
            </Button>
          ) : (
            <SoftChip color="gray">Outro segurado</SoftChip>
          )}
        </PolicySide>
      ))}
    </JudgedLine>
  )
}
