/**
 * The lines of an import whose policy may be in Farol already: the line and the policies that it may be, side by side.
 * docs/rules.md#same-policy
 */
import { Alert, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import {
  decideRenewalsRoute,
  type RenewalDecision,
  type RenewalImport,
  renewalDecisionsRoute,
} from '../../contract/renewals.ts'
import { MeantPeople } from '../../device/list-file/MeantPeople.tsx'
import { failureWords, online } from '../../device/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SoftChip } from '../../ui/SoftChip.tsx'
import { PolicySide } from './PolicySide.tsx'

const WHAT = 'decidir as renovações'

type Decision = z.input<typeof decideRenewalsRoute.body>['decisions'][number]

const waitingOf = (id: number) => online((token) => call(renewalDecisionsRoute, { token, params: { id } }))

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
  const [waiting, setWaiting] = useState<readonly RenewalDecision[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<number | null>(null)
  const take = useCallback((result: Awaited<ReturnType<typeof waitingOf>>) => {
    if (result.kind === 'ok') setWaiting(result.value.data)
    setProblem(failureWords(result, WHAT))
  }, [])
  useEffect(() => {
    let gone = false
    void waitingOf(id).then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [id, take])

  const decide = async (decision: Decision) => {
    setBusy(decision.line)
    const body = { decisions: [decision] }
    const result = await online((token) => call(decideRenewalsRoute, { token, params: { id }, body }))
    setBusy(null)
    if (result.kind === 'ok') {
      setProblem(null)
      const left = waiting?.filter(({ line }) => line !== decision.line) ?? []
      setWaiting(left)
      onDecided()
      // The server answers so many at once: there may be more.
      if (left.length === 0) take(await waitingOf(id))
      return
    }
    take(await waitingOf(id))
    setProblem(failureWords(result, WHAT, 'a decisão foi guardada'))
  }
  return (
    <Dialog opened onClose={onClose} title={`A decidir: ${file_name}`} size="lg">
      <Stack gap="md">
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {waiting === null && problem === null ? (
          <Skeleton height={160} role="status" aria-label="Lendo as linhas" aria-busy="true" />
        ) : null}
        {waiting?.length === 0 ? <Text>Nenhuma linha espera uma decisão.</Text> : null}
        {waiting?.map((each) => (
          <Line
            key={each.line}
            decision={each}
            busy={busy === each.line}
            onDecide={(chosen) => void decide(chosen)}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

interface LineProps {
  readonly decision: RenewalDecision
  readonly busy: boolean
  readonly onDecide: (decision: Decision) => void
}

function Line({ decision, busy, onDecide }: LineProps) {
  const { line, reason, row, candidates, people } = decision
  if (people.length > 0)
    return (
      <MeantPeople
        line={line}
        reason={reason}
        person={{ ...row, name: row.client_name }}
        candidates={people}
        isBusy={busy}
        onChoose={(client_uid) => onDecide({ line, decision: 'create', temp_id: null, client_uid })}
        onDiscard={() => onDecide({ line, decision: 'discard', temp_id: null })}
      />
    )
  return (
    <Paper withBorder p="md" component="section" aria-label={`Linha ${line}`}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
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
                  disabled={busy}
                  onClick={() => onDecide({ line, decision: 'update', temp_id: candidate.id })}
                >
                  É esta apólice
                </Button>
              ) : (
                <SoftChip color="gray">Outro segurado</SoftChip>
              )}
            </PolicySide>
          ))}
        </SimpleGrid>
        <Group gap="xs" justify="flex-end">
          <Button
            size="xs"
            variant="subtle"
            disabled={busy}
            onClick={() => onDecide({ line, decision: 'discard', temp_id: null })}
          >
            Descartar linha
          </Button>
          <Button
            size="xs"
            loading={busy}
            onClick={() => onDecide({ line, decision: 'create', temp_id: null })}
          >
            É outra apólice
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
