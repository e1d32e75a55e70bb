/** Which column of the file is which field. Required ones say so while they have none. */
import { SimpleGrid } from '@mantine/core'
import { RENEWAL_COLUMNS, RENEWAL_FIELDS, type RenewalField } from '../../domain/renewals/columns.ts'
import { IdSelect } from '../../ui/IdSelect.tsx'
import type { OpenFile } from './useRenewalFile.ts'

interface MappingFieldsProps {
  readonly chosen: OpenFile
  readonly onMap: (field: RenewalField, column: number | null) => void
}

const DOUBTFUL = 'Confira esta coluna'
const NOT_MAPPED = 'Escolha a coluna'

export function MappingFields({ chosen: { headers, mapping, doubtful }, onMap }: MappingFieldsProps) {
  const columns = headers.map((header, id) => ({ id, name: header === '' ? `Coluna ${id + 1}` : header }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, md: 5 }} spacing="sm">
      {RENEWAL_FIELDS.map((field) => {
        const { label, required } = RENEWAL_COLUMNS[field]
        const missing = required && mapping[field] === null
        return (
          <IdSelect
            key={field}
            label={label}
            withAsterisk={required}
            placeholder={required ? NOT_MAPPED : 'Não está no arquivo'}
            error={missing ? NOT_MAPPED : undefined}
            description={doubtful.includes(field) ? DOUBTFUL : undefined}
            descriptionProps={{ c: 'var(--farol-chip-amber-text)', fw: 600 }}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            choices={columns}
            keepOrder
            value={mapping[field]}
            onChange={(column) => onMap(field, column)}
          />
        )
      })}
    </SimpleGrid>
  )
}
