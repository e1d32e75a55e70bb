/** 'Seguros' */
import { SegmentedControl, Stack, Switch, TextInput } from '@mantine/core'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'

const TYPES = [
  { value: '1', label: 'Pessoa física' },
  { value: '2', label: 'Pessoa jurídica' },
]

const WORDS = listWords('insurances')

export const insuranceList = catalogueList(MANAGED.insurances, {
  title: 'Seguros',
  columns: () => [
    ID_COLUMN,
    NAME_COLUMN,
    {
      key: 'tipo',
      label: WORDS.type,
      cell: ({ type }) => (type === 2 ? 'Pessoa jurídica' : 'Pessoa física'),
      sortBy: ({ type }) => type,
    },
    SITUATION_COLUMN,
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isActive: ({ active }) => active,
  initial: (row) => ({
    name: row?.name ?? '',
    type: row?.type ?? 1,
    active: row?.active ?? true,
    persons: row?.persons ?? false,
  }),
  fields: (form) => (
    <Stack gap="md">
      <TextInput label={WORDS.name} required data-autofocus {...form.getInputProps('name')} />
      <SegmentedControl
        aria-label={WORDS.type}
        data={TYPES}
        value={String(form.values.type)}
        onChange={(type) => form.setValues({ type: type === '2' ? 2 : 1 })}
      />
      <Switch
        label={WORDS.persons}
        description="Vida, saúde, previdência, viagem e outros: muda por quanto tempo a guarda legal vale"
        {...form.getInputProps('persons', { type: 'checkbox' })}
      />
      <Switch label={WORDS.active} {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
})
