/** 'E se?': the report's leads judged by other limits, hours or numbers of brokers, on the device. docs/rules.md#what-if */
import { Alert, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { mayVisit } from '../../../domain/permissions/routes.ts'
import type { DayRange } from '../../../domain/reports/period.ts'
import type { ReportFilter } from '../../../domain/reports/search.ts'
import { NO_CHANGE, writeChange } from '../../../domain/reports/what-if/change.ts'
import { MEASURES } from '../../../domain/reports/what-if/measures.ts'
import type { Names } from '../../../domain/reports/what-if/tables.ts'
import type { WhatIfReport } from '../../../domain/reports/what-if/what-if-report.ts'
import { changeInWords, lacksInWords } from '../../../domain/reports/what-if/words.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { useChange } from './useChange.ts'
import { useWhatIf } from './useWhatIf.ts'
import { WhatIfFields } from './WhatIfFields.tsx'
import { WhatIfMeasure } from './WhatIfMeasure.tsx'
import classes from './WhatIfPanel.module.css'

interface WhatIfPanelProps {
  readonly user: SessionUser
  readonly report: WhatIfReport
  readonly range: DayRange
  readonly filter: ReportFilter
  /** The report's own answer; undefined: there is none yet. */
  readonly value: unknown
  /** When it was true, ISO 8601. */
  readonly asOf: string | undefined
  /** What is changed, as the address has it. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
  readonly opensLeads: boolean
}

const SETTINGS = '/configuracoes'

export default function WhatIfPanel(props: WhatIfPanelProps) {
  const { user, report, range, filter, value, asOf, text, onText, onClose, opensLeads } = props
  const catalogues = useCatalogues(user.id)
  const { change, resets, onChange } = useChange(text, onText)
  const [tries, setTries] = useState(0)
  /** Something is typed since the fields were last as it is today: it may be no value, and so no change. */
  const [isTyped, setTyped] = useState(false)
  const { id, roles, partners } = user
  const found = useWhatIf(
    id,
    catalogues,
    { question: { report, range, filter, change, user: { id, roles, partners } }, value },
    tries,
  )
  const names: Names = {
    brokerName: (broker) =>
      broker === null ? 'Sem corretor' : (catalogues?.users.get(broker)?.name ?? `Nº ${broker}`),
    channelName: (channel) => catalogues?.channels.get(channel)?.name ?? `Canal ${channel}`,
  }
  const answer = found?.kind === 'answer' ? found.answer : null
  const words = answer === null ? null : changeInWords(report, change, answer, names)
  return (
    <section className={classes.panel} aria-label="E se?">
      <div className={classes.head}>
        <Title order={2} size="h4">
          E se?
        </Title>
        <Group gap="xs" className={classes.controls ?? ''}>
          <Button
            variant="default"
            disabled={!isTyped && writeChange(change) === writeChange(NO_CHANGE)}
            onClick={() => {
              setTyped(false)
              onChange(NO_CHANGE, { resets: true })
            }}
          >
            Como é hoje
          </Button>
          <Button variant="subtle" leftSection={<IconX size={16} />} onClick={onClose}>
            Fechar
          </Button>
        </Group>
      </div>
      <Text size="sm">
        Julga de novo os leads deste período, neste aparelho. Nada muda de verdade.
        {mayVisit(SETTINGS, roleOf(user)) === 'yes' ? (
          <>
            {' '}
            <Link className={classes.link ?? ''} to={SETTINGS}>
              Mudar nas configurações
            </Link>
          </>
        ) : null}
      </Text>
      {found?.kind === 'failed' ? (
        <Alert color="yellow" role="alert">
          Não foi possível fazer esta conta agora.{' '}
          <Button variant="default" size="xs" onClick={() => setTries(tries + 1)}>
            Tentar de novo
          </Button>
        </Alert>
      ) : answer === null || catalogues === undefined ? (
        <Skeleton height={240} role="status" aria-label="Carregando" />
      ) : (
        <>
          <div onInput={() => setTyped(true)}>
            <WhatIfFields
              key={resets}
              report={report}
              change={change}
              answer={answer}
              catalogues={catalogues}
              onChange={onChange}
            />
          </div>
          {lacksInWords(answer, asOf === undefined ? null : formatDateTime(asOf)).map((lack) => (
            <Alert key={lack} color="yellow" role="status" p="sm">
              {lack}
            </Alert>
          ))}
          {MEASURES[report].map(({ key, label }) => {
            const measure = answer.measures.find((each) => each.key === key)
            return measure === undefined ? null : (
              <WhatIfMeasure
                key={key}
                label={label}
                measure={measure}
                change={words}
                names={names}
                opensLeads={opensLeads}
              />
            )
          })}
        </>
      )}
    </section>
  )
}
