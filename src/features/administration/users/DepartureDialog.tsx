/**
 * 'Camila saiu': shows the leads, rules and mailed views of a user who is deactivated or is no longer a broker, and
 * asks what happens to them.
 */
import { List, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Departure, Hanging } from '../../../contract/transfers.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useToday } from '../../../device/useToday.ts'
import { brokerChoices } from '../../../domain/lead/assignable-broker.ts'
import { statusLine } from '../../../domain/lead/status.ts'
import { leadCount } from '../../../domain/lead/transfer.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import {
  beginningOf,
  type DepartureValues,
  departureOf,
  furtherWords,
  LEAD_CHOICES,
  MAIL_CHOICES,
  needsBroker,
  RULE_CHOICES,
} from './departure-form.ts'

interface DepartureDialogProps {
  readonly actorId: number
  readonly leaver: { readonly id: number; readonly name: string }
  readonly hanging: Hanging
  /** The user is deactivated: the sessions end. */
  readonly deactivates: boolean
  /** null: closed without an answer. */
  readonly onAnswer: (departure: Departure | null) => void
}

export function DepartureDialog({ actorId, leaver, hanging, deactivates, onAnswer }: DepartureDialogProps) {
  const catalogues = useCatalogues(actorId)
  const [uid] = useState(() => uuidv7())
  const today = useToday(actorId)
  if (catalogues === undefined) return null
  const brokers = brokerChoices(catalogues.users.values(), { today }).filter(({ id }) => id !== leaver.id)
  return (
    <FormDialog<DepartureValues>
      title={deactivates ? `${leaver.name} saiu` : `${leaver.name} não é mais corretor`}
      size="lg"
      initial={beginningOf(hanging)}
      validate={(values) =>
        needsBroker(values) && values.broker_id === null ? { broker_id: 'Selecione o corretor' } : {}
      }
      onSave={async (values) => {
        onAnswer(departureOf(uid, values))
        return { kind: 'saved' }
      }}
      onClose={() => onAnswer(null)}
      saveLabel={deactivates ? 'Desativar e transferir' : 'Salvar e transferir'}
    >
      {(form) => (
        <Stack gap="md">
          <Text size="sm">
            Escolha para onde vai o que está com {leaver.name}. Você pode desfazer por uma hora.
          </Text>
          {hanging.leads.map(({ status, total }) => (
            <Choice
              key={status}
              label={`${statusLine(status).label}: ${leadCount(total)}`}
              choices={LEAD_CHOICES}
              value={form.values.leads[status] ?? 'stay'}
              onChange={(to) => form.setValues({ leads: { ...form.getValues().leads, [status]: to } })}
            />
          ))}
          {hanging.rules === 0 ? null : (
            <Choice
              label={
                hanging.rules === 1
                  ? '1 regra de Lead Corretor Config'
                  : `${hanging.rules} regras de Lead Corretor Config`
              }
              choices={RULE_CHOICES}
              value={form.values.rules}
              onChange={(rules) => form.setValues({ rules })}
            />
          )}
          {needsBroker(form.values) ? (
            <IdSelect
              label="Corretor que recebe"
              required
              choices={brokers}
              value={form.values.broker_id}
              onChange={(broker_id) => form.setValues({ broker_id })}
              error={form.errors.broker_id}
            />
          ) : null}
          {hanging.mailed_views === 0 ? null : (
            <Choice
              label={
                hanging.mailed_views === 1
                  ? '1 visão enviada por e-mail'
                  : `${hanging.mailed_views} visões enviadas por e-mail`
              }
              choices={MAIL_CHOICES}
              value={form.values.mailed_views}
              onChange={(mailed_views) => form.setValues({ mailed_views })}
            />
          )}
          <List size="sm" c="dimmed" mt="xs">
            {furtherWords(hanging, deactivates).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
            {hanging.devices.map(({ name, last_seen_at }) => (
              <List.Item key={`${name} ${last_seen_at}`}>
                {name ?? 'Aparelho'}: visto pela última vez em {formatDateTime(last_seen_at)}.
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
    </FormDialog>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      required
      withAsterisk={false}
      data={choices.map((choice): { value: string; label: string } => choice)}
      value={String(value)}
      onChange={(chosen) => {
        const found = choices.find((choice) => choice.value === chosen)
        if (found !== undefined) onChange(found.value)
      }}
    />
  )
}
