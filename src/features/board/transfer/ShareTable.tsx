/** Who gets how many leads when they are shared out: proposed by the server, and changed by hand. docs/rules.md#transfers */
import { Alert, Loader, NumberInput, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { type TransferPlan, transferPlanRoute } from '../../../contract/transfers.ts'
import { failureWords, online } from '../../../device/online.ts'
import { LeftLeads } from '../../../device/RecentTransfers.tsx'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { leadCount, type Share } from '../../../domain/lead/transfer.ts'
import { namedInOrder } from '../../../domain/text/name-order.ts'

interface ShareTableProps {
  readonly uids: readonly string[]
  readonly users: Catalogues['users']
  /** null: the server has proposed nothing yet. */
  readonly shares: readonly Share[] | null
  /** `open`: leads that are to be given. */
  readonly onShares: (shares: readonly Share[], open: number) => void
  /** Why these numbers can't be taken. */
  readonly problem: string | null
}

const totalOf = (shares: readonly Share[]) => shares.reduce((sum, { total }) => sum + total, 0)

/** Returns why the numbers can't be taken, or null. */
export function sharesProblem(shares: readonly Share[] | null, open: number): string | null {
  if (shares === null) return 'Espere até que a divisão apareça.'
  const given = totalOf(shares)
  if (given === open) return null
  return given < open
    ? `Falta dar ${leadCount(open - given)}.`
    : `Há ${leadCount(given - open)} a mais do que os escolhidos.`
}

export function ShareTable({ uids, users, shares, onShares, problem }: ShareTableProps) {
  const [plan, setPlan] = useState<TransferPlan | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let closed = false
    void online((token) => call(transferPlanRoute, { token, body: { leads: [...uids] } })).then((result) => {
      if (closed) return
      if (result.kind !== 'ok') {
        setFailure(failureWords(result, 'ver a divisão', 'a divisão foi feita') ?? null)
        return
      }
      setPlan(result.value)
      const proposed = result.value.shares.map(({ broker_id, total }) => ({ broker_id, total }))
      onShares(proposed, totalOf(proposed))
    })
    return () => {
      closed = true
    }
    // Asked once: the answer begins the table.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (failure !== null) return <Alert color="red">{failure}</Alert>
  if (plan === null || shares === null)
    return <Loader size="sm" aria-label="Calculando quem recebe quantos" />
  const open = totalOf(plan.shares)
  if (plan.shares.length === 0)
    return <Text size="sm">Nenhum corretor pode receber leads: convide um em Usuários.</Text>
  const rows = namedInOrder(
    plan.shares.map((row) => ({ ...row, name: users.get(row.broker_id)?.name ?? `Nº ${row.broker_id}` })),
  )
  const give = (broker: number, total: number) =>
    onShares(
      shares.map((share) => (share.broker_id === broker ? { ...share, total } : share)),
      open,
    )
  return (
    <Stack gap="xs">
      <ScrollArea.Autosize mah={320}>
        <Table aria-label="Quem recebe quantos leads" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Quem recebe</Table.Th>
              <Table.Th ta="end">Tem hoje</Table.Th>
              <Table.Th ta="end">Recebe</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ broker_id, name, load }) => (
              <Table.Tr key={broker_id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="end">{load}</Table.Td>
                <Table.Td>
                  <NumberInput
                    aria-label={`Recebe: ${name}`}
                    size="sm"
                    w={96}
                    ms="auto"
                    min={0}
                    max={open}
                    allowDecimal={false}
                    allowNegative={false}
                    value={shares.find((share) => share.broker_id === broker_id)?.total ?? 0}
                    onChange={(total) => give(broker_id, Number(total) || 0)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Text size="sm" role="status" {...(problem === null ? {} : { c: 'red', fw: 600 })}>
        {problem ?? `Todos os ${leadCount(open)} têm para quem ir.`}
      </Text>
      {plan.left === 0 ? null : (
        <>
          <Text size="sm">{leadCount(plan.left)} não mudam:</Text>
          <LeftLeads left={plan.left} left_leads={plan.left_leads} />
        </>
      )}
    </Stack>
  )
}
