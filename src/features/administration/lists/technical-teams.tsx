/** 'Equipes Técnicas' */
import { Stack, Switch, Textarea } from '@mantine/core'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { ManySelect } from '../../../ui/ManySelect.tsx'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'

const WORDS = listWords('technical_teams')

export const technicalTeamList = catalogueList(MANAGED.technical_teams, {
  title: 'Equipes Técnicas',
  whenEmpty: () =>
    'Uma equipe diz que canais os seus corretores atendem. Sem equipe, um corretor não vê leads novos.',
  columns: () => [
    ID_COLUMN,
    {
      key: 'descricao',
      label: WORDS.description,
      cell: ({ description }) => description,
      sortBy: ({ description }) => description,
      isTitle: true,
    },
    {
      key: 'canais',
      label: WORDS.channels,
      cell: ({ channels }) => channels.map(({ name }) => name).join(', '),
      sortBy: ({ channels }) => channels.length,
    },
    SITUATION_COLUMN,
  ],
  idOf: ({ id }) => id,
  nameOf: ({ description }) => description,
  isActive: ({ active }) => active,
  initial: (row) => ({
    description: row?.description ?? '',
    channels: row?.channels.map(({ id }) => id) ?? [],
    active: row?.active ?? true,
  }),
  fields: (form, { channels }) => (
    <Stack gap="md">
      <Textarea
        label={WORDS.description}
        required
        data-autofocus
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <ManySelect
        label={WORDS.channels}
        choices={[...channels.values()]}
        value={form.values.channels ?? []}
        onChange={(chosen) => form.setValues({ channels: chosen })}
        error={form.errors.channels}
      />
      <Switch label={WORDS.active} {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
})
