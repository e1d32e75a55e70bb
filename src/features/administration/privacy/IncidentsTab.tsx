/** The register of security incidents, each with the three working days of the ANPD. docs/rules.md#incidents */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { type Incident, incidentRoute, incidentsRoute } from '../../../contract/administration/incidents.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { incidentDueDay, incidentProgress } from '../../../domain/privacy/deadlines.ts'
import { isIncidentOpen } from '../../../domain/privacy/incidents.ts'
import { formatNumber } from '../../../domain/text/formats.ts'
import { formatDay, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { CopyTextButton } from '../../../ui/CopyTextButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FieldLines } from '../../../ui/FieldLines.tsx'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import { tableSearch, tableState } from '../../../ui/table/table-search.ts'
import { Unreachable } from '../../../ui/Unreachable.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { Deadline } from './Deadline.tsx'
import { IncidentDialog } from './IncidentDialog.tsx'
import { INCIDENT_WORDS, incidentLines } from './incident-form.ts'
import type { PrivacyTabProps } from './privacy-props.ts'
import { useAsked } from './useAsked.ts'
import { useOpened } from './useOpened.ts'

/** The whole text is below the row. */
const SHOWN = 90
const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text)

function Told({ incident }: { readonly incident: Incident }) {
  const { anpd_told_on, known_on } = incident
  if (anpd_told_on === null) return <SoftChip color="gray">Sem comunicação</SoftChip>
  const late = anpd_told_on > incidentDueDay(known_on)
  return (
    <Stack gap={2} align="flex-start">
      <SoftChip color="green">Comunicado</SoftChip>
      <Text size="xs" {...(late ? { c: 'red' } : { c: 'dimmed' })}>
        em {formatDay(anpd_told_on)}
        {late ? ', fora do prazo' : ''}
      </Text>
    </Stack>
  )
}

const columnsOf = (nowMs: number, onEdit: (incident: Incident) => void): readonly Column<Incident>[] => [
  { key: 'numero', label: 'Nº', cell: ({ id }) => id, width: 64 },
  {
    key: 'que',
    label: INCIDENT_WORDS.description,
    cell: ({ description }) => shortened(description),
    isTitle: true,
  },
  {
    key: 'conhecido',
    label: INCIDENT_WORDS.known_on,
    cell: ({ known_on }) => formatDay(known_on),
    noWrap: true,
    width: 130,
  },
  {
    key: 'afetados',
    label: 'Titulares',
    cell: ({ subjects }) => (subjects === null ? '—' : formatNumber(subjects)),
    align: 'right',
    width: 100,
  },
  {
    key: 'prazo',
    label: 'Prazo da ANPD',
    cell: (incident) =>
      isIncidentOpen(incident) ? (
        <Deadline progress={incidentProgress(incident.known_on, nowMs)} />
      ) : (
        <Told incident={incident} />
      ),
    width: 250,
  },
  {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    isActions: true,
    width: 70,
    cell: (incident) => (
      <RowAction
        label={`Editar o incidente ${incident.id}`}
        tip="Editar"
        icon={<IconPencil size={18} />}
        onClick={() => onEdit(incident)}
      />
    ),
  },
]

export function IncidentsTab({ user, search, onSearch }: PrivacyTabProps) {
  const nowMs = useCorrectedNow(user.id)
  const state = tableState(search)
  const query = { page: state.page, per_page: state.perPage }
  const { value, problem, asking, reload } = useAsked(
    JSON.stringify(query),
    'ver os incidentes',
    (token, signal) => call(incidentsRoute, { token, query, signal }),
  )
  const editing = useDialog<Incident | 'new'>()
  useOpened(search, onSearch, {
    what: 'abrir o incidente',
    ask: (token, id) => call(incidentRoute, { token, params: { id } }),
    onNew: () => editing.open('new'),
    onFound: editing.open,
  })
  const columns = columnsOf(nowMs, editing.open)
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 280px' }}>
          Um incidente que traz risco ou dano relevante é comunicado à ANPD e às pessoas em 3 dias úteis
          (Resolução CD/ANPD 15/2024), pelo site da ANPD. O registro fica por cinco anos e não se exclui.
          Precisa de rede; o que você digita fica guardado neste aparelho até salvar.
        </Text>
        <Button leftSection={<IconPlus size={16} />} onClick={() => editing.open('new')}>
          Novo incidente
        </Button>
      </Group>
      <Unreachable problem={problem} asking={asking} onAgain={reload} />
      {value === undefined && problem !== null ? null : (
        <DataTable<Incident>
          label="Incidentes"
          columns={columns}
          rows={value?.data}
          total={value?.meta.total ?? 0}
          refreshing={asking}
          idOf={({ id }) => id}
          state={{ ...state, sort: null }}
          onState={(next) => onSearch({ aba: 'incidentes', ...tableSearch({ ...next, sort: null }) })}
          expanded={{
            label: ({ id }) => `Detalhes do incidente ${id}`,
            content: (incident) => <IncidentMore incident={incident} />,
          }}
          empty={<EmptyState drawing="lost" title="Nenhum incidente registrado" />}
        />
      )}
      {editing.opened && editing.subject !== null ? (
        <IncidentDialog
          userId={user.id}
          incident={editing.subject === 'new' ? null : editing.subject}
          contact={value?.data[0]?.dpo_contact ?? ''}
          today={saoPauloDay(nowMs)}
          onSaved={reload}
          onClose={editing.close}
        />
      ) : null}
    </>
  )
}

/** The text is copied into the form of the ANPD. */
function IncidentMore({ incident }: { readonly incident: Incident }) {
  const lines = incidentLines(incident)
  return (
    <Stack gap="sm" p="md">
      <FieldLines lines={lines} />
      <CopyTextButton text={lines.map(({ label, words }) => `${label}: ${words}`).join('\n')} />
    </Stack>
  )
}
