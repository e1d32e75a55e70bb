/** What the ANPD's form asks about an incident, in its order. docs/rules.md#incidents */
import { Fieldset, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Fieldset.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '../../../device/DateField.tsx'
import { INCIDENT_WORKING_DAYS } from '../../../domain/privacy/deadlines.ts'
import {
  DATA_KIND_WORDS,
  DATA_KINDS,
  SUBJECT_KIND_WORDS,
  SUBJECT_KINDS,
  TOLD_STATES,
  TOLD_WORDS,
} from '../../../domain/privacy/incidents.ts'
import { WordsSelect } from '../../../ui/ManySelect.tsx'
import { INCIDENT_WORDS, type IncidentValues } from './incident-form.ts'

const SUBJECTS = SUBJECT_KINDS.map((value) => ({ value, label: SUBJECT_KIND_WORDS[value] }))
const DATA = DATA_KINDS.map((value) => ({ value, label: DATA_KIND_WORDS[value] }))
const TOLD = TOLD_STATES.map((value) => ({ value, label: TOLD_WORDS[value] }))

const TWO = { cols: { base: 1, sm: 2 }, spacing: 'md' } as const
const THREE = { cols: { base: 1, sm: 3 }, spacing: 'md' } as const

type Form = UseFormReturnType<IncidentValues>

interface Asked {
  readonly form: Form
}

const asked = (form: Form, field: keyof IncidentValues) => ({
  label: INCIDENT_WORDS[field],
  ...form.getInputProps(field),
})

type Day = 'occurred_on' | 'known_on' | 'subjects_told_on' | 'anpd_told_on'

const askedDay = (form: Form, field: Day) => ({
  label: INCIDENT_WORDS[field],
  value: form.values[field],
  onChange: (day: string | null) => form.setFieldValue(field, day),
  error: form.errors[field],
})

export function IncidentFields({ form }: Asked) {
  return (
    <Stack gap="lg">
      <What form={form} />
      <Whom form={form} />
      <Measures form={form} />
      <Told form={form} />
    </Stack>
  )
}

function What({ form }: Asked) {
  return (
    <Fieldset legend="O incidente">
      <Stack gap="md">
        <Textarea
          description="Como, onde e por quê. Não escreva nomes de pessoas: este registro fica por cinco anos"
          required
          autosize
          minRows={3}
          data-autofocus
          {...asked(form, 'description')}
        />
        <SimpleGrid {...TWO}>
          <DateField {...askedDay(form, 'occurred_on')} />
          <DateField required {...askedDay(form, 'known_on')} />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}

function Whom({ form }: Asked) {
  return (
    <Fieldset legend="Pessoas e dados">
      <Stack gap="md">
        <WordsSelect data={SUBJECTS} {...asked(form, 'subject_kinds')} />
        <SimpleGrid {...THREE}>
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            hideControls
            {...asked(form, 'subjects')}
          />
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            hideControls
            {...asked(form, 'minors')}
          />
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            hideControls
            {...asked(form, 'elderly')}
          />
        </SimpleGrid>
        <WordsSelect data={DATA} {...asked(form, 'data_kinds')} />
        <Textarea autosize minRows={2} {...asked(form, 'risks')} />
      </Stack>
    </Fieldset>
  )
}

function Measures({ form }: Asked) {
  return (
    <Fieldset legend="Segurança e medidas">
      <Stack gap="md">
        <Textarea autosize minRows={2} {...asked(form, 'measures_before')} />
        <Textarea autosize minRows={2} {...asked(form, 'measures_after')} />
        <Textarea autosize minRows={2} {...asked(form, 'measures_taken')} />
      </Stack>
    </Fieldset>
  )
}

function Told({ form }: Asked) {
  return (
    <Fieldset legend="Comunicação">
      <Stack gap="md">
        <TextInput autoComplete="off" {...asked(form, 'dpo_contact')} />
        <SimpleGrid {...TWO}>
          <Select data={TOLD} required {...asked(form, 'subjects_told')} />
          <DateField {...askedDay(form, 'subjects_told_on')} />
        </SimpleGrid>
        <Textarea autosize minRows={2} {...asked(form, 'subjects_told_how')} />
        <SimpleGrid {...TWO}>
          <DateField {...askedDay(form, 'anpd_told_on')} />
          <TextInput autoComplete="off" {...asked(form, 'anpd_protocol')} />
        </SimpleGrid>
        <Textarea
          description={`Se passou dos ${INCIDENT_WORKING_DAYS} dias úteis`}
          autosize
          minRows={2}
          {...asked(form, 'delay_reasons')}
        />
        <Textarea
          description="Só se o incidente não traz risco ou dano relevante: o prazo deixa de correr"
          autosize
          minRows={2}
          {...asked(form, 'anpd_not_told_reason')}
        />
      </Stack>
    </Fieldset>
  )
}
