/** One report of the overview: its question and answer, its star, what the device keeps of it, and its views. */
import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { dropAnswer } from '../../../db/mirror/answers.ts'
import { openMirror } from '../../../db/open.ts'
import { isPinOf, unpinReport } from '../../../db/session/pinned-reports.ts'
import { PRESETS } from '../../../domain/reports/period.ts'
import type { ReportFilter } from '../../../domain/reports/search.ts'
import type { ReportView } from '../../../domain/reports/views.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatTenths } from '../../../domain/text/formats.ts'
import { ageInWords } from '../../../domain/time/sao-paulo.ts'
import { notify } from '../../../ui/notify.ts'
import { pinNow } from '../pins/pin-now.ts'
import classes from '../Reports.module.css'
import type { ReportViews } from '../views/useReportViews.ts'
import { ViewList } from '../views/ViewList.tsx'
import { type KeptReport, keptReport } from './kept-report.ts'
import { ReportHeadline } from './ReportHeadline.tsx'
import type { HeadlineState } from './useHeadlines.ts'

interface ReportLineProps {
  readonly user: SessionUser
  readonly path: string
  readonly label: string
  /** Epoch ms. */
  readonly now: number
  readonly state: HeadlineState | 'offline'
  readonly views: readonly ReportView[]
  readonly canMail: boolean
  readonly isFavourite: boolean
  readonly onStar: () => void
  readonly write: ReportViews['write']
}

/** Returns '12 kB' or '1,4 MB'. */
const sizeWords = (bytes: number) =>
  bytes < 1_000_000 ? `${formatTenths(Math.ceil(bytes / 1000))} kB` : `${formatTenths(bytes / 1_000_000)} MB`

const FAILED = 'Não foi possível mudar o que este aparelho guarda.'

/** Returns the view's name, or what its filter names. */
function pinWords(name: string | null, filter: ReportFilter): string {
  if (name !== null) return name
  const { periodo, ...more } = filter
  const period = periodo === undefined ? 'Período do relatório' : PRESETS[periodo].label
  return Object.keys(more).length === 0 ? period : `${period}, com filtros`
}

export function ReportLine(props: ReportLineProps) {
  const { user, path, label, now, state, views, canMail, isFavourite, onStar, write } = props
  const role = roleOf(user)
  const kept = useLiveQuery(async () => keptReport(openMirror(user.id), path, role), [user.id, path, role])
  const run = (work: Promise<unknown>) => {
    work.catch(() => notify.error(FAILED))
  }
  return (
    <section className={classes.tile} aria-label={label}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2} size="h5">
          <Link to={path} className={classes.link ?? ''}>
            {label}
          </Link>
        </Title>
        <ActionIcon
          variant="subtle"
          color={isFavourite ? 'amber' : 'gray'}
          aria-pressed={isFavourite}
          aria-label={`${label}: favorito no menu`}
          data-hint={`${label}: favorito no menu`}
          onClick={onStar}
        >
          {isFavourite ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.7} />}
        </ActionIcon>
      </Group>
      <ReportHeadline userId={user.id} path={path} now={now} state={state} />
      {kept === undefined || kept === null ? null : (
        <KeptLines
          kept={kept}
          now={now}
          onUnpin={(pin) => run(unpinReport(openMirror(user.id), pin, kept.route))}
          onDrop={() => {
            const db = openMirror(user.id)
            run(Promise.all(kept.visits.keys.map((key) => dropAnswer(db, key))))
          }}
        />
      )}
      {kept === undefined || kept === null ? null : (
        <Group gap="xs" my="xs">
          {[{ name: null, filter: {} }, ...views]
            .filter(({ filter }) => !kept.pins.some(({ pin }) => isPinOf(pin, path, filter)))
            .map(({ name, filter }) => (
              <Button
                key={name ?? ''}
                size="compact-xs"
                variant="default"
                onClick={() => run(pinNow(user, { path, filter, name }))}
              >
                {name === null ? 'Disponível sem rede' : `Disponível sem rede: ${name}`}
              </Button>
            ))}
        </Group>
      )}
      {views.length > 0 ? <ViewList now={now} views={views} canMail={canMail} write={write} /> : null}
    </section>
  )
}

interface KeptLinesProps {
  readonly kept: KeptReport
  readonly now: number
  readonly onUnpin: (pin: KeptReport['pins'][number]['pin']) => void
  readonly onDrop: () => void
}

function KeptLines({ kept, now, onUnpin, onDrop }: KeptLinesProps) {
  const { pins, visits } = kept
  return (
    <>
      {pins.map(({ pin, at, bytes }) => {
        const words = pinWords(pin.name, pin.filter)
        return (
          <Group key={JSON.stringify(pin.filter)} justify="space-between" gap="xs">
            <Text size="sm">
              {words}:{' '}
              {at === null
                ? 'será guardado assim que houver conexão'
                : `${ageInWords(at, now)}, ${sizeWords(bytes)}`}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onUnpin(pin)}
              aria-label={`Retirar ${words}`}
            >
              Retirar
            </Button>
          </Group>
        )
      })}
      {visits.at === null ? null : (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            Das visitas: {formatTenths(visits.count)} {visits.count === 1 ? 'resposta' : 'respostas'},{' '}
            {sizeWords(visits.bytes)}, a última {ageInWords(visits.at, now)}
          </Text>
          <Button size="compact-xs" variant="subtle" color="red" onClick={onDrop}>
            Apagar do aparelho
          </Button>
        </Group>
      )}
    </>
  )
}
