/** 'Seguros' */
import { SegmentedControl, Stack, Switch, TextInput } from '@mantine/core'
import { insuranceBodySchema, insuranceRoutes } from '../../../contract/administration/catalogues.ts'
import { ActiveMark } from '../ActiveMark.tsx'
import type { CatalogueList } from '../catalogue-list.ts'

const TYPES = [
  { value: '1', label: 'Pessoa física' },
  { value: '2', label: 'Empresa' },
]

export const insuranceList: CatalogueList<'insurance', typeof insuranceBodySchema> = {
  kind: 'insurance',
  entity: 'insurances',
  title: 'Seguros',
  newTitle: 'Novo seguro',
  editTitle: 'Editar seguro',
  noun: 'o seguro',
  action: 'catalogues.manage',
  columns: () => [
    { key: 'id', label: 'ID', cell: ({ id }) => id, sortBy: ({ id }) => id, width: 80 },
    { key: 'nome', label: 'Nome', cell: ({ name }) => name, sortBy: ({ name }) => name, isTitle: true },
    {
      key: 'tipo',
      label: 'Linha',
      cell: ({ type }) => (type === 2 ? 'Empresa' : 'Pessoa física'),
      sortBy: ({ type }) => type,
    },
    {
      key: 'situacao',
      label: 'Situação',
      cell: ({ active }) => <ActiveMark active={active} />,
      sortBy: ({ active }) => Number(!active),
      width: 120,
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isActive: ({ active }) => active,
  body: insuranceBodySchema,
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
  routes: insuranceRoutes,
  saved: { created: 'Seguro criado com sucesso', updated: 'Seguro modificado com sucesso' },
}
