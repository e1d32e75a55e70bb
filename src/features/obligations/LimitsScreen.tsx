/** 'Prazos da lei': what runs, whose lead it is, and until when. From the device's own leads: it works without a network. */
import { Group, Select, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { StateChip } from '../../device/obligations/StateChip.tsx'
import { useLimitDialogs } from '../../device/obligations/useLimitDialogs.tsx'
import { useBoardAnswer } from '../../device/useBoardAnswer.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { useScreenSearch } from '../../device/useScreenSearch.ts'
import { leadName, leadTarget, targetAddress } from '../../domain/notices/notice.ts'
import { lawCalendar } from '../../domain/obligations/calendar.ts'
import { NO_LEGAL_ADVICE, OBLIGATION_KIND_NAMES, OBLIGATION_KINDS } from '../../domain/obligations/kinds.ts'
import {
  type LimitLine,
  limitFilterSchema,
  limitLines,
  STATE_NAMES,
  STATE_WORDS,
} from '../../domain/obligations/list.ts'
import { isManagement } from '../../domain/permissions/roles.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatDay, saoPauloDay } from '../../domain/time/sao-paulo.ts'
import { useIsGrowing } from '../../opening/useFirstPull.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IdSelect } from '../../ui/IdSelect.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { tableSearch, tableSearchSchema, tableState } from '../../ui/table/table-search.ts'
import classes from './LimitsScreen.module.css'

/** The address of the screen: its filters, page and order. */
const limitsSearchSchema = limitFilterSchema.extend(tableSearchSchema.shape)
type LimitsSearch = z.infer<typeof limitsSearchSchema>

const STATES = STATE_NAMES.map((value) => ({ value, label: STATE_WORDS[value] }))
const KINDS = OBLIGATION_KIND_NAMES.map((value) => ({ value, label: OBLIGATION_KINDS[value].label }))

const nameOfLine = ({ lead, limit }: LimitLine) =>
  `${OBLIGATION_KINDS[limit.kind].label} de ${leadName(lead.id)}`

export function LimitsScreen({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(limitsSearchSchema)
  const catalogues = useCatalogues(user.id)
  const nowMs = useCorrectedNow(user.id)
  const today = saoPauloDay(nowMs)
  const answer = useBoardAnswer(user.id, '', async (board) => board.lawLeads())
  const { ask, dialogs } = useLimitDialogs(user.id, today)
  const isGrowing = useIsGrowing(user.id)
  const managed = isManagement(roleOf(user))
  const rows =
    answer === undefined || catalogues === undefined
      ? undefined
      : limitLines(answer.leads, search, {
          today,
          calendar: lawCalendar(catalogues.settings.business_hours),
        })
  const brokerName = (id: number | null) =>
    id === null ? '—' : (catalogues?.users.get(id)?.name ?? `Usuário ${id}`)
  const brokers = [...new Set((answer?.leads ?? []).flatMap(({ brokerId }) => brokerId ?? []))].map((id) => ({
    id,
    name: brokerName(id),
  }))
  const filter = (changes: Partial<LimitsSearch>) => onSearch({ ...search, pagina: undefined, ...changes })
  const isFiltered = [search.estado, search.tipo, search.corretor].some((value) => value !== undefined)

  const columns: readonly Column<LimitLine>[] = [
    {
      key: 'prazo',
      label: 'Prazo',
      isTitle: true,
      cell: ({ limit }) => (
        <div className={classes.what}>
          <Text size="sm" fw={600}>
            {OBLIGATION_KINDS[limit.kind].label}
          </Text>
          <Text size="xs" c="dimmed">
            {OBLIGATION_KINDS[limit.kind].article}
          </Text>
          {limit.note === '' ? null : <Text size="xs">{limit.note}</Text>}
        </div>
      ),
      sortBy: ({ limit }) => OBLIGATION_KINDS[limit.kind].label,
    },
    {
      key: 'estado',
      label: 'Estado',
      isBeside: true,
      noWrap: true,
      cell: ({ state, words }) => <StateChip state={state} words={words} />,
    },
    {
      key: 'ate',
      label: 'Até',
      noWrap: true,
      cell: ({ limit }) => formatDay(limit.until),
      sortBy: ({ limit }) => limit.until,
    },
    {
      key: 'lead',
      label: 'Lead',
      noWrap: true,
      cell: ({ lead }) => (
        <Link {...targetAddress(leadTarget(lead))} className={classes.link ?? ''}>
          {leadName(lead.id)}
        </Link>
      ),
      sortBy: ({ lead }) => lead.id,
    },
    {
      key: 'cliente',
      label: 'Cliente',
      cell: ({ lead }) => lead.clientName,
      sortBy: ({ lead }) => lead.clientName,
    },
    ...(managed
      ? [
          {
            key: 'corretor',
            label: 'Corretor',
            cell: ({ lead }: LimitLine) => brokerName(lead.brokerId),
            sortBy: ({ lead }: LimitLine) => brokerName(lead.brokerId),
          },
        ]
      : []),
    {
      key: 'desde',
      label: 'Desde',
      noWrap: true,
      leavesFirst: true,
      cell: ({ limit }) => formatDay(limit.since),
      sortBy: ({ limit }) => limit.since,
    },
    {
      key: 'acoes',
      label: 'Ações',
      align: 'right',
      width: 104,
      isActions: true,
      cell: (line) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <RowAction
            label={`${OBLIGATION_KINDS[line.limit.kind].keep.verb} · ${leadName(line.lead.id)}`}
            tip={OBLIGATION_KINDS[line.limit.kind].keep.verb}
            icon={<IconCheck size={18} />}
            onClick={() => ask({ what: 'keep', lead: line.lead, limit: line.limit })}
          />
          <RowAction
            label={`Dispensar ${nameOfLine(line)}`}
            tip="Dispensar"
            icon={<IconX size={18} />}
            danger
            onClick={() => ask({ what: 'dismiss', lead: line.lead, limit: line.limit })}
          />
        </Group>
      ),
    },
  ]

  return (
    <section className={classes.root} aria-label="Prazos da lei">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Prazos da lei</VisuallyHidden>
      <Text size="sm" c="dimmed" maw={720} mb="sm">
        {NO_LEGAL_ADVICE} Os prazos cumpridos estão no relatório Prazos da lei.
      </Text>
      <div className={classes.filters} role="search" aria-label="Filtros">
        <Select
          label="Estado"
          placeholder="Todos"
          clearable
          data={STATES}
          value={search.estado ?? null}
          onChange={(value) => filter({ estado: STATE_NAMES.find((name) => name === value) })}
        />
        <Select
          label="Tipo"
          placeholder="Todos"
          clearable
          data={KINDS}
          value={search.tipo ?? null}
          onChange={(value) => filter({ tipo: OBLIGATION_KIND_NAMES.find((name) => name === value) })}
        />
        {managed ? (
          <IdSelect
            label="Corretor"
            placeholder="Todos"
            choices={brokers}
            value={search.corretor ?? null}
            onChange={(id) => filter({ corretor: id ?? undefined })}
          />
        ) : null}
      </div>
      <DataTable
        label="Prazos da lei"
        columns={columns}
        rows={rows}
        idOf={({ key }) => key}
        state={tableState(search)}
        onState={(state) => onSearch({ ...search, ...tableSearch(state) })}
        empty={
          isGrowing ? (
            <EmptyState drawing="calm" title="Nada aqui por enquanto">
              Os leads ainda estão chegando a este aparelho, e os prazos deles aparecem aqui sozinhos.
            </EmptyState>
          ) : isFiltered ? (
            <EmptyState drawing="lost" title="Nenhum prazo com estes filtros" />
          ) : (
            <EmptyState drawing="lost" title="Nenhum prazo da lei corre">
              Uma venda com pendência, uma venda sem apólice e o PDF de uma apólice começam prazos. Outros,
              comece no menu do lead.
            </EmptyState>
          )
        }
      />
      {dialogs}
    </section>
  )
}
