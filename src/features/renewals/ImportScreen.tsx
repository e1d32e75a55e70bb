/**
 * 'Importar renovações': a file is chosen, its columns are mapped, its lines are seen before anything is written, and the
 * import is watched. docs/rules.md#renewal-import
 */
import { Alert, Button, Group, Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { sendImport } from '../../api/renewals.ts'
import { cancelImportRoute, importsRoute, type RenewalImport } from '../../contract/renewals.ts'
import { AccentsLine } from '../../device/list-file/AccentsLine.tsx'
import { askForOrder, DayOrders } from '../../device/list-file/DayOrders.tsx'
import { FileLine } from '../../device/list-file/FileLine.tsx'
import { LinePreview } from '../../device/list-file/LinePreview.tsx'
import { MappingFields } from '../../device/list-file/MappingFields.tsx'
import { ReadingPlace } from '../../device/list-file/ReadingPlace.tsx'
import { RunningImport } from '../../device/list-file/RunningImport.tsx'
import { SheetLine } from '../../device/list-file/SheetLine.tsx'
import { Step } from '../../device/list-file/Step.tsx'
import { type OpenFile, useListFile } from '../../device/list-file/useListFile.ts'
import { type StartKey, startedWords, useStartKey } from '../../device/list-file/useStartKey.ts'
import { useWatched } from '../../device/list-file/useWatched.ts'
import { failureWords, online } from '../../device/online.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { IMPORT_FIELDS, missingImportFields } from '../../domain/imports/lists.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { shownOrders } from '../../domain/spreadsheet/shown-days.ts'
import { notify } from '../../ui/notify.ts'
import { DoublePolicies } from './DoublePolicies.tsx'
import { type Choices, ImportChoices } from './ImportChoices.tsx'
import { ImportList } from './ImportList.tsx'
import classes from './ImportScreen.module.css'
import { REFUSED_SHEET } from './refused-sheet.ts'

const WHAT = 'importar renovações'

const latest = () => online((token) => call(importsRoute, { token }))
const isRunning = ({ state }: RenewalImport) => state === 'preparing' || state === 'running'

/** The latest imports; while one runs they are read again every second. */
function useImports() {
  const { rows: imports, running, problem, setProblem, read } = useWatched({ latest, isRunning, what: WHAT })
  const cancel = async (id: number) => {
    const result = await online((token) => call(cancelImportRoute, { token, params: { id } }))
    await read()
    setProblem(failureWords(result, WHAT, 'a importação parou'))
  }
  return { imports, running, problem, read, cancel }
}

const number = new Intl.NumberFormat('pt-BR')
const HINT = 'Planilha .xlsx ou CSV com as apólices que vencem no mês, uma por linha.'
const CANCEL_WORDS =
  'O que já foi importado fica. As outras linhas podem ser importadas de novo pelo mesmo arquivo.'

export function ImportScreen({ user }: { readonly user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  const { imports, running, problem, read, cancel } = useImports()
  const { chosen, choose, chooseAccents, chooseSheet, map, order, saveRefused, clear } = useListFile({
    list: 'renewals',
    readWith: null,
  })
  const startKey = useStartKey()
  const started = async ({ state }: RenewalImport) => {
    clear()
    notify.success(startedWords(state))
    await read()
  }
  return (
    <section className={classes.root} aria-label="Importar renovações">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Importar renovações</VisuallyHidden>
      <Stack gap="lg">
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {running === null ? (
          <Paper withBorder p="lg">
            <Stack gap="lg">
              <FileLine chosen={chosen} hint={HINT} onChoose={choose} />
              {chosen.kind === 'reading' ? (
                <Skeleton height={180} role="status" aria-label="Lendo o arquivo" aria-busy="true" />
              ) : null}
              {chosen.kind === 'open' ? (
                <>
                  <SheetLine chosen={chosen} onChoose={chooseSheet} />
                  <AccentsLine chosen={chosen} onChoose={chooseAccents} />
                  <Step title="Colunas">
                    <MappingFields fields={IMPORT_FIELDS.renewals} chosen={chosen} onMap={map} />
                  </Step>
                  <DayOrders chosen={chosen} onOrder={order} />
                  <Step title="Linhas">
                    <LinePreview
                      chosen={chosen}
                      missing={missingImportFields('renewals', chosen.mapping)}
                      reference={REFUSED_SHEET.reference}
                      onSaveRefused={() => saveRefused(REFUSED_SHEET)}
                    />
                  </Step>
                  <Step title="Para todas as linhas">
                    <StartForm
                      chosen={chosen}
                      user={user}
                      catalogues={catalogues}
                      startKey={startKey}
                      onStarted={started}
                    />
                  </Step>
                </>
              ) : null}
            </Stack>
          </Paper>
        ) : (
          <RunningImport
            running={{ ...running, label: 'Importando' }}
            onCancel={cancel}
            cancelWords={CANCEL_WORDS}
          />
        )}
        <DoublePolicies />
        {imports === undefined && problem !== null ? null : (
          <Step title="Últimas importações">
            <ImportList imports={imports} catalogues={catalogues} onDecided={() => void read()} />
          </Step>
        )}
      </Stack>
    </section>
  )
}

interface StartFormProps {
  readonly chosen: OpenFile
  readonly user: SessionUser
  readonly catalogues: ReturnType<typeof useCatalogues>
  readonly startKey: StartKey
  readonly onStarted: (started: RenewalImport) => Promise<void>
}

function StartForm({ chosen, user, catalogues, startKey, onStarted }: StartFormProps) {
  const [choices, setChoices] = useState<Choices>({
    channel_id: 27,
    inviter_id: user.id,
    partner_id: null,
    insurer: '',
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const good = chosen.areAccentsAsked ? 0 : (chosen.preview?.good ?? 0)
  const start = async () => {
    const { inviter_id } = choices
    setTried(true)
    if (inviter_id === null || askForOrder(chosen)) return
    setBusy(true)
    const { file, sheet, accents, mapping } = chosen
    const dayOrders = shownOrders(chosen.days)
    const key = startKey.keyOf(file, { ...choices, sheet, accents, mapping, dayOrders })
    const result = await online((token) =>
      sendImport({ ...choices, inviter_id, file, sheet, accents, key, mapping, dayOrders }, token),
    )
    setBusy(false)
    if (result.kind === 'refused') startKey.forget()
    setProblem(failureWords(result, 'importar renovações', 'a importação começou'))
    if (result.kind === 'ok') await onStarted(result.value)
  }
  return (
    <Stack gap="md">
      <ImportChoices
        catalogues={catalogues}
        value={choices}
        withoutInsurer={chosen.preview?.withoutInsurer ?? 0}
        problem={tried && choices.inviter_id === null ? 'Selecione o indicador' : null}
        onChange={(change) => setChoices({ ...choices, ...change })}
      />
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <ReadingPlace isSending={busy} />
      <Group justify="flex-end">
        <Button onClick={() => void start()} loading={busy} disabled={good === 0}>
          {good === 1 ? 'Importar 1 renovação' : `Importar ${number.format(good)} renovações`}
        </Button>
      </Group>
    </Stack>
  )
}
