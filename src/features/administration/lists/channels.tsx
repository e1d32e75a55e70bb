/** 'Canais': where leads come from, with the order of the statuses in their attendance. */
import { Checkbox, Stack, Switch, TextInput } from '@mantine/core'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { DEFAULT_STATUS_FLOW, statusLine } from '../../../domain/lead/status.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'
import { StatusFlow } from '../StatusFlow.tsx'

const WORDS = listWords('channels')

export const channelList = catalogueList(MANAGED.channels, {
  title: 'Canais',
  columns: (catalogues) => [
    ID_COLUMN,
    NAME_COLUMN,
    {
      key: 'principal',
      label: WORDS.parent_id,
      cell: ({ parent_id }) => (parent_id === null ? '' : catalogues?.channels.get(parent_id)?.name),
      sortBy: ({ parent_id }) =>
        parent_id === null ? null : (catalogues?.channels.get(parent_id)?.name ?? null),
    },
    {
      key: 'fluxo',
      label: WORDS.status_flow,
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
      <TextInput label={WORDS.name} required data-autofocus {...form.getInputProps('name')} />
      <IdSelect
        label={WORDS.parent_id}
        choices={[...channels.values()].filter(({ id, active }) => active && id !== row?.id)}
        value={form.values.parent_id ?? null}
        onChange={(chosen) => form.setValues({ parent_id: chosen })}
        error={form.errors.parent_id}
      />
      <StatusFlow
        label={WORDS.status_flow}
        value={form.values.status_flow}
        onChange={(status_flow) => form.setValues({ status_flow })}
      />
      <Checkbox
        label={WORDS.renewal}
        description="Os leads deste canal contam nos relatórios como renovação"
        {...form.getInputProps('renewal', { type: 'checkbox' })}
      />
      <Switch label={WORDS.active} {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
})
