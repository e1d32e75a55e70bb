/** New rules of lead and broker: one broker for each combination of channels, dealerships and stock types. */
import { List, Stack, Text } from '@mantine/core'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { combinations, ruleInForce } from '../../../domain/lead/broker-rules.ts'
import { REQUIRED_FIELD } from '../../../domain/text/required.ts'
import { FormDialog, type SaveOutcome } from '../../../ui/FormDialog.tsx'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { ManySelect } from '../../../ui/ManySelect.tsx'
import { notify } from '../../../ui/notify.ts'
import { cautionOf, leadsWords, RULE_WORDS, type Rule, ruleChoices, ruleNames } from './rule-words.ts'
import { type NewRule, type RuleOutcome, ruleKey, useNewRules } from './useNewRules.ts'

interface Values extends Record<string, unknown> {
  readonly channels: number[]
  readonly partners: number[]
  readonly insurances: number[]
  readonly broker_id: number | null
}

/** What is chosen when the dialog opens. */
export type RulesBeginning = Pick<Values, 'channels' | 'partners' | 'insurances'>

interface NewRulesDialogProps {
  readonly catalogues: Catalogues
  readonly rules: readonly Rule[]
  readonly beginning?: RulesBeginning | undefined
  readonly onClose: () => void
}

const count = (rules: number) => (rules === 1 ? '1 regra' : `${rules} regras`)

const createdWords = (rules: number) =>
  rules === 1 ? 'Regra criada com sucesso' : `${rules} regras criadas com sucesso`

/** Whether this dialog made the rule: it was answered, or the pull has brought what had no answer. */
const isMade = (
  rule: NewRule,
  inForce: Rule | undefined,
  outcomes: ReadonlyMap<string, RuleOutcome>,
): boolean => {
  const outcome = outcomes.get(ruleKey(rule))
  return outcome?.kind === 'saved' || (outcome !== undefined && inForce?.broker_id === rule.broker_id)
}

export function NewRulesDialog({ catalogues, rules, beginning, onClose }: NewRulesDialogProps) {
  const { channels, partners, insurances, brokers, hints } = ruleChoices(catalogues, { current: null })
  const { outcomes, save } = useNewRules()
  const wanted = ({ broker_id, ...choices }: Values): NewRule[] =>
    broker_id === null ? [] : combinations(choices).map((leads) => ({ ...leads, broker_id }))
  /** What an answer says that this dialog saved is not among them. */
  const inForce = (rule: NewRule) =>
    outcomes.get(ruleKey(rule))?.kind === 'saved' ? undefined : ruleInForce(rules, rule)
  const saveAll = async (values: Values): Promise<SaveOutcome<Values>> => {
    const all = wanted(values)
    const missing = all.filter((rule) => inForce(rule) === undefined)
    if (missing.length === 0) return ended(all)
    const saved = await save(missing)
    if (saved < missing.length)
      return {
        kind: 'refused',
        message: `${saved} de ${count(missing.length)} ${saved === 1 ? 'foi salva' : 'foram salvas'}. A lista acima diz o que falta; Salvar não repete as salvas.`,
      }
    notify.saved(createdWords(saved))
    return { kind: 'saved' }
  }
  /** Nothing is left to send: a lost answer has arrived by the pull, or there were rules before. */
  const ended = (all: readonly NewRule[]): SaveOutcome<Values> => {
    const sent = all.filter((rule) => outcomes.has(ruleKey(rule)))
    if (sent.length < all.length || !sent.every((rule) => isMade(rule, inForce(rule), outcomes)))
      return { kind: 'refused', message: 'Todos estes leads já têm regra. Nada mais foi salvo.' }
    notify.saved(createdWords(all.length))
    return { kind: 'saved' }
  }
  const [onlyChannel] = channels
  return (
    <FormDialog<Values>
      title="Nova regra"
      size="lg"
      initial={{
        channels: channels.length === 1 && onlyChannel !== undefined ? [onlyChannel.id] : [],
        partners: [],
        insurances: [],
        ...beginning,
        broker_id: null,
      }}
      validate={(values) => ({
        ...(values.channels.length === 0 ? { channels: REQUIRED_FIELD } : {}),
        ...(values.partners.length === 0 ? { partners: REQUIRED_FIELD } : {}),
        ...(values.insurances.length === 0 ? { insurances: REQUIRED_FIELD } : {}),
        ...(values.broker_id === null ? { broker_id: REQUIRED_FIELD } : {}),
      })}
      onSave={saveAll}
      onClose={onClose}
    >
      {(form) => {
        const many = (field: 'channels' | 'partners' | 'insurances') => ({
          required: true,
          value: form.values[field],
          onChange: (ids: number[]) => form.setValues({ [field]: ids }),
          error: form.errors[field],
        })
        const all = wanted(form.values)
        return (
          <Stack gap="md">
            <ManySelect label={RULE_WORDS.channel_id} choices={channels} {...many('channels')} />
            <ManySelect
              label={RULE_WORDS.partner_id}
              choices={partners}
              description={hints.partner}
              {...many('partners')}
            />
            <ManySelect
              label={RULE_WORDS.insurance_id}
              choices={insurances}
              description={hints.insurance}
              {...many('insurances')}
            />
            <IdSelect
              label={RULE_WORDS.broker_id}
              required
              choices={brokers}
              description={hints.broker}
              value={form.values.broker_id}
              onChange={(broker_id) => form.setValues({ broker_id })}
              error={form.errors.broker_id}
            />
            <Cautions rules={all} catalogues={catalogues} />
            {all.length === 0 ? null : (
              <List size="sm" aria-label="Regras a criar">
                {all.map((rule) => (
                  <List.Item key={ruleKey(rule)}>
                    {leadsWords(rule, catalogues)}:{' '}
                    <RuleState
                      isMade={isMade(rule, inForce(rule), outcomes)}
                      outcome={outcomes.get(ruleKey(rule))}
                      inForce={inForce(rule)}
                      catalogues={catalogues}
                    />
                  </List.Item>
                ))}
              </List>
            )}
          </Stack>
        )
      }}
    </FormDialog>
  )
}

/** Once for each sentence: it is the same for all dealerships and stock types. */
function Cautions({ rules, catalogues }: { rules: readonly NewRule[]; catalogues: Catalogues }) {
  const sentences = new Set(rules.flatMap((rule) => cautionOf(rule, catalogues) ?? []))
  return [...sentences].map((sentence) => (
    <Text key={sentence} size="sm" role="status" c="var(--farol-chip-yellow-text)">
      {sentence}
    </Text>
  ))
}

interface RuleStateProps {
  readonly isMade: boolean
  readonly outcome: RuleOutcome | undefined
  readonly inForce: Rule | undefined
  readonly catalogues: Catalogues
}

function RuleState({ isMade: made, outcome, inForce, catalogues }: RuleStateProps) {
  if (made) return 'salva'
  if (inForce !== undefined)
    return `já vale a regra ${inForce.id} (${ruleNames.broker(catalogues, inForce.broker_id)}), que continua`
  if (outcome === undefined || outcome.kind === 'saved') return 'será criada'
  return (
    <Text span inherit c="red">
      {outcome.words}
    </Text>
  )
}
