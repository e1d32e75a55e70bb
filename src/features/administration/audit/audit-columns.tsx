/** The columns of the audit: the same words as in its sheet. */
import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '../../../contract/administration/audit.ts'
import { fieldName } from '../../../contract/field-names.ts'
import { type AuditNames, NOTHING } from '../../../domain/audit/audit-values.ts'
import { type AuditSaid, auditSaid } from '../../../domain/audit/audit-words.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import type { Column } from '../../../ui/table/columns.ts'

/** More changed fields than these wait for a press. */
const SHOWN = 6

function Changes({ lines, note }: Pick<AuditSaid, 'lines' | 'note'>) {
  const [isWhole, setWhole] = useState(false)
  if (lines.length === 0) return note === NOTHING ? null : <Text size="sm">{note}</Text>
  const more = lines.length - SHOWN
  return (
    <Stack gap={2} align="flex-start">
      {(isWhole ? lines : lines.slice(0, SHOWN)).map(({ field, label, before, after }) => (
        <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" size="sm">
            {label}:{' '}
          </Text>
          {before === NOTHING ? '' : `${before} → `}
          {after}
        </Text>
      ))}
      {more <= 0 || isWhole ? null : (
        <Anchor component="button" type="button" size="sm" onClick={() => setWhole(true)}>
          {more === 1 ? 'Mostrar mais 1 campo' : `Mostrar mais ${more} campos`}
        </Anchor>
      )}
    </Stack>
  )
}

function Subject({ record, subject, number }: Pick<AuditSaid, 'record' | 'subject' | 'number'>) {
  const kind = number === null ? record : `${record} ${number}`
  return (
    <Stack gap={0}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {subject ?? kind}
      </Text>
      {subject === null ? null : (
        <Text size="xs" c="dimmed">
          {kind}
        </Text>
      )}
    </Stack>
  )
}

export function auditColumns(names: AuditNames): readonly Column<AuditEntry>[] {
  const said = (entry: AuditEntry) => auditSaid(entry, { names, nameOf: fieldName })
  return [
    { key: 'quando', label: 'Quando', cell: ({ at }) => formatDateTime(at), width: 150 },
    { key: 'quem', label: 'Quem', cell: (entry) => said(entry).who, isTitle: true, width: 190 },
    { key: 'acao', label: 'Ação', cell: (entry) => said(entry).action, width: 130 },
    { key: 'registro', label: 'Registro', cell: (entry) => <Subject {...said(entry)} />, width: 220 },
    { key: 'mudou', label: 'O que mudou', cell: (entry) => <Changes {...said(entry)} /> },
  ]
}
