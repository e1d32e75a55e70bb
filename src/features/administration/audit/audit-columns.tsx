/** The columns of the audit. */
import { Stack, Text } from '@mantine/core'
import type { AuditEntry } from '../../../contract/administration/audit.ts'
import { fieldName } from '../../../contract/field-names.ts'
import { ACTION_WORDS, type AuditNames, auditLines, ENTITY_WORDS } from '../../../domain/audit/audit-words.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import type { Column } from '../../../ui/table/columns.ts'

/** More changed fields than these are summed up: the sheet has them all. */
const SHOWN = 6

function Changes({ entry, names }: { readonly entry: AuditEntry; readonly names: AuditNames }) {
  const lines = auditLines(entry, { names, nameOf: fieldName })
  if (lines.length === 0) return null
  return (
    <Stack gap={2}>
      {lines.slice(0, SHOWN).map(({ field, label, before, after }) => (
        <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" size="sm">
            {label}:{' '}
          </Text>
          {before === '—' ? '' : `${before} → `}
          {after}
        </Text>
      ))}
      {lines.length > SHOWN ? (
        <Text size="sm" c="dimmed">
          e mais {lines.length - SHOWN} campos
        </Text>
      ) : null}
    </Stack>
  )
}

export const auditColumns = (names: AuditNames): readonly Column<AuditEntry>[] => [
  { key: 'quando', label: 'Quando', cell: ({ at }) => formatDateTime(at), width: 150 },
  { key: 'quem', label: 'Quem', cell: ({ user }) => user?.name ?? '—', isTitle: true, width: 190 },
  { key: 'acao', label: 'Ação', cell: ({ action }) => ACTION_WORDS[action], width: 130 },
  {
    key: 'registro',
    label: 'Registro',
    cell: ({ entity, entity_id }) => {
      const words = ENTITY_WORDS[entity] ?? entity
      return entity === 'settings' && entity_id !== null
        ? (fieldName(entity_id) ?? words)
        : entity_id === null || entity === 'sessions' || entity === 'partner_keys'
          ? words
          : `${words} ${entity_id}`
    },
    width: 200,
  },
  {
    key: 'mudou',
    label: 'O que mudou',
    cell: (entry) => <Changes entry={entry} names={names} />,
  },
]
