/** 'Concorrentes': the brokers to whom a lead can be lost. */
import { Stack, Switch, TextInput } from '@mantine/core'
import {
  competitorBrokerBodySchema,
  competitorBrokerRoutes,
} from '../../../contract/administration/catalogues.ts'
import { ActiveMark } from '../ActiveMark.tsx'
import type { CatalogueList } from '../catalogue-list.ts'

export const competitorBrokerList: CatalogueList<'competitor_broker', typeof competitorBrokerBodySchema> = {
  kind: 'competitor_broker',
  entity: 'competitor_brokers',
  title: 'Concorrentes',
  newTitle: 'Novo concorrente',
  editTitle: 'Editar concorrente',
  noun: 'o concorrente',
  action: 'competitorBrokers.manage',
  columns: () => [
    { key: 'id', label: 'ID', cell: ({ id }) => id, sortBy: ({ id }) => id, width: 80 },
    { key: 'nome', label: 'Nome', cell: ({ name }) => name, sortBy: ({ name }) => name, isTitle: true },
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
  body: competitorBrokerBodySchema,
  initial: (row) => ({ name: row?.name ?? '', active: row?.active ?? true }),
  fields: (form) => (
    <Stack gap="md">
      <TextInput label="Nome" required data-autofocus {...form.getInputProps('name')} />
      <Switch label="Ativo" {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
  routes: competitorBrokerRoutes,
  saved: { created: 'Concorrente criado com sucesso', updated: 'Concorrente modificado com sucesso' },
}
