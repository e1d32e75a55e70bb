/** 'Lead Corretor Config': which broker gets a dealership's leads of a channel and a stock type. */

import { Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { isActive } from '../../../domain/session/active.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { ActiveChip } from '../ActiveChip.tsx'
import { catalogueList } from '../catalogue-list.ts'
import { ID_COLUMN } from '../list-columns.tsx'
import { cautionOf, problemOf, RULE_WORDS, type Rule, ruleChoices, ruleNames } from '../rules/rule-words.ts'

interface RuleMarkProps {
  readonly rule: Rule
  readonly catalogues: Catalogues | undefined
  readonly rules: readonly Rule[]
}

function RuleMark({ rule, catalogues, rules }: RuleMarkProps) {
  const problem = problemOf(rule, catalogues, rules)
  const caution = isActive(rule) ? cautionOf(rule, catalogues) : null
  if (problem === null && caution === null) return <ActiveChip active={isActive(rule)} />
  return (
    <Stack gap={2} align="flex-start">
      <SoftChip color={problem === null ? 'yellow' : 'red'} icon={<IconAlertTriangle size={14} />}>
        {problem === null ? 'Confira a equipe' : 'Não funciona'}
      </SoftChip>
      <Text size="xs">{problem ?? caution}</Text>
    </Stack>
  )
}

const UncoveredLeads = lazyAfterPaint(
  async () => (await import('../rules/UncoveredLeads.tsx')).UncoveredLeads,
)
const NewRulesDialog = lazyAfterPaint(
  async () => (await import('../rules/NewRulesDialog.tsx')).NewRulesDialog,
)

function NewRules(props: { readonly user: SessionUser; readonly onClose: () => void }) {
  const rules = useLiveQuery(
    async () => catalogue(openMirror(props.user.id), 'lead_broker_config'),
    [props.user.id],
  )
  const catalogues = useCatalogues(props.user.id)
  if (rules === undefined || catalogues === undefined) return null
  return <NewRulesDialog catalogues={catalogues} rules={rules} onClose={props.onClose} />
}

export const leadBrokerConfigList = catalogueList(MANAGED.lead_broker_config, {
  title: 'Lead Corretor Config',
  searchLabel: 'Buscar por empresa, estoque ou corretor',
  columns: (catalogues, rows) => [
    ID_COLUMN,
    {
      key: 'canal',
      label: RULE_WORDS.channel_id,
      cell: ({ channel_id }) => ruleNames.channel(catalogues, channel_id),
      sortBy: ({ channel_id }) => ruleNames.channel(catalogues, channel_id),
    },
    {
      key: 'empresa',
      label: RULE_WORDS.partner_id,
      cell: ({ partner_id }) => ruleNames.partner(catalogues, partner_id),
      sortBy: ({ partner_id }) => ruleNames.partner(catalogues, partner_id),
      isTitle: true,
    },
    {
      key: 'estoque',
      label: RULE_WORDS.insurance_id,
      cell: ({ insurance_id }) => ruleNames.insurance(catalogues, insurance_id),
      sortBy: ({ insurance_id }) => ruleNames.insurance(catalogues, insurance_id),
    },
    {
      key: 'corretor',
      label: RULE_WORDS.broker_id,
      cell: ({ broker_id }) => ruleNames.broker(catalogues, broker_id),
      sortBy: ({ broker_id }) => ruleNames.broker(catalogues, broker_id),
    },
    {
      key: 'status',
      label: 'Status',
      cell: (rule) => <RuleMark rule={rule} catalogues={catalogues} rules={rows} />,
      sortBy: ({ status }) => -status,
      width: 240,
    },
  ],
  sheet: (catalogues, rows) => [
    { label: 'ID', format: 'integer', value: ({ id }) => id },
    {
      label: RULE_WORDS.channel_id,
      format: 'text',
      value: ({ channel_id }) => ruleNames.channel(catalogues, channel_id),
    },
    {
      label: RULE_WORDS.partner_id,
      format: 'text',
      value: ({ partner_id }) => ruleNames.partner(catalogues, partner_id),
    },
    {
      label: RULE_WORDS.insurance_id,
      format: 'text',
      value: ({ insurance_id }) => ruleNames.insurance(catalogues, insurance_id),
    },
    {
      label: RULE_WORDS.broker_id,
      format: 'text',
      value: ({ broker_id }) => ruleNames.broker(catalogues, broker_id),
    },
    { label: 'Status', format: 'text', value: (rule) => (isActive(rule) ? 'Ativo' : 'Inativo') },
    {
      label: 'Por que não funciona',
      format: 'text',
      value: (rule) =>
        problemOf(rule, catalogues, rows) ?? (isActive(rule) ? cautionOf(rule, catalogues) : null),
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ partner_id, insurance_id, broker_id }, catalogues) =>
    [
      ruleNames.partner(catalogues, partner_id),
      ruleNames.insurance(catalogues, insurance_id),
      ruleNames.broker(catalogues, broker_id),
    ].join(' · '),
  isActive,
  initial: (row) => ({
    channel_id: row?.channel_id ?? 0,
    partner_id: row?.partner_id ?? 0,
    insurance_id: row?.insurance_id ?? 0,
    broker_id: row?.broker_id ?? 0,
    status: row?.status ?? 1,
  }),
  newDialog: (user, onClose) => <NewRules user={user} onClose={onClose} />,
  whenEmpty: (catalogues) =>
    (catalogues === undefined ? undefined : ruleChoices(catalogues, { current: null }).hints.partner) ??
    'Uma regra manda os leads de uma empresa a um corretor. Sem regra, toda a equipe os vê.',
  above: (user) => <UncoveredLeads user={user} />,
  fields: (form, catalogues, { row }) => {
    const { channels, partners, insurances, brokers, hints } = ruleChoices(catalogues, { current: row })
    const chosen = (field: 'channel_id' | 'partner_id' | 'insurance_id' | 'broker_id') => ({
      required: true,
      value: form.values[field] === 0 ? null : form.values[field],
      onChange: (id: number | null) => form.setValues({ [field]: id ?? 0 }),
      error: form.errors[field],
    })
    const caution = cautionOf(form.values, catalogues)
    return (
      <Stack gap="md">
        <IdSelect label={RULE_WORDS.channel_id} choices={channels} {...chosen('channel_id')} />
        <IdSelect
          label={RULE_WORDS.partner_id}
          choices={partners}
          description={hints.partner}
          {...chosen('partner_id')}
        />
        <IdSelect
          label={RULE_WORDS.insurance_id}
          choices={insurances}
          description={hints.insurance}
          {...chosen('insurance_id')}
        />
        <IdSelect
          label={RULE_WORDS.broker_id}
          choices={brokers}
          description={caution ?? hints.broker}
          {...chosen('broker_id')}
        />
        <Switch
          label={RULE_WORDS.status}
          checked={isActive(form.values)}
          onChange={(event) => form.setValues({ status: event.currentTarget.checked ? 1 : 0 })}
        />
      </Stack>
    )
  },
})
