/** Two clients side by side: who stays, and which value of each field. docs/rules.md#merging-clients */
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ClientPair, clientComparisonRoute } from '../../../contract/client-merges.ts'
import { AnswerAge } from '../../../device/AnswerAge.tsx'
import { useAnswer } from '../../../device/useAnswer.ts'
import { isErasedClient } from '../../../domain/client/erasure.ts'
import { differingFields, MERGE_FIELDS } from '../../../domain/client/merge-fields.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { ChosenField, EqualFields, Survivor } from './ComparedFields.tsx'
import { fieldsFromAlias, type Picks, pickOf } from './chosen-fields.ts'
import { reasonsWords, strengthWords, summaryWords } from './merge-words.ts'
import { useMerging } from './useMerging.ts'

interface ComparisonProps {
  readonly user: SessionUser
  readonly first: string
  readonly second: string
  /** Merged or dismissed. */
  readonly onDone: () => void
}

export function Comparison({ user, first, second, onDone }: ComparisonProps) {
  const answer = useAnswer(
    user.id,
    clientComparisonRoute,
    { query: { first_uid: first, second_uid: second } },
    { what: 'comparar os clientes', keeps: false },
  )
  const { value, problem, state, refresh } = answer
  if (value !== undefined)
    return <Compared pair={value.data} problem={problem} onRefresh={refresh} onDone={onDone} />
  if (problem !== null && !problem.isOffline)
    return (
      <EmptyState
        drawing="lost"
        title="Estes clientes não podem ser comparados"
        action={
          <Button component={Link} to="/clientes/repetidos" variant="default">
            Ver clientes repetidos
          </Button>
        }
      >
        {problem.words} Talvez já sejam um só cliente.
      </EmptyState>
    )
  return state === 'loading' ? (
    <Skeleton height={320} role="status" aria-label="Lendo os clientes" aria-busy="true" />
  ) : (
    <AnswerAge {...answer} />
  )
}

interface ComparedProps {
  readonly pair: ClientPair
  /** Why the last reading brought nothing. */
  readonly problem: { readonly words: string } | null
  readonly onRefresh: () => void
  readonly onDone: () => void
}

function Compared({ pair, problem, onRefresh, onDone }: ComparedProps) {
  const { older, younger, score, reasons } = pair
  const [survivorUid, setSurvivor] = useState(older.client.uid)
  const [picks, setPicks] = useState<Picks>({})
  const [asks, setAsks] = useState(false)
  const merging = useMerging(onRefresh, onDone)
  const [survivor, alias] = survivorUid === younger.client.uid ? [younger, older] : [older, younger]
  const sides = [older, younger]
  const differing = differingFields(older.client, younger.client)
  const fromAlias = fieldsFromAlias(picks, survivor.client, alias.client)
  const summary = summaryWords({
    survivor: survivor.client,
    alias: alias.client,
    leads: alias.leads,
    fromAlias,
  })
  const erased = sides.some(({ client }) => isErasedClient(client))
  const strength = strengthWords(score)
  const { busy } = merging
  return (
    <Stack gap="md" maw={960}>
      {reasons.length === 0 ? null : (
        <Group gap="xs">
          <SoftChip color={strength.color}>{strength.words}</SoftChip>
          <Text size="sm">{reasonsWords(reasons)}</Text>
        </Group>
      )}
      <Survivor sides={sides} chosen={survivor.client.uid} disabled={busy} onChoose={setSurvivor} />
      {differing.map((field) => (
        <ChosenField
          key={field}
          field={field}
          sides={sides}
          chosen={pickOf(field, picks, survivor.client, alias.client)}
          disabled={busy}
          onChoose={(uid) => setPicks({ ...picks, [field]: uid })}
        />
      ))}
      <EqualFields
        client={older.client}
        fields={MERGE_FIELDS.filter((field) => !differing.includes(field))}
      />
      <Text size="sm" role="status">
        {erased ? 'Os dados de um deles foram apagados: estes clientes não podem ser juntados.' : summary}
      </Text>
      {merging.problem === null && problem === null ? null : (
        <Alert color="red" role="alert">
          {merging.problem ?? problem?.words}
        </Alert>
      )}
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void merging.dismiss(older.client.uid, younger.client.uid)}
        >
          Não são a mesma pessoa
        </Button>
        <Button loading={busy} disabled={erased} onClick={() => setAsks(true)}>
          Juntar clientes
        </Button>
      </Group>
      <ConfirmDialog
        opened={asks}
        title="Juntar os dois clientes?"
        confirm="Juntar clientes"
        onConfirm={() => {
          setAsks(false)
          void merging.merge({
            survivor_uid: survivor.client.uid,
            alias_uid: alias.client.uid,
            from_alias: fromAlias,
            survivor_version: survivor.client.version,
            alias_version: alias.client.version,
          })
        }}
        onClose={() => setAsks(false)}
      >
        {summary}
      </ConfirmDialog>
    </Stack>
  )
}
