/** 'Lead Corretor Config': which broker gets a dealership's leads of a channel and a stock type. */
import { Stack, Switch } from '@mantine/core'
import {
  leadBrokerConfigBodySchema,
  leadBrokerConfigRoutes,
} from '../../../contract/administration/catalogues.ts'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { ActiveMark } from '../ActiveMark.tsx'
import type { CatalogueList } from '../catalogue-list.ts'

/** Only channels and stock types up to these numbers have such rules: docs/rules.md#administration. */
const LAST_CHANNEL = 1
const LAST_STOCK_TYPE = 3

const names = {
  channel: (catalogues: Catalogues | undefined, id: number) => catalogues?.channels.get(id)?.name ?? '',
  partner: (catalogues: Catalogues | undefined, id: number) => catalogues?.partners.get(id) ?? '',
  insurance: (catalogues: Catalogues | undefined, id: number) => catalogues?.insurances.get(id) ?? '',
  broker: (catalogues: Catalogues | undefined, id: number) => catalogues?.users.get(id)?.name ?? '',
}

export const leadBrokerConfigList: CatalogueList<'lead_broker_config', typeof leadBrokerConfigBodySchema> = {
  kind: 'lead_broker_config',
  entity: 'lead_broker_config',
  title: 'Lead Corretor Config',
  newTitle: 'Nova regra',
  editTitle: 'Editar regra',
  noun: 'a regra',
  action: 'catalogues.manage',
  columns: (catalogues) => [
    { key: 'id', label: 'ID', cell: ({ id }) => id, sortBy: ({ id }) => id, width: 80 },
    {
      key: 'empresa',
      label: 'Empresa',
      cell: ({ partner_id }) => names.partner(catalogues, partner_id),
      sortBy: ({ partner_id }) => names.partner(catalogues, partner_id),
      isTitle: true,
    },
    {
      key: 'canal',
      label: 'Canal',
      cell: ({ channel_id }) => names.channel(catalogues, channel_id),
      sortBy: ({ channel_id }) => names.channel(catalogues, channel_id),
    },
    {
      key: 'estoque',
      label: 'Tipo de Estoque',
      cell: ({ insurance_id }) => names.insurance(catalogues, insurance_id),
      sortBy: ({ insurance_id }) => names.insurance(catalogues, insurance_id),
    },
    {
      key: 'corretor',
      label: 'Corretor',
      cell: ({ broker_id }) => names.broker(catalogues, broker_id),
      sortBy: ({ broker_id }) => names.broker(catalogues, broker_id),
    },
    {
      key: 'status',
      label: 'Status',
      cell: ({ status }) => <ActiveMark active={status === 1} />,
      sortBy: ({ status }) => -status,
      width: 120,
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ partner_id, insurance_id, broker_id }, catalogues) =>
    [
      names.partner(catalogues, partner_id),
      names.insurance(catalogues, insurance_id),
      names.broker(catalogues, broker_id),
    ].join(' · '),
  isActive: ({ status }) => status === 1,
  body: leadBrokerConfigBodySchema,
  initial: (row) => ({
    channel_id: row?.channel_id ?? 0,
    partner_id: row?.partner_id ?? 0,
    insurance_id: row?.insurance_id ?? 0,
    broker_id: row?.broker_id ?? 0,
    status: row?.status ?? 1,
  }),
  fields: (form, { channels, partnerRows, insurances, users }, row) => {
    const chosen = (field: 'channel_id' | 'partner_id' | 'insurance_id' | 'broker_id') => ({
      required: true,
      value: form.values[field] === 0 ? null : form.values[field],
      onChange: (id: number | null) => form.setValues({ [field]: id ?? 0 }),
      error: form.errors[field],
    })
    return (
      <Stack gap="md">
        <IdSelect
          label="Canal"
          choices={[...channels.values()].filter(({ id }) => id <= LAST_CHANNEL)}
          {...chosen('channel_id')}
        />
        <IdSelect
          label="Empresa"
          choices={[...partnerRows.values()].filter(({ code_wf, active }) => code_wf !== null && active)}
          {...chosen('partner_id')}
        />
        <IdSelect
          label="Tipo de Estoque"
          choices={[...insurances].flatMap(([id, name]) => (id <= LAST_STOCK_TYPE ? { id, name } : []))}
          {...chosen('insurance_id')}
        />
        <IdSelect
          label="Corretor"
          choices={[...users.values()].filter(({ role_id, active }) => role_id === 3 && active)}
          {...chosen('broker_id')}
        />
        {row === null ? null : (
          <Switch
            label="Ativa"
            checked={form.values.status === 1}
            onChange={(event) => form.setValues({ status: event.currentTarget.checked ? 1 : 0 })}
          />
        )}
      </Stack>
    )
  },
  routes: leadBrokerConfigRoutes,
  saved: { created: 'Regra criada com sucesso', updated: 'Regra modificada com sucesso' },
}
