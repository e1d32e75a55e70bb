/**
 * 'Importar renovações': a file is chosen, its columns are mapped, its lines are seen before anything is written, and the
 * import is watched. docs/rules.md#renewal-import
 */
import {
  Alert,
  Button,
  FileButton,
  Group,
  Paper,
  Select,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { sendImport } from '../../api/renewals.ts'
import { failureWords, online } from '../../device/online.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { notify } from '../../ui/notify.ts'
import { type Choices, ImportChoices } from './ImportChoices.tsx'
import { ImportList } from './ImportList.tsx'
import classes from './ImportScreen.module.css'
import { LinePreview } from './LinePreview.tsx'
import { MappingFields } from './MappingFields.tsx'
import { RunningImport } from './RunningImport.tsx'
import { useImports } from './useImports.ts'
import { type ChosenFile, type OpenFile, useRenewalFile } from './useRenewalFile.ts'

const FILES = '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const number = new Intl.NumberFormat('pt-BR')

export function ImportScreen({ user }: { readonly user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  const { imports, running, problem, read, cancel } = useImports()
  const { chosen, choose, chooseSheet, map, clear } = useRenewalFile()
  const started = async () => {
    clear()
    notify.success('Importação iniciada')
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
              <FileLine chosen={chosen} onChoose={choose} />
              {chosen.kind === 'reading' ? (
                <Skeleton height={180} aria-label="Lendo o arquivo" aria-busy="true" />
              ) : null}
              {chosen.kind === 'open' ? (
                <>
                  <SheetLine chosen={chosen} onChoose={chooseSheet} />
                  <Step title="Colunas">
                    <MappingFields chosen={chosen} onMap={map} />
                  </Step>
                  <Step title="Linhas">
                    <LinePreview preview={chosen.preview} />
                  </Step>
                  <Step title="Para todas as linhas">
                    <StartForm chosen={chosen} user={user} catalogues={catalogues} onStarted={started} />
                  </Step>
                </>
              ) : null}
            </Stack>
          </Paper>
        ) : (
          <RunningImport running={running} onCancel={cancel} />
        )}
        {imports === undefined && problem !== null ? null : (
          <Step title="Últimas importações">
            <ImportList imports={imports} catalogues={catalogues} onDecided={() => void read()} />
          </Step>
        )}
      </Stack>
    </section>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

interface FileLineProps {
  readonly chosen: ChosenFile
  readonly onChoose: (file: File | null) => void
}

function FileLine({ chosen, onChoose }: FileLineProps) {
  const name = chosen.kind === 'open' ? chosen.file.name : chosen.kind === 'reading' ? chosen.name : null
  return (
    <Stack gap="sm">
      <Group gap="md">
        <FileButton accept={FILES} onChange={onChoose}>
          {(props) => (
            <Button
              {...props}
              leftSection={<IconFileSpreadsheet size={18} />}
              variant={name ? 'default' : 'filled'}
            >
              {name === null ? 'Escolher arquivo' : 'Escolher outro arquivo'}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {name ?? 'Planilha .xlsx ou CSV com as apólices que vencem no mês, uma por linha.'}
        </Text>
      </Group>
      {chosen.kind === 'none' && chosen.problem !== null ? (
        <Alert color="red" role="alert">
          {chosen.problem}
        </Alert>
      ) : null}
    </Stack>
  )
}

interface SheetLineProps {
  readonly chosen: OpenFile
  readonly onChoose: (sheet: string) => void
}

function SheetLine({ chosen: { sheet, sheets, hiddenRows }, onChoose }: SheetLineProps) {
  return (
    <>
      {sheets.length > 1 ? (
        <Select
          label="Aba da planilha"
          maw={320}
          data={[...sheets]}
          value={sheet}
          required
          withAsterisk={false}
          onChange={(chosen) => {
            if (chosen !== null && chosen !== sheet) onChoose(chosen)
          }}
        />
      ) : null}
      {hiddenRows > 0 ? (
        <Alert color="yellow">
          {hiddenRows === 1
            ? 'Uma linha está oculta na planilha e também será lida.'
            : `${number.format(hiddenRows)} linhas estão ocultas na planilha e também serão lidas.`}
        </Alert>
      ) : null}
    </>
  )
}

interface StartFormProps {
  readonly chosen: OpenFile
  readonly user: SessionUser
  readonly catalogues: ReturnType<typeof useCatalogues>
  readonly onStarted: () => Promise<void>
}

function StartForm({ chosen, user, catalogues, onStarted }: StartFormProps) {
  const [choices, setChoices] = useState<Choices>({
    channel_id: 27,
    inviter_id: user.id,
    partner_id: null,
    insurer: '',
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const lines = chosen.preview?.lines.good ?? []
  const good = lines.length
  const withoutInsurer = lines.filter(({ row }) => row.insurer === '').length
  const start = async () => {
    const { inviter_id } = choices
    setTried(true)
    if (inviter_id === null) return
    setBusy(true)
    const { file, sheet, mapping } = chosen
    const result = await online((token) =>
      sendImport({ ...choices, inviter_id, file, sheet, mapping }, token),
    )
    setBusy(false)
    setProblem(failureWords(result, 'importar renovações', 'a importação começou'))
    if (result.kind === 'ok') await onStarted()
  }
  return (
    <Stack gap="md">
      <ImportChoices
        catalogues={catalogues}
        value={choices}
        withoutInsurer={withoutInsurer}
        problem={tried && choices.inviter_id === null ? 'Selecione o indicador' : null}
        onChange={(change) => setChoices({ ...choices, ...change })}
      />
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={() => void start()} loading={busy} disabled={good === 0}>
          {good === 1 ? 'Importar 1 renovação' : `Importar ${number.format(good)} renovações`}
        </Button>
      </Group>
    </Stack>
  )
}
