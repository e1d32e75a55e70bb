/** 'Histórico': the commands of a lead, the latest first. Unsent ones of this device are on top. Works offline. */
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import type { Client } from '../../../domain/client/client.ts'
import { flatRow } from '../../../domain/lead/conflicts.ts'
import type { Names } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { mayRun } from '../../../domain/permissions/actions.ts'
import { isManagement } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { FieldLines } from '../../../ui/FieldLines.tsx'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { AsItWasDialog } from './AsItWasDialog.tsx'
import { DossierMenu } from './DossierMenu.tsx'
import classes from './LeadTimeline.module.css'
import { doneLine, type TimelineLine, waitingLines } from './timeline-lines.ts'
import { useTimeline } from './useTimeline.ts'

interface LeadTimelineProps {
  readonly lead: Lead
  readonly client: Client | null
  readonly user: SessionUser
  readonly names: Names
  /** Entries that are shown at first. */
  readonly first?: number | undefined
}

const SHOWN_AT_FIRST = 8

export function LeadTimeline({ lead, client, user, names, first = SHOWN_AT_FIRST }: LeadTimelineProps) {
  const { entries, waiting, fetching, keptAt } = useTimeline(user.id, lead)
  const [all, setAll] = useState(false)
  const queued = waitingLines(waiting, flatRow(lead, client), names)
  const done = (entries ?? []).map((entry) => ({ entry, line: doneLine(entry, names) }))
  const past = useDialog<TimelineEntry>()
  const shown = all ? done : done.slice(0, first)

  return (
    <Stack gap="sm">
      {keptAt === undefined ? null : (
        <Text c="dimmed" size="sm" role="status">
          Sem conexão. Dados de {formatDateTime(keptAt)}.
        </Text>
      )}
      {lead.id !== null && mayRun('lead.exportDossier', user) ? <DossierMenu id={lead.id} /> : null}
      <ol className={classes.root} aria-label="Histórico do lead">
        {queued.map((line) => (
          <Line key={line.key} line={line} user={user} />
        ))}
        {shown.map(({ entry, line }) => (
          <Line key={line.key} line={line} user={user} onPast={() => past.open(entry)} />
        ))}
      </ol>
      {entries === undefined && fetching ? <Skeleton height={64} /> : null}
      {entries === undefined && !fetching ? (
        <Text c="dimmed">O histórico deste lead aparece aqui quando houver conexão.</Text>
      ) : null}
      {entries?.length === 0 && queued.length === 0 ? (
        <Text c="dimmed">Nada foi feito com este lead ainda.</Text>
      ) : null}
      {shown.length < done.length ? (
        <div>
          <Button variant="default" size="sm" onClick={() => setAll(true)}>
            Mostrar todo o histórico ({done.length})
          </Button>
        </div>
      ) : null}
      <AsItWasDialog
        lead={lead}
        client={client}
        user={user}
        names={names}
        entries={entries ?? []}
        waiting={waiting}
        entry={past.subject}
        opened={past.opened}
        onClose={past.close}
      />
    </Stack>
  )
}

/** A lost lead of a year ago is in the scope of management alone: a link of others would find nothing. */
function OtherLead({ id, is, user }: NonNullable<TimelineLine['other']> & { readonly user: SessionUser }) {
  if (is === 'lost' && !isManagement(roleOf(user)))
    return <div className={classes.meta}>Lead perdido {id}</div>
  return (
    <Link to="/" search={{ lead: id }} className={classes.other}>
      {is === 'lost' ? `Abrir o lead perdido ${id}` : `Abrir o novo lead ${id}`}
    </Link>
  )
}

const WAITS = {
  sending: { words: 'aguardando envio', color: 'amber', Icon: IconCloudUp },
  decision: { words: 'para resolver', color: 'red', Icon: IconAlertTriangle },
} as const

interface LineProps {
  readonly line: TimelineLine
  readonly user: SessionUser
  /** Absent: the entry is not on the server, and the lead is as it is now. */
  readonly onPast?: () => void
}

function Line({ line, user, onPast }: LineProps) {
  const waits = line.waits === null ? null : WAITS[line.waits]
  return (
    <li className={classes.line} data-waiting={line.waits ?? undefined}>
      <div className={classes.head}>
        <span className={classes.what}>{line.what}</span>
        {waits === null ? null : (
          <SoftChip color={waits.color} icon={<waits.Icon />}>
            {waits.words}
          </SoftChip>
        )}
      </div>
      <div className={classes.meta}>
        {[line.who, line.when, line.late].filter((word) => word !== null).join(' · ')}
      </div>
      {line.other === null ? null : <OtherLead {...line.other} user={user} />}
      {line.changes.length > 0 ? (
        <dl className={classes.changes}>
          {line.changes.map(({ field, label, before, after }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                <span className={classes.before}>{before}</span>
                <span aria-hidden> → </span>
                <span className={classes.hidden}> passou a </span>
                <span className={classes.after}>{after}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <FieldLines lines={line.written} />
      {onPast === undefined ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.past ?? ''}
          aria-label={`Como estava em ${line.when}`}
          onClick={onPast}
        >
          Como estava
        </Button>
      )}
    </li>
  )
}
