/** 'Situação do atendimento': the card's service-status select, for leads beyond Origem. */
import { Select } from '@mantine/core'
import type { CatalogueEntry } from '../../domain/catalogue/catalogue.ts'

interface ServiceStatusSelectProps {
  readonly value: number | null
  readonly options: readonly CatalogueEntry[]
  readonly onChange: (status: number | null) => void
}

export function ServiceStatusSelect({ value, options, onChange }: ServiceStatusSelectProps) {
  return (
    <Select
      aria-label="Situação do atendimento"
      placeholder="Situação do atendimento"
      size="sm"
      clearable
      checkIconPosition="right"
      data={options.map(({ var_id, value: label }) => ({ value: String(var_id), label }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ 'aria-label': 'Limpar situação' }}
    />
  )
}
