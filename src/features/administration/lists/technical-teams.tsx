/** 'Equipes Técnicas' */
import { Stack, Switch, Textarea } from '@mantine/core'
import { technicalTeamBodySchema, technicalTeamRoutes } from '../../../contract/administration/catalogues.ts'
import { ManySelect } from '../../../ui/ManySelect.tsx'
import { ActiveMark } from '../ActiveMark.tsx'
import type { CatalogueList } from '../catalogue-list.ts'

export const technicalTeamList: CatalogueList<'technical_team', typeof technicalTeamBodySchema> = {
  kind: 'technical_team',
  entity: 'technical_teams',
  title: 'Equipes Técnicas',
  newTitle: 'Nova equipe técnica',
  editTitle: 'Editar equipe técnica',
  noun: 'a equipe',
  action: 'catalogues.manage',
  columns: () => [
    { key: 'id', label: 'ID', cell: ({ id }) => id, sortBy: ({ id }) => id, width: 80 },
    {
      key: 'descricao',
      label: 'Descrição',
      cell: ({ description }) => description,
      sortBy: ({ description }) => description,
      isTitle: true,
    },
    {
      key: 'canais',
      label: 'Canais',
      cell: ({ channels }) => channels.map(({ name }) => name).join(', '),
      sortBy: ({ channels }) => channels.length,
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
  nameOf: ({ description }) => description,
  isActive: ({ active }) => active,
  body: technicalTeamBodySchema,
  initial: (row) => ({
    description: row?.description ?? '',
    channels: row?.channels.map(({ id }) => id) ?? [],
    active: row?.active ?? true,
  }),
  fields: (form, { channels }) => (
    <Stack gap="md">
      <Textarea
        label="Descrição"
        required
        data-autofocus
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <ManySelect
        label="Canais"
        choices={[...channels.values()]}
        value={form.values.channels ?? []}
        onChange={(chosen) => form.setValues({ channels: chosen })}
        error={form.errors.channels}
      />
      <Switch label="Ativo" {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
  routes: technicalTeamRoutes,
  saved: { created: 'Equipe criada com sucesso', updated: 'Equipe modificada com sucesso' },
}
