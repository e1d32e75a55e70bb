/** A lead of an export: its fields, files and history. */
import { Button, Title } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { commandLabel } from '../../../commands/registry.ts'
import { downloadFileRoute } from '../../../contract/files.ts'
import type { PersonalData } from '../../../contract/personal-data.ts'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import { download } from '../../../device/download.ts'
import { NOT_DOWNLOADED } from '../../../device/download-words.ts'
import { failureWords, online } from '../../../device/online.ts'
import { fieldLabel, fieldValue, type Names } from '../../../domain/lead/field-words.ts'
import { leadFileName } from '../../../domain/lead/lead-file.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { notify } from '../../../ui/notify.ts'
import { Fields } from './Fields.tsx'
import classes from './PersonalDataScreen.module.css'
import { fieldLines } from './personal-words.ts'

type ExportedLead = PersonalData['leads'][number]

async function fetchFile(leadId: number, file_uid: string): Promise<void> {
  const result = await online((token) =>
    call(downloadFileRoute, { token, query: { lead_id: leadId, file_uid } }),
  )
  if (result.kind === 'ok') download(result.value, leadFileName(leadId))
  else notify.error(failureWords(result, 'baixar o arquivo') ?? NOT_DOWNLOADED)
}

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} kB`

export function LeadData({ data, names }: { data: ExportedLead; names: Names }) {
  const { lead, files, timeline } = data
  return (
    <div>
      <Title order={2} size="h4" mt="lg">
        Lead {lead.id}
      </Title>
      <Fields lines={fieldLines(lead, names)} />
      {files.length === 0 ? null : (
        <>
          <Title order={3} size="h5">
            Arquivos
          </Title>
          <ul className={classes.list}>
            {files.map(({ uid, size, uploaded_at }) => (
              <li key={uid}>
                PDF de {formatDateTime(uploaded_at)}, {kilobytes(size)}{' '}
                <Button
                  className={classes.tools ?? ''}
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconPaperclip size={14} />}
                  onClick={() => void fetchFile(lead.id ?? 0, uid)}
                >
                  Baixar PDF
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {timeline.length === 0 ? null : (
        <>
          <Title order={3} size="h5">
            Histórico
          </Title>
          <ol className={classes.list}>
            {timeline.map((entry) => (
              <Entry key={entry.id} entry={entry} names={names} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function Entry({ entry, names }: { entry: TimelineEntry; names: Names }) {
  const { command, user, occurred_at, changes } = entry
  const words = Object.entries(changes)
    .map(
      ([field, { before, after }]) =>
        `${fieldLabel(field)}: ${fieldValue(field, before, names)} → ${fieldValue(field, after, names)}`,
    )
    .join('; ')
  return (
    <li>
      {formatDateTime(occurred_at)} · {commandLabel(command)}
      {user === null ? '' : ` · ${user.name}`}
      {words === '' ? null : <div className={classes.changes}>{words}</div>}
    </li>
  )
}
