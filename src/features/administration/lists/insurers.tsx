/** 'Seguradoras': who insures, with every spelling by which files name it. docs/rules.md#insurers */
import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { catalogueList } from '../catalogue-list.ts'
import { UnknownSpellings } from '../insurers/UnknownSpellings.tsx'
import { ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'

const WORDS = listWords('insurers')

export const insurerList = catalogueList(MANAGED.insurers, {
  title: 'Seguradoras',
  above: (user) => <UnknownSpellings userId={user.id} />,
  columns: () => [
    ID_COLUMN,
    NAME_COLUMN,
    {
      key: 'susep',
      label: WORDS.susep,
      cell: ({ susep }) => susep ?? '',
      sortBy: ({ susep }) => susep,
      width: 150,
    },
    { key: 'grafias', label: WORDS.aliases, cell: ({ aliases }) => aliases.join(', ') },
    SITUATION_COLUMN,
  ],
  searchLabel: 'Buscar por nome ou grafia',
  idOf: ({ id }) => id,
  searchedIn: ({ name, aliases, susep }) => [name, ...aliases, susep ?? ''].join(' '),
  nameOf: ({ name }) => name,
  isActive: ({ active }) => active,
  initial: (row) => ({
    name: row?.name ?? '',
    susep: row?.susep ?? null,
    aliases: [...(row?.aliases ?? [])],
    active: row?.active ?? true,
  }),
  fields: (form) => (
    <Stack gap="md">
      <TextInput label={WORDS.name} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={WORDS.susep}
        inputMode="numeric"
        {...form.getInputProps('susep')}
        value={form.values.susep ?? ''}
      />
      <Textarea
        label={WORDS.aliases}
        description="Uma por linha. Maiúsculas, acentos e palavras como ‘Seguros’ e ‘S.A.’ não contam."
        autosize
        minRows={3}
        maxRows={12}
        value={(form.values.aliases ?? []).join('\n')}
        onChange={(event) => form.setValues({ aliases: event.currentTarget.value.split('\n') })}
        error={form.errors.aliases}
      />
      <Switch label={WORDS.active} {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  ),
})
