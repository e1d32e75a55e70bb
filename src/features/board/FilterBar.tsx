/** The filter bar: name, number, CPF/CNPJ, broker, dates. Filtering shows 'Resultados', clearing goes back to Origem. */
import { Autocomplete, Button, Collapse, TextInput } from '@mantine/core'
import { DateInput, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/pt-br'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { BoardFilters } from '../../domain/board/board-view.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { cleanDigits } from '../../domain/documents/masks.ts'
import classes from './FilterBar.module.css'

interface FilterBarProps {
  /** Brokers that may be chosen. */
  readonly brokers: readonly { id: number; name: string }[]
  readonly onFilter: (filters: BoardFilters) => void
  readonly onClear: () => void
}

const EMPTY = {
  name: '',
  number: '',
  document: '',
  broker: '',
  start: null as string | null,
  end: null as string | null,
}

/** What is typed as filters; a broker's name that is nobody's filters nothing. */
function filtersOf(typed: typeof EMPTY, brokers: FilterBarProps['brokers']): BoardFilters {
  const broker = brokers.find(({ name }) => name === typed.broker)
  return {
    ...(typed.name.trim() === '' ? {} : { clientName: typed.name.trim() }),
    ...(typed.number === '' ? {} : { leadId: Number(typed.number) }),
    ...(typed.document === '' ? {} : { cpf: typed.document }),
    ...(broker === undefined ? {} : { brokerId: broker.id }),
    ...(typed.start === null ? {} : { startDate: typed.start }),
    ...(typed.end === null ? {} : { endDate: typed.end }),
  }
}

export function FilterBar({ brokers, onFilter, onClear }: FilterBarProps) {
  const [typed, setTyped] = useState(EMPTY)
  const narrow = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, { toggle }] = useDisclosure(false)
  const set = (change: Partial<typeof EMPTY>) => setTyped((before) => ({ ...before, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter(filtersOf(typed, brokers))
  }
  const clear = () => {
    setTyped(EMPTY)
    onClear()
  }
  const names = [...new Set(brokers.map(({ name }) => name))]
  const date = { valueFormat: 'DD/MM/YYYY', placeholder: 'dd/mm/aaaa', clearable: true, size: 'sm' } as const

  const form = (
    <form className={classes.form} onSubmit={submit} aria-label="Filtros">
      <TextInput
        size="sm"
        label="Nome"
        value={typed.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label="Número do lead"
        inputMode="numeric"
        value={typed.number}
        onChange={(event) => set({ number: cleanDigits(event.currentTarget.value).slice(0, 9) })}
      />
      <TextInput
        size="sm"
        label="CPF/CNPJ"
        value={typed.document}
        onChange={(event) => set({ document: formatDocument(event.currentTarget.value) })}
      />
      <Autocomplete
        size="sm"
        label="Corretor"
        data={names}
        limit={30}
        value={typed.broker}
        onChange={(broker) => set({ broker })}
      />
      <DatesProvider settings={{ locale: 'pt-br', firstDayOfWeek: 0 }}>
        <DateInput {...date} label="Data inicial" value={typed.start} onChange={(start) => set({ start })} />
        <DateInput {...date} label="Data final" value={typed.end} onChange={(end) => set({ end })} />
      </DatesProvider>
      <div className={classes.buttons}>
        <Button size="sm" type="submit">
          Filtrar
        </Button>
        <Button size="sm" variant="default" onClick={clear}>
          Limpar Filtros
        </Button>
      </div>
    </form>
  )
  if (!narrow) return form
  return (
    <div className={classes.narrow}>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        onClick={toggle}
        aria-expanded={opened}
      >
        Filtros
      </Button>
      <Collapse expanded={opened}>{form}</Collapse>
    </div>
  )
}
