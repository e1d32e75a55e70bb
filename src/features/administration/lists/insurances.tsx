/** 'Seguros' */
import { SegmentedControl, Stack, Switch, TextInput } from '@mantine/core'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'

const TYPES = [
  { value: '1', label: 'Pessoa física' },
  { value: '2', label: 'Pessoa jurídica' },
]

export const insuranceList = catalogueList(MANAGED.insurances, {
  title: 'Seguros',
  columns: () => [
    ID_COLUMN,
    NAME_COLUMN,
    {
      key: 'tipo',
      label: 'Linha',
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
      <TextInput label="Nome" required data-autofocus {...form.getInputProps('name')} />
      <SegmentedControl
        aria-label="Linha"
        data={TYPES}
        value={String(form.values.type)}
        onChange={(type) => form.setValues({ type: type === '2' ? 2 : 1 })}
      />
      <Switch
        label="Seguro de pessoas"
        description="Vida, saúde, previdência, viagem e outros: muda por quanto tempo a guarda legal vale"
        {...form.getInputProps('persons', { type: 'checkbox' })}
      />
      <Switch label="Ativo" {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
})
