/** 'Auditoria': who changed what and when. It is asked of the server; nothing of it can be changed. docs/rules.md#audit */
import { Alert, Button, Select, VisuallyHidden } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import {
  type AuditEntry,
  auditExportRoute,
  auditRoute,
  cutSheetWords,
  MOST_EXPORTED,
} from '../../../contract/administration/audit.ts'
import { DateRange, type Days, rangeProblem } from '../../../device/DateRange.tsx'
import { downloadAnswer } from '../../../device/download.ts'
import { failureWords, online } from '../../../device/online.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { useScreenSearch } from '../../../device/useScreenSearch.ts'
import { ACTION_WORDS, AUDIT_ACTIONS, ENTITY_WORDS } from '../../../domain/audit/audit-kinds.ts'
import { NO_NAMES } from '../../../domain/lead/field-words.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { sheetFileName } from '../../../domain/sheet/sheet.ts'
import { rangePresets } from '../../../domain/time/presets.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { Dates } from '../../../ui/Dates.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/filters/FilterBar.tsx'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { tableSearch, tableSearchSchema, tableState } from '../../../ui/table/table-search.ts'
import classes from '../CatalogueScreen.module.css'
import { auditColumns } from './audit-columns.tsx'

const day = z.iso.date().optional().catch(undefined)

/** The filters of 'Auditoria', as its address carries them. */
const auditSearchSchema = tableSearchSchema.extend({
  de: day,
  ate: day,
  usuario: z.number().int().optional().catch(undefined),
  acao: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  registro: z.string().max(60).optional().catch(undefined),
})
type AuditSearch = z.infer<typeof auditSearchSchema>

/** The query of the call. */
const auditQuery = ({ de, ate, usuario, acao, registro }: AuditSearch) => ({
  start_date: de,
  end_date: ate,
  user_id: usuario,
  action: acao,
  entity: registro,
})

const ACTION_CHOICES = AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_WORDS[value] }))
const ENTITY_CHOICES = Object.entries(ENTITY_WORDS).map(([value, label]) => ({ value, label }))
const PER_PAGE = 25

export function AuditScreen({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(auditSearchSchema)
  const catalogues = useCatalogues(user.id)
  const [exporting, setExporting] = useState(false)
  /** The last sheet lacks entries. */
  const [cut, setCut] = useState(false)
  /** Typed days that are no period: they stay in sight and filter nothing. */
  const [wrong, setWrong] = useState<Days | null>(null)
  const presets = rangePresets(useCorrectedNow(user.id))
  const state = tableState({ por_pagina: PER_PAGE, ...search })
  const { entries, total, problem, asking } = useAudit(search, state.page, state.perPage)
  const { de, ate, usuario, acao, registro } = search
  const filtered = [de, ate, usuario, acao, registro].some((filter) => filter !== undefined)
  const filter = (change: Partial<AuditSearch>) => {
    setCut(false)
    onSearch({ ...search, pagina: undefined, ...change })
  }
  const columns = useMemo(() => auditColumns(catalogues ?? NO_NAMES), [catalogues])

  const exportSheet = async () => {
    setExporting(true)
    const name = sheetFileName('auditoria', { from: de, to: ate, today: saoPauloDay(Date.now()) })
    const isSaved = await downloadAnswer(name, (token) =>
      call(auditExportRoute, { token, query: auditQuery(search) }),
    )
    setExporting(false)
    setCut(isSaved && (total ?? 0) > MOST_EXPORTED)
  }

  return (
    <Dates>
      <section className={classes.root} aria-label="Auditoria">
        {/* The frame shows the title. */}
        <VisuallyHidden component="h1">Auditoria</VisuallyHidden>
        <FilterBar
          onFilter={() => filter({})}
          onClear={() => {
            setWrong(null)
            onSearch({})
          }}
          active={filtered}
          folded={[de ?? ate, usuario, acao, registro].filter((value) => value !== undefined).length}
          hits={filtered ? total : undefined}
          actions={
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={16} />}
              loading={exporting}
              onClick={() => void exportSheet()}
            >
              Exportar
            </Button>
          }
        >
          <DateRange
            label="Período"
            presets={presets}
            value={wrong ?? { from: de ?? null, to: ate ?? null }}
            onChange={(days) => {
              const isWrong = rangeProblem(days) !== null
              setWrong(isWrong ? days : null)
              if (!isWrong) filter({ de: days.from ?? undefined, ate: days.to ?? undefined })
            }}
          />
          <IdSelect
            label="Usuário"
            placeholder="Todos"
            choices={[...(catalogues?.users.values() ?? [])]}
            value={usuario ?? null}
            onChange={(id) => filter({ usuario: id ?? undefined })}
          />
          <Select
            label="Ação"
            placeholder="Todas"
            clearable
            data={ACTION_CHOICES}
            value={acao ?? null}
            onChange={(chosen) => filter({ acao: AUDIT_ACTIONS.find((action) => action === chosen) })}
          />
          <Select
            label="Registro"
            placeholder="Todos"
            clearable
            searchable
            data={ENTITY_CHOICES}
            value={registro ?? null}
            onChange={(chosen) => filter({ registro: chosen ?? undefined })}
          />
        </FilterBar>
        {problem === null ? null : (
          <Alert color="red" role="alert" mb="md">
            {problem}
          </Alert>
        )}
        {cut ? (
          <Alert color="yellow" role="status" mb="md" withCloseButton onClose={() => setCut(false)}>
            {cutSheetWords()}
          </Alert>
        ) : null}
        {problem !== null && entries === undefined ? null : (
          <DataTable<AuditEntry>
            label="Auditoria"
            columns={columns}
            rows={entries}
            total={total ?? 0}
            refreshing={asking}
            idOf={({ id }) => id}
            state={state}
            onState={(next) =>
              onSearch({ ...search, ...tableSearch(next), por_pagina: sizeOf(next.perPage) })
            }
            empty={
              <EmptyState
                drawing="lost"
                title={filtered ? 'Nada encontrado com estes filtros' : 'Nada registrado ainda'}
              />
            }
          />
        )}
      </section>
    </Dates>
  )
}

/** The address leaves this screen's own default out. */
const sizeOf = (perPage: number): AuditSearch['por_pagina'] =>
  ([10, 50, 100] as const).find((size) => size === perPage)

interface Answer {
  readonly entries: readonly AuditEntry[] | undefined
  readonly total: number | undefined
  readonly problem: string | null
  readonly asking: boolean
}

/** The last answer stays until the next one, and when the next one fails. */
function useAudit(search: AuditSearch, page: number, perPage: number): Answer {
  const [answer, setAnswer] = useState<{ entries: readonly AuditEntry[]; total: number } | null>(null)
  const [outcome, setOutcome] = useState<{ key: string; problem: string | null } | null>(null)
  const key = JSON.stringify({ ...auditQuery(search), page, per_page: perPage })
  useEffect(() => {
    const stopped = new AbortController()
    const query = { ...auditQuery(search), page, per_page: perPage }
    void online((token) => call(auditRoute, { token, query, signal: stopped.signal })).then((result) => {
      if (stopped.signal.aborted) return
      if (result.kind === 'ok') setAnswer({ entries: result.value.data, total: result.value.meta.total })
      setOutcome({ key, problem: failureWords(result, 'ver a auditoria') })
    })
    return () => stopped.abort()
    // The key names all that the query has.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
  return {
    entries: answer?.entries,
    total: answer?.total,
    problem: outcome?.problem ?? null,
    asking: outcome?.key !== key,
  }
}
