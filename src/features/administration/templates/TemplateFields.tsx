/**
 * The form of a template: its text, the fields as buttons that write them where the cursor is, how it looks filled, and what
 * Meta is told of it.
 */
import { Button, Group, NumberInput, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId, useRef } from 'react'
import type { z } from 'zod'
import type { BodySchema } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import {
  bodyProblem,
  fieldsIn,
  filledText,
  numberedText,
  sampleValues,
  TEMPLATE_FIELD_NAMES,
  TEMPLATE_FIELDS,
  type TemplateField,
} from '../../../domain/whatsapp/template-fields.ts'
import { LONGEST_TEMPLATE, PURPOSE_WORDS, PURPOSES } from '../../../domain/whatsapp/templates.ts'
import classes from './TemplateFields.module.css'

const WORDS = listWords('message_templates')

type Values = z.input<BodySchema<'message_templates'>>

const PURPOSE_CHOICES = PURPOSES.map((value) => ({ value, label: PURPOSE_WORDS[value] }))
const purposeOf = (value: string | null): Values['purpose'] =>
  PURPOSES.find((purpose) => purpose === value) ?? 'other'

export function TemplateFields({ form }: { readonly form: UseFormReturnType<Values> }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const fieldsId = useId()
  const { body } = form.values
  const metaName = form.values.meta_name ?? ''
  const problem = bodyProblem(body)
  const insert = (field: TemplateField) => {
    const selectionStart = box.current?.selectionStart ?? body.length
    const selectionEnd = box.current?.selectionEnd ?? body.length
    const written = `{${field}}`
    form.setFieldValue('body', body.slice(0, selectionStart) + written + body.slice(selectionEnd))
    // Once React has written the text.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(selectionStart + written.length, selectionStart + written.length)
    })
  }
  return (
    <Stack gap="md">
      <TextInput label={WORDS.name} required data-autofocus {...form.getInputProps('name')} />
      <Select
        label={WORDS.purpose}
        required
        data={PURPOSE_CHOICES}
        {...form.getInputProps('purpose')}
        value={form.values.purpose}
        onChange={(value) => form.setFieldValue('purpose', purposeOf(value))}
      />
      <Textarea
        ref={box}
        label={WORDS.body}
        required
        autosize
        minRows={4}
        maxRows={14}
        maxLength={LONGEST_TEMPLATE}
        description={`${body.length} de ${LONGEST_TEMPLATE} caracteres`}
        {...form.getInputProps('body')}
        error={form.errors.body ?? problem}
      />
      <div>
        <Text size="sm" fw={500} id={fieldsId}>
          Campos
        </Text>
        <Group gap="xs" mt={4} role="group" aria-labelledby={fieldsId}>
          {TEMPLATE_FIELD_NAMES.map((field) => (
            <Button
              key={field}
              variant="light"
              size="compact-md"
              className={classes.field ?? ''}
              onClick={() => insert(field)}
            >
              {TEMPLATE_FIELDS[field].label}
            </Button>
          ))}
        </Group>
      </div>
      <figure className={classes.preview} aria-label="Prévia">
        <figcaption className={classes.caption}>Prévia, com dados de exemplo</figcaption>
        <p className={classes.bubble}>
          {body === '' ? 'Escreva o texto para ver a mensagem.' : filledText(body, sampleValues())}
        </p>
      </figure>
      <TextInput
        label={WORDS.meta_name}
        description="Vazio: o corretor envia pelo próprio WhatsApp, por link."
        {...form.getInputProps('meta_name')}
        value={metaName}
      />
      {metaName === '' ? null : (
        <>
          <TextInput
            label={WORDS.meta_language}
            {...form.getInputProps('meta_language')}
            value={form.values.meta_language ?? ''}
          />
          <Textarea
            label="Texto para cadastrar na Meta"
            description={metaFields(body)}
            readOnly
            autosize
            maxRows={10}
            value={numberedText(body)}
          />
        </>
      )}
      <NumberInput
        label={WORDS.position}
        min={0}
        max={999}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('position')}
      />
      <Switch label={WORDS.active} {...form.getInputProps('active', { type: 'checkbox' })} />
    </Stack>
  )
}

const metaFields = (body: string): string =>
  fieldsIn(body)
    .map((field, place) => `{{${place + 1}}}: ${TEMPLATE_FIELDS[field].label}`)
    .join(' · ') || 'Sem campos'
