/** Which column of the file is which field. Required ones say so while they have none. */
import { SimpleGrid } from '@mantine/core'
import { IdSelect } from '../../ui/IdSelect.tsx'
import type { OpenFile } from './useListFile.ts'

interface MappingFieldsProps {
  readonly chosen: OpenFile
  readonly onMap: (field: string, column: number | null) => void
}

const DOUBTFUL = 'Confira esta coluna'
const NOT_MAPPED = 'Escolha a coluna'

/** What the column has, so that a person sees whether it is the right one. */
const doubtWords = (values: readonly string[]) =>
  values.length === 0
    ? `${DOUBTFUL}: está vazia`
    : `${DOUBTFUL}: ${values.map((value) => `‘${value}’`).join(', ')}`

export function MappingFields({ chosen, onMap }: MappingFieldsProps) {
  const { fields, headers, mapping, doubtful, samples } = chosen
  const columns = headers.map((header, id) => ({ id, name: header === '' ? `Coluna ${id + 1}` : header }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, md: 4 }} spacing="sm">
      {fields.map(({ name, label, required }) => {
        const place = mapping[name] ?? null
        return (
          <IdSelect
            key={name}
            label={label}
            // A header may be longer than its place.
            title={columns.find(({ id }) => id === place)?.name}
            withAsterisk={required}
            placeholder={required ? NOT_MAPPED : 'Não está no arquivo'}
            error={required && place === null ? NOT_MAPPED : undefined}
            description={
              place !== null && doubtful.includes(name) ? doubtWords(samples[place] ?? []) : undefined
            }
            descriptionProps={{ c: 'var(--farol-chip-amber-text)', fw: 600 }}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            choices={columns}
            keepOrder
            value={place}
            onChange={(column) => onMap(name, column)}
          />
        )
      })}
    </SimpleGrid>
  )
}
