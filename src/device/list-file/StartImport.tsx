/** Sends the file, and says where it stands in the line of those that are read. docs/rules.md#sent-again */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { type ImportRoute, sendListFile } from '../../api/send-list-file.ts'
import { type ImportState, readingPlaceRoute } from '../../contract/imports.ts'
import { shownOrders } from '../../domain/spreadsheet/shown-days.ts'
import { notify } from '../../ui/notify.ts'
import { failureWords, online } from '../online.ts'
import { askForOrder } from './DayOrders.tsx'
import type { OpenFile } from './useListFile.ts'
import { type StartKey, startedWords } from './useStartKey.ts'

interface StartImportProps<Started> {
  readonly route: ImportRoute<Started>
  readonly chosen: OpenFile
  /** What is chosen for all lines, by the names of the form. */
  readonly choices: object
  /** The user asks for it. Returns whether nothing is missing. */
  readonly onAsk: () => boolean
  readonly startKey: StartKey
  /** What needs the network: 'importar renovações'. */
  readonly what: string
  /** '1 renovação', '1.200 leads'. */
  readonly counted: (good: number) => string
  readonly onStarted: () => Promise<void>
  /** The server refused it: another import may run. */
  readonly onRefused?: () => Promise<void>
  /** Above the button. */
  readonly children?: ReactNode
}

export function StartImport<Started extends { readonly state: ImportState }>(
  props: StartImportProps<Started>,
) {
  const { route, chosen, choices, onAsk, startKey, what, counted, children } = props
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const good = chosen.areAccentsAsked ? 0 : (chosen.preview?.good ?? 0)
  const start = async () => {
    if (!onAsk() || askForOrder(chosen)) return
    setBusy(true)
    const { file, sheet, accents, mapping } = chosen
    const how = { sheet, accents, mapping, dayOrders: shownOrders(chosen.days) }
    const key = startKey.keyOf(file, { ...choices, ...how })
    const result = await online((token) => sendListFile(route, { ...how, file, key, choices }, token))
    setBusy(false)
    if (result.kind === 'refused') startKey.forget()
    setProblem(failureWords(result, what, 'a importação começou'))
    if (result.kind !== 'ok') return props.onRefused?.()
    notify.success(startedWords(result.value.state))
    await props.onStarted()
  }
  return (
    <Stack gap="md">
      {children}
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <ReadingPlace isSending={busy} />
      <Group justify="flex-end">
        <Button onClick={() => void start()} loading={busy} disabled={good === 0}>
          {`Importar ${counted(good)}`}
        </Button>
      </Group>
    </Stack>
  )
}

const EVERY_MS = 2000

/** Where the file that is being sent stands in the line: the server reads one at a time. docs/rules.md#bounds-of-a-file */
function ReadingPlace({ isSending }: { readonly isSending: boolean }) {
  const [place, setPlace] = useState(0)
  useEffect(() => {
    if (!isSending) return
    let gone = false
    const look = async () => {
      const result = await online((token) => call(readingPlaceRoute, { token }))
      if (!gone && result.kind === 'ok') setPlace(result.value.place)
    }
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => {
      gone = true
      clearInterval(timer)
      setPlace(0)
    }
  }, [isSending])
  if (!isSending || place === 0) return null
  return (
    <Text role="status" size="sm">
      {`Outra planilha está sendo lida. A sua é a ${place}ª da fila.`}
    </Text>
  )
}
