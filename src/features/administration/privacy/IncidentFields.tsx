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
import type { IncidentValues } from './incident-form.ts'

const SUBJECTS = SUBJECT_KINDS.map((value) => ({ value, label: SUBJECT_KIND_WORDS[value] }))
const DATA = DATA_KINDS.map((value) => ({ value, label: DATA_KIND_WORDS[value] }))
const TOLD = TOLD_STATES.map((value) => ({ value, label: TOLD_WORDS[value] }))

const TWO = { cols: { base: 1, sm: 2 }, spacing: 'md' } as const
const THREE = { cols: { base: 1, sm: 3 }, spacing: 'md' } as const

interface Asked {
  readonly form: UseFormReturnType<IncidentValues>
}

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
          label="O que aconteceu"
          description="Como, onde e por quê. Não escreva nomes de pessoas: este registro fica por cinco anos"
          required
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('description')}
        />
        <SimpleGrid {...TWO}>
          <DateField
            label="Data do incidente (se souber)"
            value={form.values.occurred_on}
            onChange={(day) => form.setFieldValue('occurred_on', day)}
            error={form.errors.occurred_on}
          />
          <DateField
            label="Conhecido em"
            required
            value={form.values.known_on}
            onChange={(day) => form.setFieldValue('known_on', day)}
            error={form.errors.known_on}
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}

function Whom({ form }: Asked) {
  return (
    <Fieldset legend="Pessoas e dados">
      <Stack gap="md">
        <WordsSelect label="Quem foi afetado" data={SUBJECTS} {...form.getInputProps('subject_kinds')} />
        <SimpleGrid {...THREE}>
          <NumberInput
            label="Titulares afetados"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            hideControls
            {...form.getInputProps('subjects')}
          />
          <NumberInput
            label="Crianças e adolescentes"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            hideControls
            {...form.getInputProps('minors')}
          />
          <NumberInput
            label="Idosos"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            hideControls
            {...form.getInputProps('elderly')}
          />
        </SimpleGrid>
        <WordsSelect label="Tipos de dados" data={DATA} {...form.getInputProps('data_kinds')} />
        <Textarea
          label="Riscos e possíveis danos para as pessoas"
          autosize
          minRows={2}
          {...form.getInputProps('risks')}
        />
      </Stack>
    </Fieldset>
  )
}

function Measures({ form }: Asked) {
  return (
    <Fieldset legend="Segurança e medidas">
      <Stack gap="md">
        <Textarea
          label="Segurança antes do incidente"
          autosize
          minRows={2}
          {...form.getInputProps('measures_before')}
        />
        <Textarea
          label="Segurança depois do incidente"
          autosize
          minRows={2}
          {...form.getInputProps('measures_after')}
        />
        <Textarea
          label="Medidas tomadas para desfazer ou diminuir os danos"
          autosize
          minRows={2}
          {...form.getInputProps('measures_taken')}
        />
      </Stack>
    </Fieldset>
  )
}

function Told({ form }: Asked) {
  return (
    <Fieldset legend="Comunicação">
      <Stack gap="md">
        <TextInput
          label="Contato do encarregado (DPO)"
          autoComplete="off"
          {...form.getInputProps('dpo_contact')}
        />
        <SimpleGrid {...TWO}>
          <Select
            label="Os titulares foram avisados?"
            data={TOLD}
            required
            {...form.getInputProps('subjects_told')}
          />
          <DateField
            label="Titulares avisados em"
            value={form.values.subjects_told_on}
            onChange={(day) => form.setFieldValue('subjects_told_on', day)}
            error={form.errors.subjects_told_on}
          />
        </SimpleGrid>
        <Textarea
          label="Como foram avisados"
          autosize
          minRows={2}
          {...form.getInputProps('subjects_told_how')}
        />
        <SimpleGrid {...TWO}>
          <DateField
            label="Comunicado à ANPD em"
            value={form.values.anpd_told_on}
            onChange={(day) => form.setFieldValue('anpd_told_on', day)}
            error={form.errors.anpd_told_on}
          />
          <TextInput label="Protocolo da ANPD" autoComplete="off" {...form.getInputProps('anpd_protocol')} />
        </SimpleGrid>
        <Textarea
          label="Motivos da demora"
          description={`Se passou dos ${INCIDENT_WORKING_DAYS} dias úteis`}
          autosize
          minRows={2}
          {...form.getInputProps('delay_reasons')}
        />
        <Textarea
          label="Motivo para não comunicar à ANPD"
          description="Só se o incidente não traz risco ou dano relevante: o prazo deixa de correr"
          autosize
          minRows={2}
          {...form.getInputProps('anpd_not_told_reason')}
        />
      </Stack>
    </Fieldset>
  )
}
