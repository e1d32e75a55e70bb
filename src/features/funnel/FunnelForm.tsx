/** The filters of the main slot, with Enviar and Remover. docs/rules.md#funnel */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '../../device/DateField.tsx'
import {
  entryOf,
  filterOf,
  type Slot,
  type SlotEntry,
  type SlotFilter,
} from '../../domain/reports/funnel-slots.ts'
import { IdSelect } from '../../ui/IdSelect.tsx'
import classes from './Funnel.module.css'
import type { FunnelChoices } from './funnel-choices.ts'

interface FunnelFormProps {
  readonly slot: Slot
  readonly choices: FunnelChoices
  readonly onSend: (filter: SlotFilter) => void
  readonly onRemove: () => void
}

export function FunnelForm({ slot, choices, onSend, onRemove }: FunnelFormProps) {
  const [entry, setEntry] = useState(() => entryOf(slot))
  const [problems, setProblems] = useState<{ readonly de?: string; readonly ate?: string }>({})
  const [seen, setSeen] = useState(slot)
  // Another slot came to the main place, or the layout of another device.
  if (seen !== slot && JSON.stringify(seen) !== JSON.stringify(slot)) {
    setSeen(slot)
    setEntry(entryOf(slot))
    setProblems({})
  }
  const disabled = slot.state === 'empty'
  const type = (change: Partial<SlotEntry>) => setEntry({ ...entry, ...change })
  const send = () => {
    const checked = filterOf(entry, Date.now())
    if ('problems' in checked) return setProblems(checked.problems)
    setProblems({})
    onSend(checked.filter)
  }
  return (
    <form
      aria-label="Filtros do funil principal"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={classes.form}>
        <IdSelect
          label="Equipe"
          placeholder="Todas"
          disabled={disabled || entry.corretor !== null}
          choices={choices.teams}
          value={entry.equipe}
          onChange={(equipe) => type({ equipe })}
        />
        <IdSelect
          label="Corretor"
          placeholder="Todos"
          disabled={disabled || entry.equipe !== null}
          choices={choices.brokers}
          value={entry.corretor}
          onChange={(corretor) => type({ corretor })}
        />
        <IdSelect
          label="Canal"
          placeholder="Todos"
          disabled={disabled}
          choices={choices.channels}
          value={entry.canal}
          onChange={(canal) => type({ canal })}
        />
        <IdSelect
          label="Setor"
          placeholder="Todos"
          disabled={disabled}
          choices={choices.sectors}
          value={entry.setor}
          onChange={(setor) => type({ setor })}
        />
        <DateField
          label="Data inicial"
          required
          disabled={disabled}
          value={entry.de}
          error={problems.de}
          onChange={(de) => type({ de })}
        />
        <DateField
          label="Data final"
          required
          disabled={disabled}
          value={entry.ate}
          error={problems.ate}
          onChange={(ate) => type({ ate })}
        />
      </div>
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" disabled={disabled} onClick={onRemove}>
          Remover
        </Button>
        <Button type="submit" disabled={disabled}>
          Enviar
        </Button>
      </Group>
    </form>
  )
}
