/** The filters of a report, from its declaration and the catalogues of the mirror. */
import { Select, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { TZDateMini } from '@date-fns/tz/date/mini'
import { addMonths } from 'date-fns/addMonths'
import { lightFormat } from 'date-fns/lightFormat'
import { useState } from 'react'
import { DateRange, type Days, rangeProblem } from '../../device/DateRange.tsx'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { choosesOne, fieldOf, takes } from '../../domain/reports/filters.ts'
import { type DayRange, PRESETS, presetRange } from '../../domain/reports/period.ts'
import { type FilterField, type Report, rangeAt } from '../../domain/reports/report.ts'
import type { ReportFilter } from '../../domain/reports/search.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { dateFormat } from '../../domain/text/formats.ts'
import { SAO_PAULO } from '../../domain/time/day-number.ts'
import { FilterBar } from '../../ui/filters/FilterBar.tsx'
import { IdSelect } from '../../ui/IdSelect.tsx'
import { ManySelect } from '../../ui/ManySelect.tsx'
import { useNow } from '../../ui/useNow.ts'
import { ClientFilter } from './ClientFilter.tsx'
import { choicesOf } from './filter-choices.ts'
import classes from './Reports.module.css'

const MONTHS = 38
const monthInWords = dateFormat({ month: 'long', year: 'numeric', timeZone: SAO_PAULO })

/** The latest first; values are YYYYMM or YYYY. */
function monthChoices(nowMs: number): { value: string; label: string }[] {
  const next = addMonths(new TZDateMini(nowMs, SAO_PAULO), 1)
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const month = addMonths(next, -back)
    return { value: lightFormat(month, 'yyyyMM'), label: monthInWords(month) }
  })
  const years = [...new Set(months.map(({ value }) => value.slice(0, 4)))]
  return [...months, ...years.map((year) => ({ value: year, label: `${year} (ano todo)` }))]
}

interface ReportFiltersProps {
  readonly user: SessionUser
  readonly report: Pick<Report<never>, 'filters' | 'period' | 'presets' | 'periodLabel' | 'compares'>
  readonly filter: ReportFilter
  /** The days that the filter means now. */
  readonly range: DayRange | null
  /** When that was asked, epoch ms. */
  readonly now: number
  readonly catalogues: Catalogues | undefined
  readonly onFilter: (filter: ReportFilter) => void
}

export function ReportFilters(props: ReportFiltersProps) {
  const { user, report, filter, range, now, catalogues, onFilter } = props
  /** What is typed is about the days that are now, also in a report of yesterday. */
  const today = useNow(60_000)
  const [typed, setTyped] = useState(filter)
  const [applied, setApplied] = useState(filter)
  /** Typed days that are no period: they stay in sight and filter nothing. */
  const [wrong, setWrong] = useState<Days | null>(null)
  // The address changed by itself: a saved view, or the way back.
  if (applied !== filter && JSON.stringify(applied) !== JSON.stringify(filter)) {
    setApplied(filter)
    setTyped(filter)
    setWrong(null)
  }
  const type = (change: Partial<ReportFilter>) => setTyped({ ...typed, ...change })
  const presets = report.presets.map((name) => ({
    label: PRESETS[name].label,
    name,
    ...presetRange(name, today),
  }))
  const takeRange = (days: Days) => {
    const isWrong = rangeProblem(days) !== null
    setWrong(isWrong ? days : null)
    if (isWrong || days.from === null || days.to === null) return
    const preset = presets.find(({ from, to }) => from === days.from && to === days.to)
    type(
      preset === undefined
        ? { periodo: undefined, de: days.from, ate: days.to }
        : { periodo: preset.name, de: undefined, ate: undefined },
    )
  }
  const shownRange = wrong ?? rangeAt(report, typed, typed === applied ? now : today)
  const role = roleOf(user)
  const fields = report.filters.filter(({ roles }) => roles === undefined || roles.includes(role))
  const { comparar: _compares, colunas: _columns, ocultas: _hidden, aba: _tab, ...narrowing } = filter

  return (
    <FilterBar
      onFilter={() => {
        if (wrong === null) onFilter(typed)
      }}
      onClear={() => {
        setWrong(null)
        // Columns and tab are how the report is drawn, not what it asks.
        const drawing = { colunas: filter.colunas, ocultas: filter.ocultas, aba: filter.aba }
        setTyped(drawing)
        onFilter(drawing)
      }}
      active={Object.values(narrowing).some((value) => value !== undefined)}
      hits={undefined}
    >
      {shownRange === null ? null : (
        <DateRange label={report.periodLabel} presets={presets} value={shownRange} onChange={takeRange} />
      )}
      {fields.map((field) => (
        <FilterControl key={field.kind} {...{ field, user, catalogues, typed, type, now }} />
      ))}
      {range === null || report.compares === false ? null : (
        <Switch
          className={classes.compare ?? ''}
          label="Comparar com o período anterior"
          checked={filter.comparar === 1}
          onChange={({ currentTarget }) => {
            const comparar = currentTarget.checked ? (1 as const) : undefined
            setTyped({ ...typed, comparar })
            onFilter({ ...filter, comparar })
          }}
        />
      )}
    </FilterBar>
  )
}

/** 'Empresa' and 'Equipe' are feminine. */
const allOf = (kind: FilterField['kind']) => (/^(empresa|equipe)/.test(kind) ? 'Todas' : 'Todos')

interface FilterControlProps {
  readonly field: FilterField
  readonly user: SessionUser
  readonly catalogues: Catalogues | undefined
  readonly typed: ReportFilter
  readonly type: (change: Partial<ReportFilter>) => void
  /** Epoch ms. */
  readonly now: number
}

function FilterControl({ field, user, catalogues, typed, type, now }: FilterControlProps) {
  const { kind, label, offers } = field
  const choices = choicesOf(field, user, catalogues).filter((row) => offers?.(row) ?? true)
  const name = fieldOf(kind)
  if (takes(name, 'ids')) {
    const chosen = typed[name] ?? []
    const set = (ids: readonly number[]) => type({ [name]: ids.length === 0 ? undefined : ids })
    return choosesOne(kind) ? (
      <IdSelect
        label={label}
        placeholder={allOf(kind)}
        choices={choices}
        value={chosen[0] ?? null}
        onChange={(id) => set(id === null ? [] : [id])}
      />
    ) : (
      <ManySelect
        label={label}
        {...(chosen.length === 0 ? { placeholder: allOf(kind) } : {})}
        choices={choices}
        value={chosen}
        onChange={set}
      />
    )
  }
  if (name === 'cliente')
    return (
      <ClientFilter
        label={label}
        name={typed.nome ?? null}
        onChange={(client) => type({ cliente: client?.id, nome: client?.name })}
      />
    )
  if (takes(name, 'id'))
    return (
      <IdSelect
        label={label}
        placeholder={allOf(kind)}
        choices={choices}
        keepOrder={field.choices !== undefined}
        value={typed[name] ?? null}
        onChange={(id) => type({ [name]: id ?? undefined })}
      />
    )
  if (takes(name, 'month'))
    return (
      <Select
        label={label}
        searchable
        data={monthChoices(now)}
        value={typed[name] ?? null}
        placeholder="Este mês"
        clearable
        onChange={(month) => type({ [name]: month ?? undefined })}
      />
    )
  return (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={120}
      value={typed[name] ?? ''}
      onChange={({ currentTarget }) => type({ [name]: currentTarget.value || undefined })}
    />
  )
}
