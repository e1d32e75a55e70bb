/** While leads are chosen for a transfer: how many, all of the filter, and 'Transferir'. docs/rules.md#transfers */
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { RecentTransfers } from '../../../device/RecentTransfers.tsx'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { useToday } from '../../../device/useToday.ts'
import type { BoardView } from '../../../domain/board/board-view.ts'
import { leadCount, TRANSFER_LIMIT } from '../../../domain/lead/transfer.ts'
import { notify } from '../../../ui/notify.ts'
import { openBoard } from '../../../workers/board-bridge.ts'
import classes from './Transfer.module.css'
import { TransferDialog } from './TransferDialog.tsx'
import type { Choosing } from './useChoosing.ts'

interface TransferBarProps {
  readonly userId: number
  readonly view: BoardView
  /** Leads of the view. */
  readonly total: number
  readonly catalogues: Catalogues
  readonly choosing: Choosing
}

const chosenWords = (count: number) =>
  count === 0 ? 'Nenhum lead escolhido' : count === 1 ? '1 lead escolhido' : `${leadCount(count)} escolhidos`

export function TransferBar({ userId, view, total, catalogues, choosing }: TransferBarProps) {
  const { chosen, set, end } = choosing
  const [opened, setOpened] = useState(false)
  const today = useToday(userId)
  const [asked, setAsked] = useState(0)
  const askAgain = () => setAsked((before) => before + 1)
  const active = chosen !== null
  useEffect(() => {
    if (!active || opened) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [active, opened, end])
  if (chosen === null) return null
  const chooseAll = async () => {
    const board = await openBoard(userId)
    const { slice } = await board.ask({ view, offset: 0, limit: TRANSFER_LIMIT })
    set(slice.uids)
    if (slice.total > TRANSFER_LIMIT)
      notify.warning(`Escolhidos os primeiros ${leadCount(TRANSFER_LIMIT)} de ${leadCount(slice.total)}`)
  }
  return (
    <>
      <Paper
        className={classes.bar ?? ''}
        withBorder
        shadow="md"
        p="sm"
        component="section"
        aria-label="Transferir leads"
      >
        <Stack gap="xs">
          <Group gap="xs">
            <Text fw={600} role="status">
              {chosenWords(chosen.size)}
            </Text>
            <Button size="sm" variant="default" disabled={total === 0} onClick={() => void chooseAll()}>
              {total > TRANSFER_LIMIT
                ? `Escolher os primeiros ${leadCount(TRANSFER_LIMIT)}`
                : total === 1
                  ? 'Escolher o lead desta lista'
                  : `Escolher os ${leadCount(total)} desta lista`}
            </Button>
            {chosen.size === 0 ? null : (
              <Button size="sm" variant="subtle" onClick={() => set([])}>
                Limpar
              </Button>
            )}
            <Button size="sm" variant="default" onClick={end}>
              Cancelar
            </Button>
            <Button
              size="sm"
              disabled={chosen.size === 0}
              leftSection={<IconArrowsExchange size={16} aria-hidden />}
              onClick={() =>
                chosen.size > TRANSFER_LIMIT
                  ? notify.warning(`Transfira até ${leadCount(TRANSFER_LIMIT)} de cada vez`)
                  : setOpened(true)
              }
            >
              Transferir
            </Button>
          </Group>
          <RecentTransfers leaverId={null} asked={asked} />
        </Stack>
      </Paper>
      {opened ? (
        <TransferDialog
          uids={[...chosen]}
          users={catalogues.users}
          today={today}
          onClose={() => {
            setOpened(false)
            // A transfer whose answer was lost is among the recent ones.
            askAgain()
          }}
          onDone={() => {
            set([])
            askAgain()
          }}
        />
      ) : null}
    </>
  )
}
