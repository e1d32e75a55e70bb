/** Transfers of the last hour with 'Desfazer'. docs/rules.md#transfers */
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { type RecentTransfer, transfersRoute, type UndoneTransfer } from '../contract/transfers.ts'
import { leadCount } from '../domain/lead/transfer.ts'
import { formatTime } from '../domain/time/sao-paulo.ts'
import { online } from './online.ts'
import { undoneWords, undoTransfer } from './undo-transfer.ts'

interface RecentTransfersProps {
  /** Only the departures of this user; null: all transfers. */
  readonly leaverId: number | null
  /** Asks again when it changes. */
  readonly asked: number
  readonly onUndone?: () => void
}

const inOrigin = (unclaimed: number) =>
  unclaimed === 1
    ? '1 lead ficou em Origem: quem o receberia saiu antes.'
    : `${leadCount(unclaimed)} ficaram em Origem: quem os receberia saiu antes.`

export function RecentTransfers({ leaverId, asked, onUndone }: RecentTransfersProps) {
  const [recent, setRecent] = useState<readonly RecentTransfer[]>([])
  const [undone, setUndone] = useState<UndoneTransfer | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void online((token) => call(transfersRoute, { token })).then((result) => {
      if (!gone && result.kind === 'ok') setRecent(result.value.data)
    })
    return () => {
      gone = true
    }
  }, [asked])
  const shown = recent.filter(({ leaver }) => leaverId === null || leaver?.id === leaverId)
  const undo = async (uid: string) => {
    setBusy(uid)
    const done = await undoTransfer(uid)
    setBusy(null)
    if (done === null) return
    setRecent((before) => before.filter((transfer) => transfer.uid !== uid))
    setUndone(done)
    onUndone?.()
  }
  if (shown.length === 0 && (undone?.left ?? 0) === 0) return null
  return (
    <Stack gap="xs">
      {shown.map(({ uid, moved, unclaimed, made_at, undo_until, by, leaver }) => (
        <Group key={uid} gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm">
            {leaver === null ? '' : `${leaver.name} saiu: `}
            {moved === 1 ? '1 lead transferido' : `${leadCount(moved)} transferidos`} às {formatTime(made_at)}{' '}
            por {by}. {unclaimed === 0 ? '' : `${inOrigin(unclaimed)} `}Pode ser desfeito até{' '}
            {formatTime(undo_until)}.
          </Text>
          <Button
            size="xs"
            variant="default"
            style={{ flex: 'none' }}
            loading={busy === uid}
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={() => void undo(uid)}
          >
            Desfazer
          </Button>
        </Group>
      ))}
      {undone === null || undone.left === 0 ? null : (
        <Alert color="orange" title={undoneWords(undone)}>
          <LeftLeads {...undone} />
        </Alert>
      )}
    </Stack>
  )
}

/** Leads that a transfer or an undo left as they are, with the reason of each. */
export function LeftLeads({ left, left_leads }: Pick<UndoneTransfer, 'left' | 'left_leads'>) {
  return (
    <>
      <List size="sm" mah={240} style={{ overflowY: 'auto' }}>
        {left_leads.map(({ id, client_name, reason }) => (
          <List.Item key={id}>
            Lead {id} · {client_name}: {reason}
          </List.Item>
        ))}
      </List>
      {left > left_leads.length ? <Text size="sm">e mais {leadCount(left - left_leads.length)}</Text> : null}
    </>
  )
}
