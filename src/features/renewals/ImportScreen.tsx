/**
 * 'Importar renovações': a file is chosen, its columns are mapped, its lines are seen before anything is written, and the
 * import is watched. docs/rules.md#renewal-import
 */
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type RenewalImport, renewalImportsRoute } from '../../contract/renewal-imports.ts'
import { cancelRenewalImportRoute, startRenewalImportRoute } from '../../contract/renewals.ts'
import { FileLine } from '../../device/list-file/FileLine.tsx'
import { FileSteps } from '../../device/list-file/FileSteps.tsx'
import { ImportFrame } from '../../device/list-file/ImportFrame.tsx'
import { StartImport } from '../../device/list-file/StartImport.tsx'
import { Step } from '../../device/list-file/Step.tsx'
import { type OpenFile, useListFile } from '../../device/list-file/useListFile.ts'
import { type StartKey, useStartKey } from '../../device/list-file/useStartKey.ts'
import { useWatched } from '../../device/list-file/useWatched.ts'
import { online } from '../../device/online.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { CHANNEL } from '../../domain/lead/channel-rules.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { DoublePolicies } from './DoublePolicies.tsx'
import { type Choices, ImportChoices } from './ImportChoices.tsx'
import { ImportList } from './ImportList.tsx'

const WHAT = 'importar renovações'

const latest = () => online((token) => call(renewalImportsRoute, { token }))
const stop = (id: number) => online((token) => call(cancelRenewalImportRoute, { token, params: { id } }))
const isRunning = ({ state }: RenewalImport) => state === 'preparing' || state === 'running'

const counted = (good: number) => (good === 1 ? '1 renovação' : `${formatNumber(good)} renovações`)
const HINT = 'Planilha .xlsx ou CSV com as apólices que vencem no mês, uma por linha.'
const CANCEL_WORDS =
  'O que já foi importado fica. As outras linhas podem ser importadas de novo pelo mesmo arquivo.'

export function ImportScreen({ user }: { readonly user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  const watched = useWatched({ latest, isRunning, stop, what: WHAT })
  const { rows: imports, running, read } = watched
  const file = useListFile({ list: 'renewals', readWith: null })
  const { chosen } = file
  const startKey = useStartKey()
  const started = async () => {
    file.clear()
    await read()
  }
  return (
    <ImportFrame
      title="Importar renovações"
      watched={watched}
      running={running && { ...running, label: 'Importando' }}
      cancelWords={CANCEL_WORDS}
      between={<DoublePolicies />}
      latest={<ImportList imports={imports} catalogues={catalogues} onDecided={() => void read()} />}
    >
      <FileLine chosen={chosen} hint={HINT} onChoose={file.choose} />
      {chosen.kind === 'open' ? (
        <>
          <FileSteps list="renewals" chosen={chosen} file={file} />
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
    </ImportFrame>
  )
}

interface StartFormProps {
  readonly chosen: OpenFile
  readonly user: SessionUser
  readonly catalogues: ReturnType<typeof useCatalogues>
  readonly startKey: StartKey
  readonly onStarted: () => Promise<void>
}

function StartForm({ chosen, user, catalogues, startKey, onStarted }: StartFormProps) {
  const [choices, setChoices] = useState<Choices>({
    channel_id: CHANNEL.ownRenewal,
    inviter_id: user.id,
    partner_id: null,
    insurer: '',
  })
  const [tried, setTried] = useState(false)
  return (
    <StartImport
      route={startRenewalImportRoute}
      chosen={chosen}
      choices={choices}
      onAsk={() => {
        setTried(true)
        return choices.inviter_id !== null
      }}
      startKey={startKey}
      what={WHAT}
      counted={counted}
      onStarted={onStarted}
    >
      <ImportChoices
        catalogues={catalogues}
        value={choices}
        withoutInsurer={chosen.preview?.withoutInsurer ?? 0}
        problem={tried && choices.inviter_id === null ? 'Selecione o indicador' : null}
        onChange={(change) => setChoices({ ...choices, ...change })}
      />
    </StartImport>
  )
}
