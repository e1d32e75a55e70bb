/** 'Lead Corretor Config': which broker gets a dealership's leads of a channel and a stock type. */

import { Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { managedRules } from '../../../contract/administration/catalogues.ts'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { CatalogueValue } from '../../../domain/catalogue/catalogue.ts'
import { brokerChoices, ruleProblem } from '../../../domain/lead/assignable-broker.ts'
import { isActive } from '../../../domain/session/active.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { ActiveMark } from '../ActiveMark.tsx'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN } from '../list-columns.tsx'

/** Only channels and stock types up to these numbers have such rules: docs/rules.md#administration. */
const LAST_CHANNEL = 1
const LAST_STOCK_TYPE = 3

const names = {
  channel: (catalogues: Catalogues | undefined, id: number) => catalogues?.channels.get(id)?.name ?? '',
  partner: (catalogues: Catalogues | undefined, id: number) => catalogues?.partners.get(id) ?? '',
  insurance: (catalogues: Catalogues | undefined, id: number) => catalogues?.insurances.get(id) ?? '',
  broker: (catalogues: Catalogues | undefined, id: number) => catalogues?.users.get(id)?.name ?? '',
}

type Rule = CatalogueValue<'lead_broker_config'>

function problemOf(rule: Rule, catalogues: Catalogues | undefined, rules: readonly Rule[]): string | null {
  // Nothing is known of people and companies yet.
  if (catalogues === undefined) return null
  const [broker, partner] = [
    catalogues.users.get(rule.broker_id),
    catalogues.partnerRows.get(rule.partner_id),
  ]
  return ruleProblem(rule, { broker, partner, rules })
}

function RuleMark({ rule, problem }: { readonly rule: Rule; readonly problem: string | null }) {
  if (problem === null) return <ActiveMark active={isActive(rule)} />
  return (
    <Stack gap={2} align="flex-start">
      <SoftChip color="red" icon={<IconAlertTriangle size={14} />}>
        Não funciona
      </SoftChip>
      <Text size="xs">{problem}</Text>
    </Stack>
  )
}

export const leadBrokerConfigList = catalogueList(managedRules, {
  title: 'Lead Corretor Config',
  searchLabel: 'Buscar por empresa, estoque ou corretor',
  columns: (catalogues, rows) => [
    ID_COLUMN,
    {
      key: 'canal',
      label: 'Canal',
      cell: ({ channel_id }) => names.channel(catalogues, channel_id),
      sortBy: ({ channel_id }) => names.channel(catalogues, channel_id),
    },
    {
      key: 'empresa',
      label: 'Empresa',
      cell: ({ partner_id }) => names.partner(catalogues, partner_id),
      sortBy: ({ partner_id }) => names.partner(catalogues, partner_id),
      isTitle: true,
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
      cell: (rule) => <RuleMark rule={rule} problem={problemOf(rule, catalogues, rows)} />,
      sortBy: ({ status }) => -status,
      width: 240,
    },
  ],
  sheet: (catalogues, rows) => [
    { label: 'ID', format: 'integer', value: ({ id }) => id },
    { label: 'Canal', format: 'text', value: ({ channel_id }) => names.channel(catalogues, channel_id) },
    { label: 'Empresa', format: 'text', value: ({ partner_id }) => names.partner(catalogues, partner_id) },
    {
      label: 'Tipo de Estoque',
      format: 'text',
      value: ({ insurance_id }) => names.insurance(catalogues, insurance_id),
    },
    { label: 'Corretor', format: 'text', value: ({ broker_id }) => names.broker(catalogues, broker_id) },
    { label: 'Status', format: 'text', value: (rule) => (isActive(rule) ? 'Ativo' : 'Inativo') },
    { label: 'Por que não funciona', format: 'text', value: (rule) => problemOf(rule, catalogues, rows) },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ partner_id, insurance_id, broker_id }, catalogues) =>
    [
      names.partner(catalogues, partner_id),
      names.insurance(catalogues, insurance_id),
      names.broker(catalogues, broker_id),
    ].join(' · '),
  isActive,
  initial: (row) => ({
    channel_id: row?.channel_id ?? 0,
    partner_id: row?.partner_id ?? 0,
    insurance_id: row?.insurance_id ?? 0,
    broker_id: row?.broker_id ?? 0,
    status: row?.status ?? 1,
  }),
  fields: (form, { channels, partnerRows, insurances, users }, { row }) => {
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
          choices={[...partnerRows.values()].filter(
            ({ id, code_wf, active }) => id === row?.partner_id || (code_wf !== null && active),
          )}
          {...chosen('partner_id')}
        />
        <IdSelect
          label="Tipo de Estoque"
          choices={[...insurances].flatMap(([id, name]) => (id <= LAST_STOCK_TYPE ? { id, name } : []))}
          {...chosen('insurance_id')}
        />
        <IdSelect
          label="Corretor"
          choices={brokerChoices(users.values(), { current: row?.broker_id ?? null })}
          {...chosen('broker_id')}
        />
        {row === null ? null : (
          <Switch
            label="Ativo"
            checked={isActive(form.values)}
            onChange={(event) => form.setValues({ status: event.currentTarget.checked ? 1 : 0 })}
          />
        )}
      </Stack>
    )
  },
})
