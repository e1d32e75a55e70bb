/** The parts of a comparison: who stays, a field with both values, and the fields that are alike. */
import { Radio, Text } from '@mantine/core'
import { useId } from 'react'
import type { ComparedClient } from '../../../contract/client-merges.ts'
import type { Client } from '../../../domain/client/client.ts'
import type { MergeField } from '../../../domain/client/merge-fields.ts'
import { formatDate } from '../../../domain/time/sao-paulo.ts'
import { FieldLines } from '../../../ui/FieldLines.tsx'
import { fieldName, leadsWords, numberWords, valueWords } from './merge-words.ts'
import classes from './Repeated.module.css'

interface ChoiceProps {
  readonly sides: readonly ComparedClient[]
  /** Uid of the client. */
  readonly chosen: string
  readonly disabled: boolean
  readonly onChoose: (uid: string) => void
}

interface OptionsProps extends ChoiceProps {
  readonly legend: string
  readonly words: (side: ComparedClient) => string
  readonly more?: (side: ComparedClient) => string
}

function Options({ legend, sides, chosen, disabled, onChoose, words, more }: OptionsProps) {
  const name = useId()
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.sides}>
        {sides.map((side) => (
          <Radio
            key={side.client.uid}
            name={name}
            value={side.client.uid}
            checked={chosen === side.client.uid}
            onChange={() => onChoose(side.client.uid)}
            label={words(side) || 'Em branco'}
            description={more?.(side)}
            className={classes.side ?? ''}
            data-chosen={chosen === side.client.uid || undefined}
          />
        ))}
      </div>
    </fieldset>
  )
}

export const Survivor = (props: ChoiceProps) => (
  <Options
    {...props}
    legend="Quem fica"
    words={({ client }) => `${client.name} (${numberWords(client)})`}
    more={({ leads, last_activity, created_at }) =>
      `${leadsWords(leads)} · última atividade ${formatDate(last_activity)} · desde ${formatDate(created_at)}`
    }
  />
)

export const ChosenField = ({ field, ...props }: ChoiceProps & { readonly field: MergeField }) => (
  <Options {...props} legend={fieldName(field)} words={({ client }) => valueWords(client, field)} />
)

interface EqualFieldsProps {
  readonly client: Client
  readonly fields: readonly MergeField[]
}

export function EqualFields({ client, fields }: EqualFieldsProps) {
  if (fields.length === 0) return null
  const lines = fields.map((field) => ({
    key: field,
    label: fieldName(field),
    words: valueWords(client, field) || '—',
  }))
  return (
    <details className={classes.equal}>
      <summary>
        <Text span size="sm" c="dimmed">
          {fields.length === 1 ? '1 campo igual' : `${fields.length} campos iguais`}
        </Text>
      </summary>
      <FieldLines lines={lines} />
    </details>
  )
}
