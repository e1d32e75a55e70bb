/** 'Concorrentes': the brokers to whom a lead can be lost. */
import { Stack, Switch, TextInput } from '@mantine/core'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'

const WORDS = listWords('competitor_brokers')

export const competitorBrokerList = catalogueList(MANAGED.competitor_brokers, {
  title: 'Concorrentes',
  whenEmpty: () =>
    'São as corretoras para as quais um lead se perde; sem elas, Finalizar não tem o que oferecer.',
  columns: () => [ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isActive: ({ active }) => active,
  initial: (row) => ({ name: row?.name ?? '', active: row?.active ?? true }),
  fields: (form) => (
    <Stack gap="md">
      <TextInput label={WORDS.name} required data-autofocus {...form.getInputProps('name')} />
      <Switch label={WORDS.active} {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
})
