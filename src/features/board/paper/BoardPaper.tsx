/**
 * The board on paper: all leads of the list in lines, not the cards in sight. Its leads are read first, so the button and
 * Ctrl+P read, then print. The browser's own menu prints the leads that are read. docs/rules.md#printed-board
 */
import { ActionIcon, Portal, Table } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { leadsByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { notifyFailure } from '../../../device/run-command-with-toast.ts'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import type { BoardView } from '../../../domain/board/board-view.ts'
import { fieldLabel } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isFinished } from '../../../domain/lead/lead-state.ts'
import { statusWords } from '../../../domain/lead/status.ts'
import { formatPhone } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { PRINTED_ROWS, usePrinting } from '../../../ui/table/usePrinting.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { openBoard } from '../../../workers/board-bridge.ts'
import { contactOf } from '../contact.ts'
import { createProgressFeed, type ProgressFeed } from '../progress-feed.ts'
import classes from './BoardPaper.module.css'
import place from './PaperPlace.module.css'
import { countWords, viewWords } from './paper-words.ts'

interface BoardPaperProps {
  readonly user: SessionUser
  readonly view: BoardView
  readonly catalogues: Catalogues | undefined
  /** The leads in sight with their lines of time, for a print that the app did not begin. */
  readonly uids: readonly string[]
  readonly leads: ReadonlyMap<string, Lead>
  readonly progress: ProgressFeed
  readonly total: number
  readonly nowMs: number
}

interface Sheet {
  readonly leads: readonly Lead[]
  readonly progress: ProgressFeed
  readonly total: number
}

const HEADINGS = [
  'Nº',
  'Cliente',
  fieldLabel('client_phone'),
  'Status',
  fieldLabel('broker_id'),
  'Próximo passo',
]

async function readSheet(userId: number, view: BoardView): Promise<Sheet> {
  const board = await openBoard(userId)
  const { slice } = await board.ask({ view, offset: 0, limit: PRINTED_ROWS })
  const [rows, found] = await Promise.all([
    leadsByUid(openMirror(userId), slice.uids),
    board.times(slice.uids),
  ])
  const progress = createProgressFeed()
  progress.replace(slice.uids, found)
  return { leads: rows.filter((lead) => lead !== undefined), progress, total: slice.total }
}

export function BoardPaper(props: BoardPaperProps) {
  const { user, view, catalogues, uids, leads, progress, total, nowMs } = props
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const printing = usePrinting()
  const once = useOnce()
  const print = async () => {
    try {
      const read = await readSheet(user.id, view)
      flushSync(() => setSheet(read))
      window.print()
    } catch (error) {
      notifyFailure('A lista não foi impressa', error)
    }
    setSheet(null)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'p') return
    // A dialog over the board is printed by the browser.
    if (document.querySelector('[aria-modal="true"]') !== null) return
    event.preventDefault()
    if (!event.repeat) void once(print)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const inSight = () => ({ leads: uids.flatMap((uid) => leads.get(uid) ?? []), progress, total })
  const printed = sheet ?? (printing ? inSight() : null)
  return (
    <>
      <ActionIcon
        className={place.place ?? ''}
        variant="default"
        data-hint="Imprimir a lista"
        aria-label="Imprimir a lista"
        disabled={catalogues === undefined || total === 0}
        onClick={() => void once(print, 'imprimir')}
      >
        <IconPrinter size={20} aria-hidden />
      </ActionIcon>
      {printed === null || catalogues === undefined ? null : (
        <Portal>
          <section className={classes.paper} aria-label="Lista impressa" data-paper>
            <h1 className={classes.title}>{viewWords(view, catalogues)}</h1>
            <p className={classes.words}>
              {countWords(printed.leads.length, printed.total)} · Impresso por {user.name} em{' '}
              {formatDateTime(nowMs)}
            </p>
            <Table className={classes.table ?? ''} verticalSpacing={4} horizontalSpacing={6} fz="xs">
              <Table.Thead>
                <Table.Tr>
                  {HEADINGS.map((heading) => (
                    <Table.Th key={heading}>{heading}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {printed.leads.map((lead) => {
                  const duty = isFinished(lead) ? null : (printed.progress.of(lead.uid)?.duty ?? null)
                  const phone = contactOf(lead, user).shown
                  return (
                    <Table.Tr key={lead.uid}>
                      <Table.Td className={classes.fixed ?? ''}>{lead.id ?? '…'}</Table.Td>
                      <Table.Td>{lead.client_name}</Table.Td>
                      <Table.Td className={classes.fixed ?? ''}>
                        {phone === '' ? 'Sem telefone' : formatPhone(phone)}
                      </Table.Td>
                      <Table.Td>{statusWords(lead)}</Table.Td>
                      <Table.Td>{catalogues.users.get(lead.broker_id ?? 0)?.name ?? ''}</Table.Td>
                      <Table.Td>{duty === null ? '' : `${duty.label}: ${duty.words}`}</Table.Td>
                    </Table.Tr>
                  )
                })}
              </Table.Tbody>
            </Table>
          </section>
        </Portal>
      )}
    </>
  )
}
