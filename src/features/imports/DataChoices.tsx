/** What is asked once for the whole file: the system that it comes from, and what lines get that have none. */
import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { LONGEST_SOURCE } from '../../contract/imports.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { choosable } from '../../domain/catalogue/catalogue.ts'
import type { ImportList } from '../../domain/imports/lists.ts'
import type { ImportDefaults } from '../../domain/imports/names.ts'
import { brokerChoices } from '../../domain/lead/assignable-broker.ts'
import { ROLE_NAMES } from '../../domain/permissions/role-names.ts'
import { isAdministration } from '../../domain/permissions/roles.ts'
import { IdSelect } from '../../ui/IdSelect.tsx'

type Default = 'channel_id' | 'broker_id' | 'inviter_id' | 'partner_id' | 'insurance_id' | 'role_id'

interface DefaultLine {
  readonly name: Default
  readonly label: string
}

/** In the order of the form. */
const DEFAULTS: Readonly<Record<ImportList, readonly DefaultLine[]>> = {
  clients: [],
  leads: [
    { name: 'channel_id', label: 'Canal' },
    { name: 'broker_id', label: 'Corretor' },
    { name: 'inviter_id', label: 'Indicador' },
    { name: 'partner_id', label: 'Concessionária' },
    { name: 'insurance_id', label: 'Seguro' },
  ],
  users: [
    { name: 'role_id', label: 'Perfil' },
    { name: 'channel_id', label: 'Canal' },
    { name: 'partner_id', label: 'Concessionária' },
  ],
  partners: [],
}

/** Whose names lines have. */
export const hasNames = (list: ImportList): boolean => DEFAULTS[list].length > 0

/** Id of the field of the system. */
export const SOURCE_FIELD = 'sistema-de-origem'
/** Id of the list of known systems. */
const SUGGESTIONS = 'sistemas-de-origem'
const SYSTEMS = ['Pipedrive', 'RD Station', 'HubSpot', 'Quiver', 'Planilha']

function choicesOf(
  name: Default,
  chosen: number | null,
  { catalogues, today }: Pick<DataChoicesProps, 'catalogues' | 'today'>,
) {
  const users = [...(catalogues?.users.values() ?? [])]
  switch (name) {
    case 'channel_id':
      return choosable(catalogues?.channels.values() ?? [], chosen)
    case 'broker_id':
      return brokerChoices(users, { today })
    case 'inviter_id':
      return choosable(users, chosen)
    case 'partner_id':
      return choosable(catalogues?.partnerRows.values() ?? [], chosen)
    case 'insurance_id':
      return choosable(catalogues?.insuranceRows ?? [], chosen)
    case 'role_id':
      return ROLE_NAMES.filter(({ id }) => !isAdministration(id))
  }
}

interface DataChoicesProps {
  readonly list: ImportList
  readonly catalogues: Catalogues | undefined
  /** YYYY-MM-DD. */
  readonly today: string
  readonly source: string
  readonly defaults: ImportDefaults
  /** Of earlier imports. */
  readonly sources: readonly string[]
  /** The source is missing, and the user tried to go on. */
  readonly problem: string | null
  readonly onSource: (source: string) => void
  readonly onDefaults: (change: Partial<ImportDefaults>) => void
}

export function DataChoices(props: DataChoicesProps) {
  const { list, source, defaults, sources, problem, onSource, onDefaults } = props
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="md">
        <div>
          <TextInput
            id={SOURCE_FIELD}
            label="Sistema de origem"
            required
            maxLength={LONGEST_SOURCE}
            list={SUGGESTIONS}
            value={source}
            onChange={(event) => onSource(event.currentTarget.value)}
            error={problem}
          />
          <datalist id={SUGGESTIONS}>
            {[...new Set([...sources, ...SYSTEMS])].map((system) => (
              <option key={system} value={system}>
                {system}
              </option>
            ))}
          </datalist>
        </div>
        {DEFAULTS[list].map(({ name, label }) => (
          <IdSelect
            key={name}
            label={`${label}, se faltar`}
            placeholder="Nenhum"
            keepOrder={name === 'role_id'}
            choices={choicesOf(name, defaults[name], props)}
            value={defaults[name]}
            onChange={(id) => onDefaults({ [name]: id })}
          />
        ))}
      </SimpleGrid>
      {hasNames(list) ? (
        <Radio.Group
          label="Quando a planilha traz um nome que não está no Farol"
          value={defaults.unknown}
          onChange={(unknown) => onDefaults({ unknown: unknown === 'default' ? 'default' : 'refuse' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="refuse" label="Recusar a linha, com o nome no motivo" />
            <Radio value="default" label="Usar o que foi escolhido acima" />
          </Stack>
        </Radio.Group>
      ) : null}
    </Stack>
  )
}
