/** 'Se': for which leads. What is left empty is no condition. */
import { SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { Conditions } from '../../../domain/automations/definition.ts'
import { DEFINITION_NAMES } from '../../../domain/automations/fields.ts'
import { MONEY_TYPING } from '../../../domain/money/money-typing.ts'
import { ManySelect } from '../../../ui/ManySelect.tsx'
import { MaskedInput, maskOf } from '../../../ui/MaskedInput.tsx'
import { choicesFrom } from './automation-names.ts'

const LISTS = [
  { field: 'channels', any: 'Qualquer canal' },
  { field: 'insurances', any: 'Qualquer seguro' },
  { field: 'partners', any: 'Qualquer concessionária' },
  { field: 'brokers', any: 'Qualquer corretor' },
] as const
const VALUES = [
  { field: 'least_cents', label: 'Venda a partir de' },
  { field: 'most_cents', label: 'Venda de até' },
] as const

interface ConditionFieldsProps {
  readonly value: Conditions
  readonly catalogues: Catalogues | undefined
  readonly onChange: (value: Conditions) => void
  readonly errorOf: (field: string) => React.ReactNode
}

export function ConditionFields({ value, catalogues, onChange, errorOf }: ConditionFieldsProps) {
  const choices = choicesFrom(catalogues)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {LISTS.map(({ field, any }) => (
        <ManySelect
          key={field}
          label={DEFINITION_NAMES[`conditions.${field}`]}
          placeholder={value[field].length === 0 ? any : ''}
          choices={choices[field]}
          value={value[field]}
          onChange={(chosen) => onChange({ ...value, [field]: chosen })}
          error={errorOf(field)}
        />
      ))}
      {VALUES.map(({ field, label }) => {
        const cents = value[field]
        return (
          <MaskedInput
            key={field}
            label={label}
            leftSection="R$"
            value={cents === null ? '' : String(cents)}
            {...maskOf(MONEY_TYPING)}
            onChange={(typed) => onChange({ ...value, [field]: typed === '' ? null : Number(typed) })}
            error={errorOf(field)}
          />
        )
      })}
    </SimpleGrid>
  )
}
