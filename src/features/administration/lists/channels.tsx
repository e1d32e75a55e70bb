/** 'Canais': where leads come from, with the order of the statuses in their attendance. */
import { Checkbox, Stack, Switch, TextInput } from '@mantine/core'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { DEFAULT_STATUS_FLOW, statusLine } from '../../../domain/lead/status.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'
import { StatusFlow } from '../StatusFlow.tsx'

export const channelList = catalogueList(MANAGED.channels, {
  title: 'Canais',
  columns: (catalogues) => [
    ID_COLUMN,
    NAME_COLUMN,
    {
      key: 'principal',
      label: 'Canal principal',
      cell: ({ parent_id }) => (parent_id === null ? '' : catalogues?.channels.get(parent_id)?.name),
      sortBy: ({ parent_id }) =>
        parent_id === null ? null : (catalogues?.channels.get(parent_id)?.name ?? null),
    },
    {
      key: 'fluxo',
      label: 'Fluxo de atendimento',
      cell: ({ attendance_flow }) =>
        attendance_flow.status_flow.map((status) => statusLine(status).label).join(' → '),
    },
    {
      key: 'renovacao',
      label: 'Renovação',
      cell: ({ renewal }) => (renewal ? 'Sim' : ''),
      sortBy: ({ renewal }) => Number(!renewal),
      width: 120,
    },
    SITUATION_COLUMN,
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isActive: ({ active }) => active,
  initial: (row) => ({
    name: row?.name ?? '',
    parent_id: row?.parent_id ?? null,
    status_flow: [...(row?.attendance_flow.status_flow ?? DEFAULT_STATUS_FLOW)],
    active: row?.active ?? true,
    renewal: row?.renewal ?? false,
  }),
  fields: (form, { channels }, { row }) => (
    <Stack gap="md">
      <TextInput label="Nome" required data-autofocus {...form.getInputProps('name')} />
      <IdSelect
        label="Canal principal"
        choices={[...channels.values()].filter(({ id, active }) => active && id !== row?.id)}
        value={form.values.parent_id ?? null}
        onChange={(chosen) => form.setValues({ parent_id: chosen })}
        error={form.errors.parent_id}
      />
      <StatusFlow
        value={form.values.status_flow}
        onChange={(status_flow) => form.setValues({ status_flow })}
      />
      <Checkbox
        label="Canal de renovação"
        description="Os leads deste canal contam nos relatórios como renovação"
        {...form.getInputProps('renewal', { type: 'checkbox' })}
      />
      <Switch label="Ativo" {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
})
