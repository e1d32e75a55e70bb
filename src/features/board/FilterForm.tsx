/** Anything of a client, name, number, CPF/CNPJ, broker, dates. Filtering shows 'Resultados'; clearing returns to Origem. */

import { Autocomplete, Button, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { type FormEvent, useRef, useState } from 'react'
import { BOARD_FILTERS, type BoardFilters } from '../../domain/board/board-filters.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import { saoPauloDay } from '../../domain/time/sao-paulo.ts'
import { readDay } from '../../domain/time/typed-date.ts'
import { Dates } from '../../ui/Dates.tsx'
import type { Choice } from './board-choices.ts'
import classes from './FilterBar.module.css'
import {
  brokerNames,
  DATE_PATTERN,
  entryOf,
  type FilterEntry,
  type FilterProblems,
  filtersOf,
  TEXT_FIELDS,
} from './filter-entry.ts'

interface FilterFormProps {
  readonly filters: BoardFilters | null
  readonly brokers: readonly Choice[]
  readonly onFilter: (filters: BoardFilters) => void
  readonly onClear: () => void
}

const readDate = (text: string) => readDay(text, saoPauloDay(Date.now()))
const DATE = {
  valueFormat: 'DD/MM/YYYY',
  placeholder: DATE_PATTERN,
  clearable: true,
  size: 'sm',
  dateParser: readDate,
  // An invalid date stays, to be corrected. If it were emptied silently, it would not filter.
  fixOnBlur: false,
} as const
const NO_DATE = 'Data inválida'
const NO_INPUT = {}
const asTyped = (text: string) => text

/** Whether a date field contains text that is no date. */
function isBroken(field: HTMLInputElement | null): boolean {
  const text = field?.value.trim() ?? ''
  return text !== '' && readDate(text) === null
}

export function FilterForm({ filters, brokers, onFilter, onClear }: FilterFormProps) {
  const [entry, setEntry] = useState(() => entryOf(filters))
  const [problems, setProblems] = useState<FilterProblems>({})
  const startField = useRef<HTMLInputElement>(null)
  const endField = useRef<HTMLInputElement>(null)
  // The filters may be cleared elsewhere (the button of an empty result, a tab): the fields follow.
  const [shownFor, setShownFor] = useState(filters)
  if (shownFor !== filters) {
    setShownFor(filters)
    setEntry(entryOf(filters))
    setProblems({})
  }
  const names = brokerNames(brokers)
  const inForce = [...names].find(([, id]) => id === filters?.brokerId)?.[0] ?? ''
  const broker = entry.broker ?? inForce
  const set = (change: Partial<FilterEntry>) => {
    setEntry((before) => ({ ...before, ...change }))
    setProblems({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const broken = {
      ...(isBroken(startField.current) ? { start: NO_DATE } : {}),
      ...(isBroken(endField.current) ? { end: NO_DATE } : {}),
    }
    if (Object.keys(broken).length > 0) return setProblems(broken)
    const outcome = filtersOf(entry, broker, names)
    if (outcome.kind === 'problems') return setProblems(outcome.problems)
    onFilter(outcome.filters)
  }
  const clear = () => {
    setEntry(entryOf(null))
    setProblems({})
    onClear()
  }

  return (
    <form className={classes.form} onSubmit={submit} aria-label="Filtros">
      {TEXT_FIELDS.map(({ name, label, masked = asTyped, input = NO_INPUT }) => (
        <TextInput
          key={name}
          size="sm"
          label={label}
          {...input}
          value={entry[name]}
          error={name === 'search' ? problems.search : undefined}
          onChange={(event) => set({ [name]: masked(event.currentTarget.value) })}
        />
      ))}
      <Autocomplete
        size="sm"
        label={labelOf('broker_id')}
        data={[...names.keys()]}
        limit={30}
        value={broker}
        error={problems.broker}
        onChange={(typed) => set({ broker: typed })}
      />
      <Dates>
        <DateInput
          {...DATE}
          ref={startField}
          label={BOARD_FILTERS.startDate.label}
          value={entry.start}
          error={problems.start}
          onChange={(start) => set({ start })}
        />
        <DateInput
          {...DATE}
          ref={endField}
          label={BOARD_FILTERS.endDate.label}
          value={entry.end}
          error={problems.end}
          onChange={(end) => set({ end })}
        />
      </Dates>
      <div className={classes.submit}>
        <Button size="sm" type="submit">
          Filtrar
        </Button>
        <Button size="sm" variant="default" onClick={clear}>
          Limpar Filtros
        </Button>
      </div>
    </form>
  )
}
