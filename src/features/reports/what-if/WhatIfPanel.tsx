/** 'E se?': the report's leads judged by other limits, hours or numbers of brokers, on the device. docs/rules.md#what-if */
import { Alert, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useBoardAnswer } from '../../../device/useBoardAnswer.ts'
import { type Catalogues, useCatalogues } from '../../../device/useCatalogues.ts'
import { mayVisit } from '../../../domain/permissions/routes.ts'
import type { DayRange } from '../../../domain/reports/period.ts'
import type { ReportFilter } from '../../../domain/reports/search.ts'
import type { WhatIfAnswer, WhatIfQuestion } from '../../../domain/reports/what-if/answer.ts'
import { type Change, NO_CHANGE, readChange, writeChange } from '../../../domain/reports/what-if/change.ts'
import { keptLeads } from '../../../domain/reports/what-if/kept-leads.ts'
import { MEASURES } from '../../../domain/reports/what-if/measures.ts'
import type { Names } from '../../../domain/reports/what-if/tables.ts'
import type { WhatIfReport } from '../../../domain/reports/what-if/what-if-report.ts'
import { changeInWords, lacksInWords } from '../../../domain/reports/what-if/words.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { endWhatIf } from '../../../workers/board-bridge.ts'
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

interface PanelChange {
  readonly change: Change
  /** Another number draws the fields anew: they keep what is typed. */
  readonly resets: number
  readonly onChange: (next: Change, how?: { readonly resets: boolean }) => void
}

/** What is changed. The address follows, and leads where it was changed by itself. */
function useChange(text: string, onText: (text: string) => void): PanelChange {
  const [change, setChange] = useState(() => readChange(text))
  const [resets, setResets] = useState(0)
  /** The address comes later than what is typed: these are no news. */
  const written = useRef(new Set([text]))
  useEffect(() => {
    if (written.current.has(text)) return
    written.current.add(text)
    setChange(readChange(text))
    setResets((before) => before + 1)
  }, [text])
  return {
    change,
    resets,
    onChange: (next, how) => {
      const wrote = writeChange(next)
      written.current.add(wrote)
      setChange(next)
      if (how?.resets === true) setResets(resets + 1)
      onText(wrote)
    },
  }
}

interface Asked {
  readonly question: Omit<WhatIfQuestion, 'kept'>
  /** The report's own answer; undefined: there is none yet. */
  readonly value: unknown
}

type Found = { readonly kind: 'answer'; readonly answer: WhatIfAnswer } | { readonly kind: 'failed' }

/**
 * The answer of the board's thread, asked anew after each change of the leads, the settings and the question. Returns undefined
 * until the first answer. The last answer stays while the next one is on its way.
 */
function useWhatIf(
  userId: number,
  catalogues: Catalogues | undefined,
  { question, value }: Asked,
  tries: number,
): Found | undefined {
  const { report } = question
  const kept = useMemo(() => keptLeads(report, value), [report, value])
  useEffect(() => () => endWhatIf(userId), [userId])
  const keptText = useMemo(() => JSON.stringify(kept), [kept])
  const key = JSON.stringify([question, keptText, catalogues?.settings, tries])
  return useBoardAnswer<Found>(userId, key, async (board) => {
    try {
      return { kind: 'answer', answer: await board.whatIf({ ...question, kept }) }
    } catch (error) {
      reportError(error)
      return { kind: 'failed' }
    }
  })
}
