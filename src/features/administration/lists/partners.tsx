/** 'Parceiros': the dealerships, with the template of their quoting system's link. */
import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { mapResult } from '../../../api/call-result.ts'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { EMPTY_CLIENT } from '../../../domain/client/fields.ts'
import { quoteLink } from '../../../domain/lead/quote-link.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { roleOf } from '../../../domain/session/role.ts'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN, NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'
import { PartnerKeysDialog } from '../partner-keys/PartnerKeysDialog.tsx'

/** Whom the preview of a link is about. */
const EXAMPLE = {
  client: { ...EMPTY_CLIENT, name: 'Maria da Silva', cpf: '52998224725', mail: 'maria@exemplo.com.br' },
  insuranceId: 1,
  leadId: 1234,
}

const WORDS = listWords('partners')

export const partnerList = catalogueList(MANAGED.partners, {
  title: 'Parceiros',
  whenEmpty: () => 'Cadastre primeiro as concessionárias: usuários, leads e regras as escolhem daqui.',
  columns: () => [
    ID_COLUMN,
    NAME_COLUMN,
    {
      key: 'code_wf',
      label: WORDS.code_wf,
      cell: ({ code_wf }) => code_wf,
      sortBy: ({ code_wf }) => code_wf,
    },
    {
      key: 'cotacao',
      label: WORDS.release_quote,
      cell: ({ release_quote }) => (release_quote ? 'Sim' : 'Não'),
      sortBy: ({ release_quote }) => Number(!release_quote),
    },
    SITUATION_COLUMN,
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isActive: ({ active }) => active,
  initial: (row) => ({
    name: row?.name ?? '',
    code_wf: row?.code_wf ?? '',
    release_quote: row?.release_quote ?? false,
    quote_link_template: '',
    active: row?.active ?? true,
    shared_tablet: false,
  }),
  load: async (token, id) =>
    mapResult(await call(MANAGED.partners.read, { token, params: { id } }), (partner) => ({
      id,
      revision: partner.revision,
      values: {
        name: partner.name,
        code_wf: partner.code_wf ?? '',
        release_quote: partner.release_quote,
        quote_link_template: partner.quote_link_template ?? '',
        active: partner.active,
        shared_tablet: partner.shared_tablet,
      },
    })),
  fields: (form, _catalogues, { user }) => {
    const template = form.values.quote_link_template ?? ''
    const preview = template === '' ? null : quoteLink(template, EXAMPLE)
    return (
      <Stack gap="md">
        <TextInput label={WORDS.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={WORDS.code_wf}
          description="Código da concessionária no sistema de workflow"
          {...form.getInputProps('code_wf')}
        />
        <Switch label={WORDS.release_quote} {...form.getInputProps('release_quote', { type: 'checkbox' })} />
        <Textarea
          label={WORDS.quote_link_template}
          description="Os campos entre chaves são preenchidos com os dados do cliente: {name}, {cpf}, {mail}, {phone}, {cellphone}, {birth_date}, {cep}, {insurance_id}, {lead_id}"
          autosize
          minRows={2}
          {...form.getInputProps('quote_link_template')}
        />
        {preview === null ? null : (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Exemplo: {preview}
          </Text>
        )}
        {may('sharedTablets.mark', roleOf(user)) ? (
          <Switch
            label={WORDS.shared_tablet}
            description="Quem é desta concessionária trabalha em tablets da loja: na próxima entrada o aparelho é protegido, e a próxima senha tem ao menos 12 caracteres. Corretores são marcados em Usuários"
            {...form.getInputProps('shared_tablet', { type: 'checkbox' })}
          />
        ) : null}
        <Switch label={WORDS.active} {...form.getInputProps('active', { type: 'checkbox' })} />
      </Stack>
    )
  },
  more: {
    action: 'partnerKeys.manage',
    labelOf: (name) => `Chaves de ${name}`,
    tip: 'Chaves',
    icon: <IconKey size={18} />,
    dialog: (partner, opened, onClose) => (
      <PartnerKeysDialog partner={partner} opened={opened} onClose={onClose} />
    ),
  },
})
